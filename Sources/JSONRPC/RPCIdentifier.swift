package import StructuredText

/// What tells a request from the others of its sender: a text or an integer, kept as it is written.
package enum RPCIdentifier: Hashable, Sendable {
  case text(String)
  case integer(Int64)

  /// Nil for anything else; `null` is no identifier of a request.
  package init?(_ node: Node) {
    switch node.content {
    case .string(let text): self = .text(text)
    case .number(let digits):
      guard let value = NumberText(digits).integer else { return nil }
      self = .integer(value)
    case .null, .boolean, .array, .object: return nil
    }
  }

  package var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .integer(let value): .integer(value)
    }
  }
}
