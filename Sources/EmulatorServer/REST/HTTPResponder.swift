import HTTPTypes
import HummingbirdCore

/// Answers the requests of HTTP/1.
struct HTTPResponder: Sendable {
  let stop: StopSignal

  func respond(_ request: Request) async -> HTTPAnswer {
    switch (request.method, request.head.path) {
    case (.get, "/"): return .text(.ok, "Ok\n")
    case (.post, "/shutdown"):
      stop.raise()
      return .text(.ok, "Shutting down.\n")
    default: return .text(.notImplemented, "Not implemented.\n")
    }
  }
}
