package import DocumentStore
package import FirestoreModel
package import QueryModel
import QueryPlanner

/// A listener on a query: the last delivered result and how it moves on.
///
/// The result is a window over a retained version, so a listener on a thousand documents costs what it is asked, not
/// what it holds.
package struct QueryTarget: Sendable {
  private let question: ListenerQuestion
  /// Planned once: a listener asks the same question again after every commit that may concern it.
  private var compiled: CompiledPlan?
  /// The result that was delivered last; nil before the first.
  package private(set) var current: ResultWindow?
  private var statistics = ExecutionStatistics()

  package var query: Query { question.query }
  package var engine: QueryEngine { question.engine }
  package var normalized: NormalizedQuery { question.normalized }
  /// The effective order of the result.
  package var order: [Order] { question.normalized.order }

  /// The answer that was delivered last; nil before the first.
  package var latest: QueryResult? {
    guard let compiled, let current else { return nil }
    return QueryResult(
      window: current, distances: nil, plan: compiled.plan, statistics: statistics,
      missingIndexes: compiled.missingIndexes)
  }

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
    question = ListenerQuestion(query, try query.normalized(database: engine.planner.database), engine)
  }

  /// The first result, or the whole result anew.
  package mutating func attach(on snapshot: Snapshot) throws(FirestoreError) -> QueryResult {
    let result = try run(on: snapshot)
    (current, statistics) = (result.window, result.statistics)
    return result
  }

  private mutating func run(on snapshot: Snapshot) throws(FirestoreError) -> QueryResult {
    if let compiled { return try PlanExecution(compiled, on: snapshot).documents() }
    let (plan, missingIndexes) = try question.engine.plan(question.normalized)
    let compiled = try CompiledPlan(plan, missingIndexes, database: snapshot.database)
    self.compiled = compiled
    return try PlanExecution(compiled, on: snapshot).documents()
  }

  /// Whether a document can be in the result at all, by where it is stored.
  package func covers(_ path: DocumentPath) -> Bool { question.source.contains(path) }

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
    let relevant = changed.filter { question.source.contains($0.key) }
    if relevant.isEmpty { return nil }
    let after = try attach(on: snapshot).window
    return TargetDelta.between(before, after, changed: relevant, isWindowed: question.isWindowed)
  }
}

/// What a listener asks, shared by all versions of its result.
private final class ListenerQuestion: Sendable {
  let query: Query
  let normalized: NormalizedQuery
  let engine: QueryEngine
  let source: SourceMatcher
  let isWindowed: Bool

  init(_ query: Query, _ normalized: NormalizedQuery, _ engine: QueryEngine) {
    self.query = query
    self.normalized = normalized
    self.engine = engine
    source = SourceMatcher(normalized.source)
    isWindowed = normalized.limit != nil || normalized.offset > 0
  }
}
