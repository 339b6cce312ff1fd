/// What the writes to one collection mean for its indexes. Entries are not billed by the write; they are written with
/// it, and stored.
package struct WriteFanOutReport: Hashable, Sendable {
  /// Ids of documents left out: `Chats/*/Messages`.
  package var collection: String
  /// Documents that were changed in the period, by the outside world as well.
  package var writes: Int64
  /// Index entries that the written documents have, or had where they were deleted.
  package var indexEntries: Int64
  /// Of these entries.
  package var bytes: Int64
}
