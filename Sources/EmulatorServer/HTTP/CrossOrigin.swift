import HTTPTypes

/// What browsers want to read before they show an answer to a page of another origin. Every answer to a page that
/// ``WebPages`` admits has it, errors too.
enum CrossOrigin {
  private static let exposed =
    "etag, x-http-session-id, x-http-initial-response, x-client-wire-protocol, vary, date, server, "
    + "transfer-encoding"
  private static let methods = "GET, POST, PUT, PATCH, DELETE, OPTIONS"
  static let firestoreHeaders =
    "authorization, content-type, google-cloud-resource-prefix, x-goog-request-params, x-goog-api-client, "
    + "x-firebase-gmpid, x-firebase-appcheck"
  static let realtimeHeaders =
    "if-match, if-none-match, x-firebase-etag, x-http-method-override, authorization, content-type, x-firebase-decoding"

  /// Answers depend on the origin, whether or not there was one.
  static func mark(_ answer: inout HTTPAnswer) { set("vary", "Origin", &answer.fields) }

  /// Requests carry credentials, so the origin is repeated: a browser would not accept `*`.
  static func add(to answer: inout HTTPAnswer, for request: HTTPFields) {
    guard let origin = request.value("origin") else { return }
    set("access-control-allow-origin", origin, &answer.fields)
    set("access-control-allow-credentials", "true", &answer.fields)
    set("access-control-expose-headers", exposed, &answer.fields)
  }

  /// The answer to a browser that asks whether it may send a request.
  ///
  /// - Parameter usual: the headers that are allowed to those who do not say which they need.
  static func preflight(_ request: HTTPFields, usual: String) -> HTTPAnswer {
    var answer = HTTPAnswer(.ok)
    set("access-control-allow-methods", methods, &answer.fields)
    set(
      "access-control-allow-headers", request.value("access-control-request-headers") ?? usual, &answer.fields)
    set("access-control-max-age", "3600", &answer.fields)
    if request.value("access-control-request-private-network") != nil {
      set("access-control-allow-private-network", "true", &answer.fields)
    }
    return answer
  }

  private static func set(_ name: String, _ value: String, _ fields: inout HTTPFields) {
    if let name = HTTPField.Name(name) { fields[name] = value }
  }
}
