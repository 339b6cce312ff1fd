import FirestoreModel
import HTTPTypes
import StructuredText

/// What the endpoints beside the service share.
enum EndpointAnswer {
  static let empty = HTTPAnswer.json(.ok, "{}")

  static func document(_ value: JSONValue) -> HTTPAnswer { .json(.ok, JSONWriter.text(value) + "\n") }

  static func unsupported(_ what: String) -> HTTPAnswer {
    .refusal(FirestoreError(.unimplemented, "\(what) not supported by this version of Firebreak (FB8001)."))
  }

  static func invalid(_ message: String) -> FirestoreError { FirestoreError(.invalidArgument, message) }
}

extension RESTCall {
  func requires(_ methods: HTTPRequest.Method...) throws(RESTRefusal) {
    guard methods.contains(method) else { throw .methodNotAllowed(methods) }
  }
}
