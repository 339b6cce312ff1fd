import HTTPTypes
import HummingbirdCore
import NIOCore

/// Answers one request, whatever carries it; what goes wrong is in the answer.
typealias Respond = @Sendable (Request) async -> HTTPAnswer

/// An answer of HTTP, as those who make it see it.
struct HTTPAnswer: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    /// Of unknown length, sent as it is made; the first piece was waited for.
    case pieces(first: [UInt8], BodyPieces)
    /// None: the connection goes on as something else, served until it ends.
    case upgraded(@Sendable (any Channel) async throws -> Void)
  }

  var status: HTTPResponse.Status
  var fields: HTTPFields
  var body: Body

  init(_ status: HTTPResponse.Status, _ contentType: String? = nil, _ body: Body = .bytes([])) {
    self.status = status
    fields = HTTPFields()
    if let contentType { fields[.contentType] = contentType }
    self.body = body
  }

  static func text(_ status: HTTPResponse.Status, _ text: String) -> HTTPAnswer {
    HTTPAnswer(status, "text/plain; charset=utf-8", .bytes(Array(text.utf8)))
  }

  static func html(_ text: String) -> HTTPAnswer {
    HTTPAnswer(.ok, "text/html; charset=utf-8", .bytes(Array(text.utf8)))
  }

  static func json(_ status: HTTPResponse.Status, _ text: String) -> HTTPAnswer {
    HTTPAnswer(status, jsonType, .bytes(Array(text.utf8)))
  }

  static let jsonType = "application/json; charset=UTF-8"
}
