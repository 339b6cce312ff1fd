import DocumentMessages
import Diagnostics
import FirestoreModel
import StructuredText
import SwiftProtobuf

/// A request of REST on its way to the bytes of its message: parameters first, then the body.
struct TranscodedRequest {
  /// Where the body goes.
  enum Body: Hashable, Sendable {
    /// The request has none.
    case none
    /// It is the message; there are no parameters then.
    case message
    /// It is one of its fields.
    case field(String)
  }

  var parameters: [RESTTarget.Parameter]
  var body: [UInt8]
  var isBinary: Bool

  /// Parameters of Google's front end that any method takes.
  private static let system: Set<String> = [
    "key", "alt", "prettyPrint", "fields", "accessToken", "access_token", "oauthToken", "oauth_token", "callback",
    "quotaUser", "userIp", "uploadType", "uploadProtocol", "upload_protocol",
  ]

  /// - Parameter bound: fields that the path of the URL fills.
  /// - Throws: INVALID_ARGUMENT.
  func decoded<Message: SwiftProtobuf.Message>(
    as type: Message.Type, _ place: Body, bound: Set<String>
  ) throws(FirestoreError) -> Message {
    guard let definition = MessageDefinitions.service.messages[type.protoMessageName] else {
      throw FirestoreError(.internal, "Nothing is known of the message \(type.protoMessageName).")
    }
    var transcoder = JSONTranscoder()
    var writer = MessageWriter(reservingCapacity: body.count)
    let own = parameters.filter { !Self.system.contains($0.name) && !$0.name.hasPrefix("$") }
    switch place {
    case .none: transcoder.parameters(own, definition, except: bound, to: &writer)
    case .message:
      for parameter in own { transcoder.complaints.unboundParameter(parameter.name) }
      try write(definition, to: &writer, &transcoder)
    case .field(let name):
      transcoder.parameters(own, definition, except: bound.union([name]), to: &writer)
      try write(field: name, of: definition, to: &writer, &transcoder)
    }
    try transcoder.complaints.check()
    return try WireBytes(bytes: writer.bytes).decoded(as: type)
  }

  private func write(
    field name: String, of definition: MessageDefinition, to writer: inout MessageWriter,
    _ transcoder: inout JSONTranscoder
  ) throws(FirestoreError) {
    guard let field = definition[name], let content = transcoder.message(of: field) else {
      throw FirestoreError(.internal, "The message \(definition.name) has no field \(name) for a body.")
    }
    var inner = MessageWriter(reservingCapacity: body.count)
    transcoder.complaints.enter(name)
    try write(content, to: &inner, &transcoder)
    transcoder.complaints.leave()
    writer.message(field.number, encoded: inner.bytes)
  }

  private func write(
    _ definition: MessageDefinition, to writer: inout MessageWriter, _ transcoder: inout JSONTranscoder
  ) throws(FirestoreError) {
    if isBinary { return writer.append(body) }
    if body.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) { return }
    guard case .object(let members) = try Self.json(body).content else {
      return transcoder.complaints.rootOfAnotherType()
    }
    transcoder.message(members, definition, to: &writer)
  }

  private static func json(_ bytes: [UInt8]) throws(FirestoreError) -> Node {
    let result = JSONReader.read(
      SourceText(path: "body", bytes: bytes), JSONReader.Options(repeatedKeys: .allCount))
    guard let node = result.valid else {
      let problem = result.diagnostics.first { $0.severity == .error }?.message ?? "the body is not JSON"
      throw FirestoreError(.invalidArgument, "Invalid JSON payload received. \(problem)")
    }
    return node
  }
}
