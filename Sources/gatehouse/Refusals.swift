import Features
import HTTP
import HTTPServer

/// The server's own refusals in the gateway's words.
enum Refusals {
    static func answer(_ refusal: HTTPRefusal, requestID: String, _ services: Services) -> HTTPResponse {
        let problem: Problem =
            switch refusal {
            case .malformed(let reason): Problem(.requestMalformed, reason)
            case .bodyTooLarge: Problem(.bodyTooLarge, "Send at most 64 KiB.")
            case .busy: Problem(.unavailable, "Too many requests are being answered. Try again.")
            case .unwritable: Problem(.serverError, "The answer could not be written.")
            }
        var response = services.refuse(problem, requestID: requestID)
        if refusal == .busy { response.headers.add("Retry-After", "1") }
        return response
    }
}
