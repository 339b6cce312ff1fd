import Diagnostics
import RealtimeService
package import StructuredText

/// A message of a client.
package enum ClientMessage: Hashable, Sendable {
  case request(ClientRequest)
  /// `p`
  case ping
  /// `a`, on a second transport: the client sends on it from now on.
  case switched
  /// `n`, on the first one: nothing more comes over it.
  case ended
}

/// `{"r":7,"a":ACTION,"b":{…}}`
package struct ClientRequest: Hashable, Sendable {
  /// Repeated in the answer as it was sent.
  package var number: JSONValue
  package var action: String
  package var body: JSONValue
}

extension ClientMessage {
  package init(_ text: String) throws(ProtocolViolation) {
    let options = JSONReader.Options(repeatedKeys: .lastCounts, limits: ReadLimits(bytes: .max))
    guard let node = JSONReader.read(SourceText(path: "message", text: text), options).node else {
      throw ProtocolViolation("A message is not JSON.")
    }
    let message = JSONValue(node)
    guard let content = message["d"], case .object = content else {
      throw ProtocolViolation("A message has no content `d`.")
    }
    switch message["t"] {
    case .string("d"): self = .request(try ClientRequest(content))
    case .string("c"): self = try ClientMessage(control: content["t"])
    default: throw ProtocolViolation("A message is neither of data (`d`) nor of control (`c`).")
    }
  }

  private init(control type: JSONValue?) throws(ProtocolViolation) {
    switch type {
    case .string("p"): self = .ping
    case .string("a"): self = .switched
    case .string("n"): self = .ended
    default: throw ProtocolViolation("A control message is of a type that clients do not send.")
    }
  }
}

extension ClientRequest {
  init(_ content: JSONValue) throws(ProtocolViolation) {
    guard let number = content["r"], number.isNumber else { throw ProtocolViolation("A request has no number `r`.") }
    guard case .string(let action)? = content["a"] else { throw ProtocolViolation("A request has no action `a`.") }
    self.init(number: number, action: action, body: content["b"] ?? .object([]))
  }

  /// A text of the body.
  func text(_ name: String) throws(RealtimeRefusal) -> String {
    guard case .string(let text)? = body[name] else { throw Self.malformed(name) }
    return text
  }

  /// The data to be written, null among them.
  func data() throws(RealtimeRefusal) -> JSONValue {
    guard let data = body["d"] else { throw Self.malformed("d") }
    return data
  }

  static func malformed(_ name: String) -> RealtimeRefusal {
    .invalidRequest("The request needs `\(name)`, or has something else there than clients send.")
  }
}

extension JSONValue {
  /// A member of an object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key.utf8.elementsEqual(name.utf8) }?.value
  }

  var isNumber: Bool {
    switch self {
    case .number, .integer: true
    case .null, .boolean, .string, .array, .object: false
    }
  }
}
