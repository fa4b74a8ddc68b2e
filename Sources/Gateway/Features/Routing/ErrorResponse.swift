package import HTTP
import JSON
import Tenancy

extension Services {
    /// Refuses a request that belongs to no tenant: nobody's host, or nothing that could be understood.
    package func refuse(_ problem: Problem, requestID: String) -> HTTPResponse {
        log.refused(problem, requestID: requestID)
        metrics.count(.request(status: problem.status))
        metrics.count(.refused(tenant: "", code: problem.code))
        return ErrorResponse.make(problem, .problem, issuer: nil, requestID: requestID)
    }
}

/// How refused requests are written: RFC 9457 for JSON endpoints, RFC 6749 §5.2 for OAuth ones.
enum ErrorResponse {
    static func make(_ problem: Problem, _ style: ErrorStyle, issuer: String?, requestID: String) -> HTTPResponse {
        switch style {
        case .problem: problemDocument(problem, issuer: issuer, requestID: requestID)
        case .oauth: oauthError(problem)
        }
    }

    private static func problemDocument(_ problem: Problem, issuer: String?, requestID: String) -> HTTPResponse {
        var document = JSONObject([
            ("type", .string((issuer ?? "") + "/error?code=" + problem.code)),
            ("title", .string(problem.title)),
            ("status", .integer(Int64(problem.status))),
            ("code", .string(problem.code)),
            ("detail", .string(problem.detail)),
            ("request_id", .string(requestID)),
        ])
        if issuer == nil { document["type"] = .string("about:blank") }
        for member in problem.members { document[member.name] = member.value }
        return response(problem, "application/problem+json", document)
    }

    private static func oauthError(_ problem: Problem) -> HTTPResponse {
        let error =
            switch problem.status {
            case 401: "invalid_client"
            case 429: "slow_down"
            case 503: "temporarily_unavailable"
            case 500...: "server_error"
            default: "invalid_request"
            }
        let document = JSONObject([("error", .string(error)), ("error_description", .string(problem.detail))])
        return response(problem, "application/json", document)
    }

    private static func response(_ problem: Problem, _ type: String, _ document: JSONObject) -> HTTPResponse {
        let fields = [("Content-Type", type), ("Cache-Control", "no-store")] + problem.headers
        return HTTPResponse(
            status: problem.status, headers: HTTPHeaders(fields),
            body: .bytes(JSONValue.object(document).serialized()))
    }
}
