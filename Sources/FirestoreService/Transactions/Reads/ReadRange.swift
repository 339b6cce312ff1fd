import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel

/// The documents that a query or a listing looked at, those that are not there included.
struct ReadRange: Sendable {
  private enum Extent: Sendable {
    case query(QueryMatcher)
    /// - Parameter after: where the page begins; nil: at the first name.
    case collection(CollectionPath, after: DocumentPath?)
  }

  private let extent: Extent
  /// Nil for listings.
  let query: NormalizedQuery?
  /// The position of the last document that a limited query looked at; nil: it looked to the end.
  private(set) var last: [UInt8]?
  /// The last name that a page of a listing holds; nil: it looked to the end.
  private(set) var lastName: DocumentPath?

  /// Whether it is known how far it looked.
  private var hasEnd: Bool { last != nil || lastName != nil }

  /// What was read may turn out to end before the end: queries with a limit, and pages.
  var awaitsEnd: Bool { !hasEnd && query.map { $0.limit != nil } ?? true }

  init(_ query: NormalizedQuery, database: DatabaseName) throws(FirestoreError) {
    do throws(UnboundOperandError) {
      extent = .query(try QueryMatcher(query, database: database))
    } catch {
      // Only shapes have unknown operands, and shapes are planned, never run.
      throw FirestoreError(.internal, "the query has operands that are not known")
    }
    self.query = query
  }

  init(_ collection: CollectionPath, after name: DocumentPath? = nil) {
    extent = .collection(collection, after: name)
    query = nil
  }

  /// What it is about, below the documents root.
  var text: String {
    switch extent {
    case .query: query.map { RequestTarget.source($0.source) } ?? ""
    case .collection(let collection, _): "\(collection)"
    }
  }

  /// The same listing as another, wherever it ended.
  func isPage(of collection: CollectionPath, after name: DocumentPath?) -> Bool {
    guard case .collection(collection, after: name) = extent else { return false }
    return true
  }

  /// Whether the change is one of what was seen, or would have been seen.
  func isTouched(by change: DocumentChange) -> Bool {
    change.old != change.new && (covers(change.old) || covers(change.new))
  }

  private func covers(_ document: Document?) -> Bool {
    guard let document else { return false }
    switch extent {
    case .collection(let collection, let first):
      guard document.path.isDirectly(in: collection) else { return false }
      return first.map { $0 < document.path } ?? true && lastName.map { document.path <= $0 } ?? true
    case .query(let matcher):
      guard let position = matcher.position(of: document) else { return false }
      guard let last else { return true }
      return !last.lexicographicallyPrecedes(position)
    }
  }

  /// The query has not looked beyond this document.
  mutating func end(at document: Document) {
    guard case .query(let matcher) = extent, let position = matcher.position(of: document) else { return }
    last = position
  }

  /// The page has not looked beyond this name.
  mutating func end(at name: DocumentPath) { lastName = name }

  /// Whether the other range is of the same query, to the end or as far.
  func isCovered(by other: ReadRange) -> Bool {
    switch (extent, other.extent) {
    case (.collection(let own, let first), .collection(let others, let otherFirst)):
      own == others && (otherFirst == nil || otherFirst == first)
        && (other.lastName == nil || other.lastName == lastName)
    case (.query, .query): query == other.query && (other.last == nil || other.last == last)
    case (.query, .collection), (.collection, .query): false
    }
  }
}

extension DocumentPath {
  fileprivate func isDirectly(in collection: CollectionPath) -> Bool {
    segments.count == collection.segments.count + 1 && segments.dropLast().elementsEqual(collection.segments)
  }
}
