import DocumentStore
package import FirestoreModel

/// The documents a query returns at one version of the database, in order, offset and limit applied.
///
/// Held without reading the documents: when the plan is one index whose ranges are exactly the matches, only ranks are
/// kept and every question below costs O(log n); otherwise the matching names are listed once.
package struct ResultWindow: Sendable {
  private enum Storage: Sendable {
    case counted(CountedEntries)
    case listed(ListedEntries)
  }

  private let storage: Storage
  let snapshot: Snapshot
  let space: NameSpace
  /// `limitToLast`: the window was cut in the flipped order and is handed out backwards.
  let reversed: Bool

  init(counted: CountedEntries, snapshot: Snapshot, space: NameSpace, reversed: Bool) {
    storage = .counted(counted)
    self.snapshot = snapshot
    self.space = space
    self.reversed = reversed
  }

  init(listed: ListedEntries, snapshot: Snapshot, space: NameSpace, reversed: Bool) {
    storage = .listed(listed)
    self.snapshot = snapshot
    self.space = space
    self.reversed = reversed
  }

  /// The time of the version that was read.
  package var readTime: Timestamp { snapshot.time }

  /// The version that was read, which the window keeps in memory.
  package var version: Int { snapshot.version }

  package var count: Int {
    switch storage {
    case .counted(let entries): entries.window.count
    case .listed(let entries): entries.paths.count
    }
  }

  /// The name of the document at a position of the result; nil outside 0 ..< count.
  package func path(at position: Int) -> DocumentPath? {
    guard (0..<count).contains(position) else { return nil }
    let index = reversed ? count - 1 - position : position
    switch storage {
    case .counted(let entries): return entries.path(at: index)
    case .listed(let entries): return entries.paths[index]
    }
  }

  package func document(at position: Int) -> Document? { path(at: position).flatMap { snapshot.document($0) } }

  /// The documents at some positions, as they are stored: found by walking on, where one alone has to be searched for.
  package func stored(in positions: Range<Int>) -> StoredDocuments {
    switch storage {
    case .counted(let entries): StoredDocuments(entries.walk(positions, reversed: reversed), of: snapshot)
    case .listed(let entries):
      StoredDocuments(entries.paths(at: positions, reversed: reversed), of: snapshot)
    }
  }

  /// The position of a document in the result, or nil when it is not part of it.
  package func position(of path: DocumentPath) -> Int? {
    let index: Int?
    switch storage {
    case .counted(let entries): index = snapshot.document(path).flatMap { entries.index(of: $0) }
    case .listed(let entries): index = entries.positions[path]
    }
    return index.map { reversed ? count - 1 - $0 : $0 }
  }

  /// Where a document, in the version of this window's snapshot, stands; nil when it is not part of the result.
  /// - Parameter keys: of entries of documents that match the query, where the window is cut out of an index.
  func place(of document: Document?, noting keys: inout [[UInt8]]) -> WindowPlace? {
    guard let document else { return nil }
    switch storage {
    case .counted(let entries): return entries.place(of: document, noting: &keys)
    case .listed(let entries): return entries.positions[document.path].map(WindowPlace.index)
    }
  }

  /// The entries, where the window is cut out of an index.
  var countedEntries: CountedEntries? {
    if case .counted(let entries) = storage { entries } else { nil }
  }

  package func contains(_ path: DocumentPath) -> Bool { position(of: path) != nil }

  /// Sum of the wire sizes of all documents in the result, whole documents.
  package var wireSize: Int {
    switch storage {
    case .counted(let entries): entries.wireSize
    case .listed(let entries):
      entries.paths.reduce(0) { sum, path in
        sum + (snapshot.stored(path)?.wireSize ?? 0)
      }
    }
  }
}

/// Names found by walking, with their positions.
struct ListedEntries: Sendable {
  let paths: [DocumentPath]
  let positions: [DocumentPath: Int]

  init(_ paths: [DocumentPath]) {
    self.paths = paths
    positions = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1, $0) })
  }

  func paths(at positions: Range<Int>, reversed: Bool) -> ArraySlice<DocumentPath> {
    guard reversed else { return paths[positions] }
    return paths[(paths.count - positions.upperBound)..<(paths.count - positions.lowerBound)].reversed()[...]
  }
}
