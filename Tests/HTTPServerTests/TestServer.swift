import HTTP
import HTTPServer

/// Starts a server on a free port for the length of `body`.
func withServer<T>(
    _ configure: (inout HTTPServerConfiguration) -> Void = { _ in }, handler: @escaping HTTPHandler = echo,
    _ body: (UInt16, HTTPServer) async throws -> T
) async throws -> T {
    var configuration = HTTPServerConfiguration()
    configure(&configuration)
    let server = HTTPServer(configuration: configuration, handler: handler)
    let port = try server.start()
    do {
        let result = try await body(port, server)
        await server.drain(deadline: .seconds(5))
        return result
    } catch {
        await server.drain(deadline: .zero)
        throw error
    }
}

/// Answers with what the handler saw.
let echo: HTTPHandler = { request in
    let text =
        "\(request.method) \(request.path) \(request.query ?? "-") \(String(decoding: request.body, as: UTF8.self))"
    return .now(HTTPResponse(status: 200, body: .bytes(Array(text.utf8))))
}

/// Sends one request in one go and reads the answer, and whether the connection was closed after it.
func exchange(_ port: UInt16, _ bytes: [UInt8], hasBody: Bool = true) async -> (response: RawResponse?, closed: Bool) {
    await onThread {
        guard let client = RawClient(port: port) else { return (nil, false) }
        client.send(bytes)
        guard let response = client.response(hasBody: hasBody) else { return (nil, client.isClosed()) }
        // A second request tells an open connection from one that is about to be closed.
        let second = "GET /second HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        client.send(second)
        return (response, client.response() == nil)
    }
}

func exchange(_ port: UInt16, _ text: String, hasBody: Bool = true) async -> (response: RawResponse?, closed: Bool) {
    await exchange(port, Array(text.utf8), hasBody: hasBody)
}
