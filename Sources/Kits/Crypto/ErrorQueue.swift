internal import COpenSSL

/// OpenSSL's error queue of the calling thread.
///
/// Every failed call drains all of it: what is left would be taken for the reason of a later, unrelated failure.
enum ErrorQueue {
    static func clear() {
        ERR_clear_error()
    }

    static func failure(_ call: String) -> CryptoError {
        var reasons: [String] = []
        while true {
            let code = ERR_get_error()
            guard code != 0 else { break }
            reasons.append(ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)")
        }
        return .library(call: call, reasons: reasons)
    }
}
