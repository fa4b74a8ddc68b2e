import JSON
import TestSupport
import Testing

/// A refusal by status and code, whose document is what RFC 9457 and the contract ask for.
func expectRefusal(
    _ answer: HTTPTestAnswer, _ status: Int, _ code: String, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let text: Comment = "\(comment.map { "\($0): " } ?? "")\(answer.text)"
    #expect(answer.status == status, text, sourceLocation: sourceLocation)
    #expect(answer.code == code, text, sourceLocation: sourceLocation)
    #expect(answer["Content-Type"] == "application/problem+json", text, sourceLocation: sourceLocation)
    #expect(answer["Cache-Control"] == "no-store", text, sourceLocation: sourceLocation)
    let document = answer.json
    #expect(document["status"]?.integer == Int64(status), text, sourceLocation: sourceLocation)
    #expect(document["request_id"]?.string == answer["X-Request-Id"], text, sourceLocation: sourceLocation)
    #expect(document["title"]?.string?.isEmpty == false, text, sourceLocation: sourceLocation)
    #expect(document["detail"]?.string?.isEmpty == false, text, sourceLocation: sourceLocation)
    #expect((answer["WWW-Authenticate"] != nil) == (status == 401), text, sourceLocation: sourceLocation)
}

/// A good answer; its JSON.
@discardableResult
func expectGood(
    _ answer: HTTPTestAnswer, _ status: Int = 200, sourceLocation: SourceLocation = #_sourceLocation
) -> JSONValue {
    #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
    return answer.json
}
