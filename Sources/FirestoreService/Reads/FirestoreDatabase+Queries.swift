import DocumentStore
package import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryExecution
package import QueryModel
import QueryPlanner

extension FirestoreDatabase {
  package func run(
    _ query: Query, explain: ExplainMode? = nil, _ consistency: ReadConsistency, _ context: RequestContext
  ) async throws(FirestoreError) -> QueryAnswer {
    try await serve(
      .runQuery, RequestTarget.source(query.source), billedAs: explain == .planOnly ? .explain : query.billedKind,
      query: RecordedQuery(kind: .get, query: query), context
    ) { (configuration, served) async throws(FirestoreError) in
      let normalized = try query.normalized(database: name)
      let read = try await reading(.query(normalized), consistency, &served) {
        (snapshot, served) throws(FirestoreError) in
        let ruleReads = try served.admit(
          configuration.access.list(normalized, by: context.caller, on: snapshot, at: served.time)
        ) { .denied(query.billedKind, ruleReads: $0) }
        if explain == .planOnly {
          let explanation = try explainPlan(normalized, [], configuration.engine, ruleReads, &served)
          return QueryAnswer(readTime: snapshot.time, explanation: explanation)
        }
        return try execute(normalized, explain, configuration.engine, ruleReads, snapshot, &served)
      }
      var answer = read.answer
      answer.transaction = read.transaction
      if let id = read.transaction ?? consistency.transaction, let window = answer.result?.window {
        transactions.narrow(normalized, to: window, in: id)
      }
      return answer
    }
  }

  private func execute(
    _ query: NormalizedQuery, _ explain: ExplainMode?, _ engine: QueryEngine, _ ruleReads: Int64,
    _ snapshot: Snapshot, _ served: inout ServedRequest
  ) throws(FirestoreError) -> QueryAnswer {
    let start = clock.now
    let result = try served.noteMissingIndexes(query, [], engine) { () throws(FirestoreError) in
      try engine.run(query, on: snapshot)
    }
    var event = result.billingEvent
    event.ruleReads = ruleReads
    event.responseBytes = WireBytes.result(result, name)
    served.plan = result.plan
    served.missingIndexes = result.missingIndexes
    served.billing = event
    let explanation = explain.map { _ in
      Explanation(
        result.plan, result.statistics, resultsReturned: result.window.count, duration: duration(since: start), event)
    }
    return QueryAnswer(readTime: snapshot.time, result: result, explanation: explanation)
  }

  package func aggregate(
    _ query: AggregationQuery, explain: ExplainMode? = nil, _ consistency: ReadConsistency,
    _ context: RequestContext
  ) async throws(FirestoreError) -> AggregationAnswer {
    try await serve(
      .runAggregationQuery, RequestTarget.source(query.query.source),
      billedAs: explain == .planOnly ? .explain : .aggregate,
      query: RecordedQuery(kind: .aggregate, query: query.query, aggregations: query.aggregations), context
    ) { (configuration, served) async throws(FirestoreError) in
      let normalized = try query.normalized(database: name)
      var looked = normalized.query
      looked.limit = query.countedLimit ?? looked.limit
      var window: ResultWindow?
      let read = try await reading(.query(looked), consistency, &served) {
        (snapshot, served) throws(FirestoreError) in
        let ruleReads = try served.admit(
          configuration.access.list(normalized, by: context.caller, on: snapshot, at: served.time)
        ) { .denied(.aggregate, ruleReads: $0) }
        if explain == .planOnly {
          let explanation = try explainPlan(
            normalized.query, normalized.namedAggregations, configuration.engine, ruleReads, &served)
          return AggregationAnswer(readTime: snapshot.time, explanation: explanation)
        }
        let answer = try execute(normalized, explain, configuration.engine, ruleReads, snapshot, &served)
        if consistency.locks, looked.limit != nil {
          window = try? configuration.engine.run(looked, on: snapshot).window
        }
        return answer
      }
      var answer = read.answer
      answer.transaction = read.transaction
      if let id = read.transaction ?? consistency.transaction, let window {
        transactions.narrow(looked, to: window, in: id)
      }
      return answer
    }
  }

  private func execute(
    _ query: NormalizedAggregationQuery, _ explain: ExplainMode?, _ engine: QueryEngine, _ ruleReads: Int64,
    _ snapshot: Snapshot, _ served: inout ServedRequest
  ) throws(FirestoreError) -> AggregationAnswer {
    let start = clock.now
    let result = try served.noteMissingIndexes(query.query, query.namedAggregations, engine) {
      () throws(FirestoreError) in try engine.aggregate(query, on: snapshot)
    }
    var event = result.billingEvent
    event.ruleReads = ruleReads
    event.responseBytes = WireBytes.aggregation(result)
    served.plan = result.plan
    served.missingIndexes = result.missingIndexes
    served.billing = event
    let explanation = explain.map { _ in
      Explanation(result.plan, result.statistics, resultsReturned: 1, duration: duration(since: start), event)
    }
    return AggregationAnswer(readTime: snapshot.time, result: result, explanation: explanation)
  }

  /// Plans without running: one read, and those of the rules.
  private func explainPlan(
    _ query: NormalizedQuery, _ aggregations: [Aggregation], _ engine: QueryEngine, _ ruleReads: Int64,
    _ served: inout ServedRequest
  ) throws(FirestoreError) -> Explanation {
    let plan: QueryPlan
    do throws(FirestoreError) {
      (plan, served.missingIndexes) = try engine.plan(query, aggregations)
    } catch {
      served.missingIndexes = engine.missingIndexes(query, aggregations)
      throw served.missingIndexes.first?.refusal(planOnly: true) ?? error
    }
    served.plan = plan
    var event = BillingEvent.explain()
    event.ruleReads = ruleReads
    served.billing = event
    return Explanation(indexesUsed: plan.indexesUsed)
  }

  private func duration(since start: Timestamp) -> Int64 {
    max(0, clock.now.microseconds - start.microseconds)
  }
}

extension ServedRequest {
  /// Says which indexes are missing when that is why an execution is refused.
  mutating func noteMissingIndexes<Answer>(
    _ query: NormalizedQuery, _ aggregations: [Aggregation], _ engine: QueryEngine,
    _ perform: () throws(FirestoreError) -> Answer
  ) throws(FirestoreError) -> Answer {
    do throws(FirestoreError) {
      return try perform()
    } catch {
      if error.status == .failedPrecondition { missingIndexes = engine.missingIndexes(query, aggregations) }
      throw error
    }
  }
}

extension AggregationQuery {
  /// How many documents are looked at when all that is wanted are counts that go no further; nil: no other limit than the
  /// query's own.
  fileprivate var countedLimit: Int32? {
    guard !query.limitToLast, query.nearest == nil else { return nil }
    var furthest: Int64 = 0
    for aggregation in aggregations {
      guard case .count(let limit?) = aggregation.op else { return nil }
      furthest = max(furthest, limit)
    }
    return Int32(exactly: min(query.limit.map(Int64.init) ?? .max, furthest))
  }
}

extension ReadConsistency {
  /// Whether a transaction remembers what is read.
  fileprivate var locks: Bool {
    switch self {
    case .transaction, .newTransaction: true
    case .strong, .at: false
    }
  }
}

extension Query {
  fileprivate var billedKind: BillingEvent.Kind { nearest == nil ? .query : .nearest }
}
