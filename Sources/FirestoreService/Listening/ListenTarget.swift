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

  /// Why a client SDK asks, where it says so (label `goog-listen-tags`); decides what the target bills.
  package enum Purpose: String, Hashable, Sendable, CaseIterable {
    /// A document of the cache that its query no longer confirms.
    case limboDocument = "limbo-document"
    /// The cache held other documents than the service counted.
    case existenceFilterMismatch = "existence-filter-mismatch"
    /// As before, and the names that came with the count could not tell which.
    case existenceFilterMismatchBloom = "existence-filter-mismatch-bloom"
  }

  /// 0: the service chooses.
  package var id: Int32
  package var subject: Subject
  package var resumption: Resumption?
  /// How many documents the client believes to match; more than 0 asks for their names with the count.
  package var expectedCount: Int32?
  /// Ends by itself when the first consistent state was delivered.
  package var once: Bool
  /// Nil: an app listens.
  package var purpose: Purpose?

  package init(
    id: Int32, subject: Subject, resumption: Resumption? = nil, expectedCount: Int32? = nil, once: Bool = false,
    purpose: Purpose? = nil
  ) {
    self.id = id
    self.subject = subject
    self.resumption = resumption
    self.expectedCount = expectedCount
    self.once = once
    self.purpose = purpose
  }
}
