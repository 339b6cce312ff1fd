import HTTPTypes
import RealtimeDatabase
import RealtimeService
import StructuredText

extension HTTPAnswer {
  /// `{"error":"…"}`
  static func realtimeError(_ status: HTTPResponse.Status, _ text: String) -> HTTPAnswer {
    .json(status, JSONWriter.text(["error": .string(text)], .compact) + "\n")
  }

  static func refusal(_ refusal: RealtimeRefusal) -> HTTPAnswer {
    switch refusal {
    case .permissionDenied, .invalidCredentials, .expiredCredentials: return .realtimeError(.unauthorized, refusal.text)
    case .invalidWrite, .indexNotDefined, .invalidRequest: return .realtimeError(.badRequest, refusal.text)
    case .broken, .unavailable: return .realtimeError(.serviceUnavailable, refusal.text)
    case .unsupported: return .realtimeError(.notImplemented, refusal.text)
    case .stale(let current):
      var answer = HTTPAnswer.json(.preconditionFailed, JSONWriter.text(current.json, .compact))
      answer.setTag(current.etag)
      return answer
    }
  }

  /// - Parameter allowed: the methods that are, as a header lists them.
  static func methodNotAllowed(_ allowed: String) -> HTTPAnswer {
    var answer = HTTPAnswer.realtimeError(.methodNotAllowed, "The method of the request is not allowed.")
    answer.fields[.allow] = allowed
    return answer
  }

  mutating func setTag(_ tag: String) { fields[.eTag] = tag }
}
