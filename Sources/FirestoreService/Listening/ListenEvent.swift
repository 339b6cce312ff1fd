package import FirestoreModel
package import QueryModel

/// What a client asks to be told about, by its own number for it.
package struct ListenTarget: Sendable {
  package enum Subject: Sendable {
    case documents([DocumentPath])
    case query(Query)
  }

  package enum Resumption: Hashable, Sendable {
    case token([UInt8])
    case readTime(Timestamp)
  }

  /// 0: the service chooses.
  package var id: Int32
  package var subject: Subject
  package var resumption: Resumption?
  /// How many documents the client believes to match; more than 0 asks for their names with the count.
  package var expectedCount: Int32?
  /// Ends by itself when the first consistent state was delivered.
  package var once: Bool

  package init(
    id: Int32, subject: Subject, resumption: Resumption? = nil, expectedCount: Int32? = nil, once: Bool = false
  ) {
    self.id = id
    self.subject = subject
    self.resumption = resumption
    self.expectedCount = expectedCount
    self.once = once
  }
}

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

/// A set of names in which every member is found, and others hardly ever.
package struct BloomFilter: Hashable, Sendable {
  package var bitmap: [UInt8]
  /// Unused bits of the last byte.
  package var padding: Int32
  package var hashCount: Int32

  package init(bitmap: [UInt8] = [], padding: Int32 = 0, hashCount: Int32 = 0) {
    self.bitmap = bitmap
    self.padding = padding
    self.hashCount = hashCount
  }
}
