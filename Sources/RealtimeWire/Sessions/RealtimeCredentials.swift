import FirestoreModel
package import RealtimeDatabase
package import RealtimeService
package import StructuredText

/// Who a client says to be.
package struct RealtimeCredentials: Hashable, Sendable {
  package var caller: RealtimeCaller
  /// Seconds since 1970 when the token ends; nil for those without an end.
  package var expiry: Int64?

  package init(caller: RealtimeCaller, expiry: Int64? = nil) {
    self.caller = caller
    self.expiry = expiry
  }

  /// The owner may ask to be judged like somebody else.
  ///
  /// - Parameter auth: an object, or null for somebody who is not signed in.
  /// - Throws: for everybody else, and for other values.
  package mutating func override(_ auth: JSONValue) throws(RealtimeRefusal) {
    guard caller == .owner else { throw .permissionDenied }
    switch auth {
    case .null: caller = .anonymous
    case .object: caller = .client(auth: RealtimeNode(claims: auth))
    case .boolean, .number, .integer, .string, .array:
      throw .invalidRequest("The auth variable of an owner must be a JSON object or null")
    }
  }
}

extension RealtimeNode {
  /// Claims of a token, whose names may be any text. What cannot stand in the tree is left out: nulls and infinite
  /// numbers.
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
