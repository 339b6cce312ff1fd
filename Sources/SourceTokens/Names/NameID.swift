/// A name or text that a `NameTable` has met: equal ids are equal bytes, and no name is compared as text.
///
/// Texts of literals have ids of the same table, so that the member `name` and the key `"name"` have one id.
@usableFromInline package struct NameID: Hashable, Sendable, Comparable {
  @usableFromInline package let raw: UInt32

  @inlinable package init(_ raw: UInt32) { self.raw = raw }

  /// The empty text; of a node: it has no name.
  @inlinable package static var empty: NameID { NameID(0) }

  /// In the order in which the table has met them.
  @inlinable package static func < (left: NameID, right: NameID) -> Bool { left.raw < right.raw }
}

/// The content of a literal text: an id of the same table.
package typealias StringID = NameID
