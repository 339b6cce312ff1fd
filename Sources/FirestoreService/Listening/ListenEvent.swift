package import FirestoreModel

/// One message of a Listen stream.
package enum ListenEvent: Sendable {
  case added([Int32])
  /// - Parameter isProjected: the document is not as it is stored, but as a query's projection shows it.
  case documentChanged(Document, isProjected: Bool, targets: [Int32], removed: [Int32])
  case documentDeleted(DocumentPath, readTime: Timestamp, removed: [Int32])
  /// Left the targets; what it looks like now is not told.
  case documentRemoved(DocumentPath, readTime: Timestamp, removed: [Int32])
  case current([Int32], token: [UInt8], readTime: Timestamp)
  /// Everything that was sent so far is consistent at this time.
  case consistent(token: [UInt8], readTime: Timestamp)
  case filter(target: Int32, count: Int32, names: BloomFilter)
  case reset([Int32])
  /// - Parameter cause: nil: as the client asked, or a target that was to be listened to once.
  case removed([Int32], cause: FirestoreError?)
}
