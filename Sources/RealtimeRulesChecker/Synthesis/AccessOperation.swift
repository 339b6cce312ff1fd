import RealtimeDatabase

/// An operation that an actor may be allowed to do at a location.
package enum AccessOperation: String, Hashable, Sendable, CaseIterable {
  case read, list, create, overwrite
  /// A write to a descendant of the location for which there are no write rules of its own.
  case childWrite = "sub-path write"
  case delete
  /// A write of another type than the rules or the stored data expect, such as a text in place of children.
  case typeConfusedWrite = "type-confused write"

  /// The name of a child that is neither in the rules nor in the data.
  static let undeclaredChild: RealtimeKey = "extra"
}
