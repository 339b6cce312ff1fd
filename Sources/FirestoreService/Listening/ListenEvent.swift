package import DocumentStore
package import FirestoreModel

/// One message of a Listen stream.
package enum ListenEvent: Sendable {
  case added([Int32])
  case documentChanged(ShownDocument, targets: [Int32], removed: [Int32])
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

/// A document as a target shows it.
package enum ShownDocument: Sendable {
  case whole(StoredDocument)
  /// What a query's projection leaves of it.
  case part(Document)

  /// - Parameter projection: nil: everything.
  init(_ document: StoredDocument, projection: [FieldPath]?) {
    guard let projection else {
      self = .whole(document)
      return
    }
    var part = document.document
    part.fields = part.fields.projected(to: projection)
    self = .part(part)
  }
}
