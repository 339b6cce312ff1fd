import Diagnostics
import FirestoreModel
import HTTPTypes
import StructuredText

extension StatusCode {
  /// What REST answers for it.
  var http: HTTPResponse.Status {
    switch self {
    case .ok: .ok
    // Not in any standard: the client closed the request.
    case .cancelled: HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request")
    case .unknown, .internal, .dataLoss: .internalServerError
    case .invalidArgument, .failedPrecondition, .outOfRange: .badRequest
    case .deadlineExceeded: .gatewayTimeout
    case .notFound: .notFound
    case .alreadyExists, .aborted: .conflict
    case .permissionDenied: .forbidden
    case .resourceExhausted: .tooManyRequests
    case .unimplemented: .notImplemented
    case .unavailable: .serviceUnavailable
    case .unauthenticated: .unauthorized
    }
  }
}

extension HTTPAnswer {
  static func refusal(_ error: FirestoreError) -> HTTPAnswer { .json(error.status.http, errorText(error)) }

  static func refusal(_ refusal: RESTRefusal) -> HTTPAnswer {
    switch refusal {
    case .notFound:
      return .refusal(FirestoreError(.notFound, "Nothing is served at this path and method."))
    case .methodNotAllowed(let methods):
      // The body has the code of the status; there is no canonical code for it.
      var answer = HTTPAnswer.json(
        .methodNotAllowed,
        errorText(405, "UNIMPLEMENTED", "The method of the request is not allowed at this path."))
      answer.fields[.allow] = methods.map(\.rawValue).joined(separator: ", ")
      return answer
    case .refused(let error): return .refusal(error)
    case .malformed(let problems):
      let error = FirestoreError(.invalidArgument, problems.first.map(\.line) ?? "The request cannot be read.")
      return .json(.badRequest, errorText(error, [.init("findings", .findings(FindingList(problems)))]))
    case .stale(let error, let current):
      return .json(HTTPResponse.Status(code: error.status.http.code), errorText(error, [.init("current", current)]))
    case .changed(let problem, let current):
      let error = FirestoreError(.failedPrecondition, problem.line)
      let more: [JSONValue.Member] = [
        .init("findings", .findings(FindingList([problem]))), .init("current", current),
      ]
      return .json(.preconditionFailed, errorText(412, error.status.name, error.message, more))
    }
  }

  /// `{"error":{"code":404,"message":"…","status":"NOT_FOUND"}}`. Clients want neither text to be empty.
  static func errorText(_ error: FirestoreError, _ more: [JSONValue.Member] = []) -> String {
    let details: [JSONValue.Member] =
      error.details.isEmpty ? [] : [.init("details", .array(error.details.map(\.json)))]
    return errorText(
      error.status.http.code, error.status.name, error.message.isEmpty ? error.status.name : error.message,
      details + more)
  }

  private static func errorText(
    _ code: Int, _ status: String, _ message: String, _ more: [JSONValue.Member] = []
  ) -> String {
    let members: [JSONValue.Member] = [
      .init("code", .integer(Int64(code))), .init("message", .string(message)), .init("status", .string(status)),
    ]
    return JSONWriter.text(["error": .object(members + more)], .compact)
  }
}

extension Diagnostic {
  /// `FB0014 unknown key `onlyShwing` (body:1:2); did you mean `onlyShowing`?`
  fileprivate var line: String {
    var positions = SourcePositions()
    let place = location.map { " (\(positions.place($0)))" } ?? ""
    return "\(code.id) \(message)\(place)\(help.map { "; \($0)" } ?? "")"
  }
}
