package import DocumentStore
package import FirestoreModel
package import QueryModel
import QueryPlanner

/// A listener on a query: the last delivered result and how it moves on.
///
/// The result is a window over a retained version, so a listener on a thousand documents costs what it is asked, not
/// what it holds.
package struct QueryTarget: Sendable {
  package let query: Query
  package let engine: QueryEngine
  /// The effective order of the result.
  package let order: [Order]
  private let isWindowed: Bool
  package let normalized: NormalizedQuery
  /// Planned once: a listener asks the same question again after every commit that may concern it.
  private var planned: (plan: QueryPlan, missingIndexes: [MissingIndex])?
  private let source: SourceMatcher
  /// Nil until the first snapshot was delivered.
  package private(set) var current: ResultWindow?

  /// Refuses what the real-time backend refuses, and every invalid query.
  ///
  /// - Parameter takesEverySource: queries on every collection, and on a group below a document, are served, as Google's
  ///   emulator does.
  package init(_ query: Query, engine: QueryEngine, takesEverySource: Bool = false) throws(FirestoreError) {
    if query.source.collectionID == nil, !takesEverySource {
      throw FirestoreError(.invalidArgument, "All-collection queries are not supported by real-time queries.")
    }
    if query.source.allDescendants, !query.source.parent.segments.isEmpty, !takesEverySource {
      throw FirestoreError(
        .invalidArgument,
        "'all_descendants' in CollectionSelector with document parent is not supported by real-time queries.")
    }
    if query.nearest != nil {
      throw FirestoreError(.invalidArgument, "FindNearest is not supported by real-time queries.")
    }
    let normalized = try query.normalized(database: engine.planner.database)
    self.query = query
    self.engine = engine
    self.normalized = normalized
    order = normalized.order
    isWindowed = normalized.limit != nil || normalized.offset > 0
    source = SourceMatcher(normalized.source)
  }

  /// The first result, or the whole result anew.
  package mutating func attach(on snapshot: Snapshot) throws(FirestoreError) -> QueryResult {
    let result = try run(on: snapshot)
    current = result.window
    return result
  }

  private mutating func run(on snapshot: Snapshot) throws(FirestoreError) -> QueryResult {
    if planned == nil { planned = try engine.plan(normalized) }
    guard let planned else { return try engine.run(query, on: snapshot) }
    return try PlanExecution(
      plan: planned.plan, missingIndexes: planned.missingIndexes, snapshot: snapshot
    ).documents()
  }

  /// Whether a document can be in the result at all, by where it is stored.
  package func covers(_ path: DocumentPath) -> Bool { source.contains(path) }

  /// Moves to a newer version after one commit; nil when nothing visible changed.
  package mutating func advance(to snapshot: Snapshot, after commit: Commit) throws(FirestoreError) -> TargetDelta? {
    let changed = Commit.merged(CollectionOfOne(commit))
    return try advance(to: snapshot, changed: changed)
  }

  /// Moves to a newer version over all changes in between as one step, as a resumed listener does.
  package mutating func advance(
    to snapshot: Snapshot, changed: [DocumentPath: DocumentChange]
  ) throws(FirestoreError) -> TargetDelta? {
    guard let before = current else { return nil }
    let relevant = changed.filter { source.contains($0.key) }
    if relevant.isEmpty { return nil }
    let after = try run(on: snapshot).window
    current = after
    return TargetDelta.between(before, after, changed: relevant, isWindowed: isWindowed)
  }
}
