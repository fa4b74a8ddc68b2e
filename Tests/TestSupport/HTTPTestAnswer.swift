import Foundation
package import JSON

/// An answer as the test client read it.
package struct HTTPTestAnswer: Sendable {
    /// The status code.
    package let status: Int
    /// The header fields in order.
    package let headers: [(name: String, value: String)]
    /// The body.
    package let body: [UInt8]
    /// All that came, head and body.
    package let text: String

    /// Reads one whole response; the body must be as long as the head says.
    package init(_ received: [UInt8], isHead: Bool) throws {
        text = String(decoding: received, as: UTF8.self)
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw received.isEmpty ? HTTPTestError.noAnswer : .malformed("no end of the head")
        }
        var lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let first = lines.removeFirst().split(separator: " ", maxSplits: 2)
        guard first.count >= 2, first[0] == "HTTP/1.1", let status = Int(first[1]) else {
            throw HTTPTestError.malformed("no status line")
        }
        self.status = status
        headers = try lines.map { line in
            guard let colon = line.firstIndex(of: ":") else { throw HTTPTestError.malformed("header line") }
            return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        body = Array(received[end.upperBound...])
        let announced = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) }
        let hasBody = !isHead && status != 204 && status != 304
        guard hasBody ? body.count == announced ?? body.count : body.isEmpty else {
            throw HTTPTestError.malformed("\(body.count) bytes of body, \(announced ?? 0) announced")
        }
    }

    /// All values of a header field.
    package func values(of name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The first value of a header field.
    package subscript(name: String) -> String? { values(of: name).first }

    /// The body as JSON; null if it is none.
    package var json: JSONValue { (try? JSONReader.parse(body, maxBytes: 4_194_304)) ?? .null }

    /// The `code` of a problem document.
    package var code: String? { json["code"]?.string }
}
