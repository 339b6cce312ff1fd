import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel
import QueryPlanner

/// The documents that an app keeps on its device, each as the server sent it last: all that `source: cache` can show.
final class ClientCache {
  private let store: DocumentStore
  /// No query of the cache needs an index.
  private let engine: QueryEngine

  init(_ engine: QueryEngine, at time: Timestamp) {
    self.engine = engine
    store = DocumentStore(database: engine.planner.database, createTime: time, retention: 0)
  }

  func document(_ path: DocumentPath) -> Document? { store.current.document(path) }

  func run(_ query: Query) throws(FirestoreError) -> QueryResult { try engine.run(query, on: store.current) }

  /// Takes in what the server has said of a document; nil: that there is none.
  func take(_ document: Document?, at path: DocumentPath, _ time: Timestamp) {
    if let document {
      store.load([document], at: time)
    } else if self.document(path) != nil {
      _ = try? store.commit([Write(path, .delete)], at: time)
    }
  }

  /// Takes in a whole result. What the cache takes for a part of it and the server does not is asked for, as SDKs do.
  func take(
    _ parts: [ResultPart], of query: Query, _ time: Timestamp, asking current: (DocumentPath) -> Document?
  ) {
    var sent: Set<DocumentPath> = []
    let before = store.current
    for part in parts {
      let documents = part.window.stored(in: 0..<part.window.count).map(\.document)
      sent.formUnion(documents.map(\.path))
      // Most of a result that comes again is there already.
      store.load(documents.filter { before.document($0.path)?.updateTime != $0.updateTime }, at: time)
    }
    guard let known = try? run(query).window else { return }
    let doubtful = (0..<known.count).compactMap { known.path(at: $0) }.filter { !sent.contains($0) }
    for path in doubtful { take(current(path), at: path, time) }
  }
}
