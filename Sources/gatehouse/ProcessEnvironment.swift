import Glibc

/// The variables the process was started with.
enum ProcessEnvironment {
    static let variables: [String: String] = {
        var variables: [String: String] = [:]
        var entry = environ
        while let pointer = entry.pointee {
            let text = String(cString: pointer)
            if let mark = text.firstIndex(of: "=") {
                variables[String(text[..<mark])] = String(text[text.index(after: mark)...])
            }
            entry = entry.successor()
        }
        return variables
    }()
}
