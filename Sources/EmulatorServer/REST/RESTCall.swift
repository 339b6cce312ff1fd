import FirestoreModel
import HTTPTypes
import SwiftProtobuf

/// A request of HTTP/1, read completely.
struct RESTCall: Sendable {
  /// How messages are written in the answer.
  enum Format: Hashable, Sendable {
    case json(enumsAsNumbers: Bool)
    case binary
  }

  var method: HTTPRequest.Method
  var target: RESTTarget
  var fields: HTTPFields
  var body: [UInt8]
  /// Whether another method was written in the URL or a header than the request has.
  private(set) var hasOverriddenMethod = false

  init(method: HTTPRequest.Method, target: RESTTarget, fields: HTTPFields, body: [UInt8]) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
    if isForService { applyOverrides() }
  }

  private var isForService: Bool { target.segments.first.map { ["v1", "v1beta1"].contains($0) } ?? false }

  /// Browsers avoid a preflight by putting method and headers into the URL. Only the service knows that: the preflight is
  /// what keeps pages of others from the endpoints beside it.
  private mutating func applyOverrides() {
    if method == .post, let name = target.value("$httpMethod") ?? fields.value("x-http-method-override"),
      let override = HTTPRequest.Method(rawValue: name.uppercased())
    {
      method = override
      hasOverriddenMethod = true
    }
    for line in (target.value("$httpHeaders") ?? "").split(whereSeparator: \.isNewline) {
      let name = line.prefix { $0 != ":" }
      guard let field = HTTPField.Name(String(name)), fields[field] == nil else { continue }
      fields[field] = String(line.dropFirst(name.count + 1).drop { $0 == " " })
    }
    if fields[.authorization] == nil, let token = target.value("access_token") {
      fields[.authorization] = "Bearer \(token)"
    }
  }

  /// A browser lets a page send a POST in more cases than a DELETE, so the owner has to say what is meant.
  ///
  /// - Throws: PERMISSION_DENIED.
  func refuseOverridesOfOwner() throws(FirestoreError) {
    guard hasOverriddenMethod, fields[values: .authorization].contains(where: Authorization.isOwner) else { return }
    throw FirestoreError(
      .permissionDenied,
      "A request with `Bearer owner` has to be sent with the method that it means: `$httpMethod` and "
        + "`X-HTTP-Method-Override` are not for the owner of an emulator.")
  }

  /// - Throws: INVALID_ARGUMENT for a format that there is not.
  func format() throws(FirestoreError) -> Format {
    guard target.value("$callback") ?? target.value("callback") == nil else {
      throw FirestoreError(.unimplemented, "Answers as a call of JavaScript (`callback`) are not served (FB8001).")
    }
    let text = (target.value("$alt") ?? target.value("alt") ?? "json").lowercased()
    let parts = text.split(separator: ";")
    switch parts.first ?? "" {
    case "json", "": return .json(enumsAsNumbers: parts.dropFirst().contains("enum-encoding=int"))
    case "proto": return .binary
    default:
      throw FirestoreError(
        .invalidArgument, "Invalid value \"\(text)\" for the parameter `alt`: only `json` and `proto`.")
    }
  }

  /// Which fields of the answer are wanted; nil: all.
  func mask<Message: SwiftProtobuf.Message>(
    of type: Message.Type
  ) throws(FirestoreError) -> ResponseMask? {
    let selector = target.value("$fields") ?? target.value("fields") ?? fields.value("x-goog-fieldmask")
    guard let selector, !selector.isEmpty else { return nil }
    return try ResponseMask(selector, of: type.protoMessageName)
  }

  /// What the URL and the body ask for. The body is JSON whatever it says to be: web clients say `text/plain` to avoid a
  /// preflight.
  ///
  /// - Parameter bound: fields that the path of the URL fills.
  func message<Message: SwiftProtobuf.Message>(
    _ type: Message.Type, _ place: TranscodedRequest.Body, bound: Set<String>
  ) throws(FirestoreError) -> Message {
    let isBinary = fields[.contentType]?.lowercased().hasPrefix("application/x-protobuf") == true
    return try TranscodedRequest(parameters: target.parameters, body: body, isBinary: isBinary)
      .decoded(as: type, place, bound: bound)
  }
}

extension RESTTarget {
  func value(_ name: String) -> String? { parameters.last { $0.name == name }?.value }
}
