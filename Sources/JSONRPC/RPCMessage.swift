package import StructuredText

/// A message of JSON-RPC 2.0 that somebody has sent.
package enum RPCMessage: Hashable, Sendable {
  case request(RPCRequest)
  case notification(RPCNotification)
  /// An answer, with the identifier of what it answers.
  case response(RPCIdentifier?)
}

/// Something that wants an answer.
package struct RPCRequest: Hashable, Sendable {
  package var identifier: RPCIdentifier
  package var method: String
  /// An object or an array; nil: none.
  package var parameters: Node?

  package init(identifier: RPCIdentifier, method: String, parameters: Node? = nil) {
    self.identifier = identifier
    self.method = method
    self.parameters = parameters
  }
}

/// Something that wants none.
package struct RPCNotification: Hashable, Sendable {
  package var method: String
  package var parameters: Node?

  package init(method: String, parameters: Node? = nil) {
    self.method = method
    self.parameters = parameters
  }
}

extension Node {
  /// The value of a key; nil for what is no object, or has no such key.
  package func member(_ key: String) -> Node? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text, where it is one.
  package var text: String? { if case .string(let text) = content { text } else { nil } }

  package var isObject: Bool { if case .object = content { true } else { false } }
}
