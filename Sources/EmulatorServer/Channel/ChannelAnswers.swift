import FirestoreModel
import HTTPTypes
import WebChannel

extension HTTPAnswer {
  /// Nothing on the way may keep it, or look into it for another type.
  static func channel(_ status: HTTPResponse.Status, _ body: [UInt8]) -> HTTPAnswer {
    var answer = HTTPAnswer(status, "text/plain; charset=utf-8", .bytes(body))
    answer.fields[.cacheControl] = "no-cache, no-store, max-age=0, must-revalidate"
    answer.fields[.xContentTypeOptions] = "nosniff"
    return answer
  }

  /// Clients know a session that is over by its words, which must not be the first of the body.
  static func refusal(_ refusal: ChannelRefusal) -> HTTPAnswer {
    switch refusal {
    case .unknownSession: channel(.badRequest, "Unknown SID")
    case .malformed(let reason): channel(.badRequest, reason)
    case .unsupported(let what): channel(.notImplemented, "\(what) is not supported (FB8001).")
    case .tooManySessions: channel(.serviceUnavailable, "Too many channels are open.")
    case .tooManyMaps: channel(.badRequest, "Too many maps have come before an earlier one, Unknown SID.")
    }
  }

  private static func channel(_ status: HTTPResponse.Status, _ reason: String) -> HTTPAnswer {
    channel(status, Array("Error: \(reason)\n".utf8))
  }
}
