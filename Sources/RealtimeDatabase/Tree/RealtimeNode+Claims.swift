import FirestoreModel
package import StructuredText

extension RealtimeNode {
  /// Who somebody is, as rules see it: the claims of a token, or `{"uid": …, "token": {…}}`. Unlike those of data the names
  /// may be any text. What cannot stand in the tree is left out: nulls and infinite numbers.
  package init(claims json: JSONValue) {
    switch json {
    case .null: self = .absent
    case .boolean(let value): self.init(.boolean(value))
    case .integer(let value): self.init(.number(Double(value)))
    case .number(let digits):
      let value = NumberText(digits).double
      self = value.isFinite ? RealtimeNode(.number(value)) : .absent
    case .string(let text): self.init(.string(Text(text)))
    case .array(let elements):
      self.init(
        RealtimeChildren(
          elements.enumerated().map { (key: RealtimeKey(String($0.offset)), node: RealtimeNode(claims: $0.element)) }))
    case .object(let members):
      self.init(
        RealtimeChildren(members.map { (key: RealtimeKey($0.key), node: RealtimeNode(claims: $0.value)) }))
    }
  }
}
