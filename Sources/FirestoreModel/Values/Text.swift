/// A string that is equal, hashed and ordered by its UTF-8 bytes, as Firestore does.
///
/// Swift's `String` compares by canonical equivalence, so `"é"` written with one or with two scalars would be the same
/// map key. Firestore keeps them apart; every string that takes part in a query, a path or a document is a `Text`.
package struct Text: Sendable {
  package let string: String

  package init(_ string: String) { self.string = string }

  /// Number of UTF-8 bytes.
  package var byteCount: Int { string.utf8.count }
}

extension Text: Hashable {
  package static func == (lhs: Text, rhs: Text) -> Bool {
    lhs.string.utf8.count == rhs.string.utf8.count && lhs.string.utf8.elementsEqual(rhs.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
  }
}

extension Text: Comparable {
  package static func < (lhs: Text, rhs: Text) -> Bool {
    lhs.string.utf8.lexicographicallyPrecedes(rhs.string.utf8)
  }
}

extension Text: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral value: String) { self.init(value) }
  package var description: String { string }
}
