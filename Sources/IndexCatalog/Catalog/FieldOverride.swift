package import FirestoreModel

/// The single-field settings of one field (or of all fields) in one collection group.
///
/// An override replaces the whole set of single-field indexes of its field: what it lists exists, everything else, in
/// any scope, is gone. No entries means that the field is exempt from indexing.
package struct FieldOverride: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    case field(FieldPath)
    /// The unquoted `*`: every field of the collection group.
    case allFields
  }

  /// One single-field index that stays on.
  package struct Entry: Hashable, Sendable {
    package var mode: IndexMode
    package var scope: QueryScope

    package init(_ mode: IndexMode, _ scope: QueryScope) {
      self.mode = mode
      self.scope = scope
    }
  }

  package var collectionGroup: Text
  package var target: Target
  package var entries: [Entry]
  /// Nil leaves the time-to-live policy of the field alone.
  package var ttl: Bool?

  package init(collectionGroup: Text, target: Target, entries: [Entry], ttl: Bool? = nil) {
    self.collectionGroup = collectionGroup
    self.target = target
    self.entries = entries
    self.ttl = ttl
  }
}

extension FieldOverride {
  /// Whether both are about the same field, or both about all fields, of one collection group.
  package func hasTarget(of other: FieldOverride) -> Bool {
    collectionGroup == other.collectionGroup && target == other.target
  }

  /// What holds for a field without any override: ascending, descending and array membership, collection scope only.
  package static let automaticEntries: [Entry] = [
    Entry(.ascending, .collection), Entry(.descending, .collection), Entry(.contains, .collection),
  ]
}
