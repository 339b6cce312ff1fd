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
    }
  }

  /// `{"error":{"code":404,"message":"…","status":"NOT_FOUND"}}`. Clients want neither text to be empty.
  static func errorText(_ error: FirestoreError) -> String {
    errorText(error.status.http.code, error.status.name, error.message.isEmpty ? error.status.name : error.message)
  }

  private static func errorText(_ code: Int, _ status: String, _ message: String) -> String {
    let error: JSONValue = [
      "error": ["code": .integer(Int64(code)), "message": .string(message), "status": .string(status)]
    ]
    return JSONWriter.text(error, .compact)
  }
}
