package import Diagnostics
package import FirestoreModel
package import IndexCatalog
import Project
package import QueryModel

/// A query as the project states it, with parts that are only known at run time, and the place that states it.
package struct QueryShape: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Asked once.
    case get
    /// Asked once per page, with a limit and a cursor that the page step adds.
    case page
    case listen
    case aggregate
  }

  /// The operation's name; nil when the step has none.
  /// An index file as a workload names it, and where.
  package struct IndexFileMention: Hashable, Sendable {
    package var path: String
    package var location: SourceLocation

    package init(path: String, location: SourceLocation) {
      self.path = path
      self.location = location
    }
  }

  package var name: String?
  package var kind: Kind
  package var query: Query
  /// Empty unless `kind` is `aggregate`.
  package var aggregations: [Aggregation]
  /// As the user wrote it.
  package var text: String
  package var location: SourceLocation
  /// Ids of the findings that this place is meant to show.
  package var expectedFindings: Set<String>
  /// A refusal by the service is the right answer here.
  package var expectsRefusal: Bool
  /// Rules are to deny it: nothing is looked up, and no document of the answer is billed.
  package var expectsDenial: Bool
  /// The index file that the workload itself names, relative to its own; nil: that of the project.
  package var indexFile: IndexFileMention?
  package var edition: Edition
  /// False for a query that a source builds and does not send: what it costs is not known.
  package var isSent = true
  /// Nothing is used of the result but how many documents it has.
  package var isOnlyCounted = false
  /// A migration or a script asks it, once.
  package var isOfOneRun = false
  /// False where a source asks only what the client has kept, or the SDK throws: no index is needed and nothing is
  /// billed.
  package var reachesService = true
  /// What the code of a source leaves open; nothing for queries of workloads.
  package var unresolved: [UnresolvedPart] = []
  /// The places of sources that ask the same, `src/search.ts:41`; empty for queries of workloads.
  package var callSites: [String] = []
  /// Where callers have built a query that another function sends.
  package var builtAt: [SourceLocation] = []
  /// The functions in which the calls begin that lead to it, as far as they are known.
  package var calledFrom: Set<String> = []
  /// Only the inventory tells of it.
  package var isOnlyRecorded = false
  /// The document whose own index definitions count beside those of the project.
  package var document: String?
  /// The document shows the definitions that serve it, so that the project need not have them yet.
  package var isServedByDocument = false

  package init(
    name: String? = nil, kind: Kind, query: Query, aggregations: [Aggregation] = [], text: String,
    location: SourceLocation, expectedFindings: Set<String> = [], expectsRefusal: Bool = false,
    expectsDenial: Bool = false, indexFile: IndexFileMention? = nil, edition: Edition = .standard
  ) {
    self.name = name
    self.kind = kind
    self.query = query
    self.aggregations = aggregations
    self.text = text
    self.location = location
    self.expectedFindings = expectedFindings
    self.expectsRefusal = expectsRefusal
    self.expectsDenial = expectsDenial
    self.indexFile = indexFile
    self.edition = edition
  }

  /// How messages name it: by the operation, or by its text on one line.
  package var shortText: String {
    if let name { return name }
    return String(QuotedText.of(text, limit: 200).dropFirst().dropLast())
  }
}

extension QueryShape {
  /// Something is unknown that decides which indexes serve the query and what rules say to it.
  package var isOpen: Bool { unresolved.contains { $0.kind.decidesIndexes } }

  /// It is one of more queries than are followed, which may need other indexes.
  var hasVariants: Bool { unresolved.contains { $0.kind == .variants } }

  /// Whether constraints that nothing is known of may be on it.
  var mayHaveMore: Bool {
    hasVariants || unresolved.contains { $0.kind == .constraint || $0.kind == .calls }
  }

  /// Whether the query as it runs may be served by the index, as far as its code tells: it is open, of the same
  /// collection or of one that only the run knows, and the index has the fields that it surely needs and, where nothing
  /// more can be on the query, no others. Without filters and orders no composite is needed.
  package func mayNeed(_ index: IndexDefinition) -> Bool {
    guard isOpen || hasVariants || dynamicField != nil else { return false }
    if let id = query.source.collectionID?.literal {
      guard id == index.collectionGroup else { return false }
    } else {
      guard
        query.filter != nil || !query.orders.isEmpty || query.nearest != nil || !aggregations.isEmpty || mayHaveMore
      else { return false }
    }
    // Another variant may be another query altogether.
    if hasVariants { return true }
    if query.source.allDescendants, index.scope == .collection { return false }
    let stored = Set(index.fields.map(\.path))
    guard query.inequalityFields.allSatisfy({ $0.isOpenName || stored.contains($0) }) else { return false }
    return mayUseOtherFields || stored.allSatisfy { $0.isDocumentName || query.usedFields.contains($0) }
  }

  /// Whether it may use fields that it does not show.
  private var mayUseOtherFields: Bool {
    mayHaveMore || query.nearest != nil || !aggregations.isEmpty || query.usedFields.contains(where: \.isOpenName)
      || unresolved.contains { [.collection, .field, .aggregation].contains($0.kind) }
  }

  /// A field whose name is made of values, such as `archivedBy.$uid`: every value is a field of its own.
  var dynamicField: FieldPath? { query.usedFields.first(where: \.hasUnknownSegment) }
}

extension FieldPath {
  /// Only the run knows the whole name.
  fileprivate var isOpenName: Bool { isUnknown || hasUnknownSegment }
}

extension Diagnostic {
  /// The finding with the places where callers have built the query that it is about.
  package func naming(_ builders: [SourceLocation]) -> Diagnostic {
    var finding = self
    finding.related += builders.map { RelatedLocation(RelatedLocation.origin, at: $0) }
    return finding
  }
}
