import Diagnostics
package import DocumentStore
package import FirestoreModel
package import QueryModel
package import RulesChecker
import RulesEvaluator
import RulesLanguage

// Queries are not filtered by rules but proved: every document that a query could return must pass.

extension AccessControl {
  /// A query, once or as a listener.
  package func list(
    _ query: NormalizedQuery, by caller: Caller, on snapshot: Snapshot, at time: Timestamp
  ) -> AccessDecision {
    list(ListQuery(query), by: caller, on: snapshot, at: time)
  }

  /// An aggregation is a `list` of what it aggregates (observed in production).
  package func list(
    _ aggregation: NormalizedAggregationQuery, by caller: Caller, on snapshot: Snapshot, at time: Timestamp
  ) -> AccessDecision {
    list(ListQuery(aggregation), by: caller, on: snapshot, at: time)
  }

  /// ListDocuments: rules see the page size as the limit (observed in production).
  package func list(
    documentsOf collection: CollectionPath, pageSize: Int32?, by caller: Caller, on snapshot: Snapshot,
    at time: Timestamp
  ) -> AccessDecision {
    list(ListQuery(documentsOf: collection, pageSize: pageSize), by: caller, on: snapshot, at: time)
  }

  private func list(
    _ query: ListQuery, by caller: Caller, on snapshot: Snapshot, at time: Timestamp
  ) -> AccessDecision {
    list(query, by: caller, on: snapshot, database: snapshot.database.database, at: time)
  }

  /// A query whose parts may be unknown is allowed only if it is for all of their values.
  /// - Parameter snapshot: nil: it is not known which documents there are.
  package func list(
    _ query: ListQuery, by caller: Caller, on snapshot: Snapshot?, database: Text, at time: Timestamp
  ) -> AccessDecision {
    guard case .user(let auth) = caller else { return .privileged(mode) }
    guard let engine, var prover else { return withoutRules([(.list, query.source.text)]) }
    let verdict: ListVerdict
    if let snapshot {
      verdict = prover.prove(
        query, auth: auth, time: RuleTimestamp(time), database: database, reader: StoredDocuments(snapshot))
    } else {
      prover = ListProver(engine.rules, mode: mode.proof, assumptions: ListProver.Assumptions(knowsDocuments: false))
      verdict = prover.prove(
        query, auth: auth, time: RuleTimestamp(time), database: database, reader: NoDocuments())
    }
    let operation = JudgedOperation(verdict, target: query.source.text, source: engine.rules.ruleset.source)
    return AccessDecision(
      basis: .rules, isAllowed: verdict.isAllowed, operations: [operation], ruleReads: verdict.documentsRead,
      budgets: AccessDecision.Budgets(
        expressions: verdict.expressionCount, accesses: verdict.documentsRead.count,
        accessLimit: RequestExtent.list.accessLimit, cachedAccesses: 0),
      mode: mode)
  }
}

extension AccessMode {
  package var proof: ListProver.Mode {
    switch self {
    case .production: .production
    case .emulator: .emulator
    }
  }
}

extension JudgedOperation {
  fileprivate init(_ verdict: ListVerdict, target: String, source: SourceText) {
    self.init(method: .list, target: target, doubts: verdict.doubts)
    switch verdict.answer {
    case .allowed(let steps): allowedBy = steps.first.map { source.location($0.span) }
    case .denied(let denial):
      self.denial = AccessDenial(
        kind: .rules(denial.condition == nil ? .noMatch : .conditionFalse), target: target,
        condition: denial.condition, explanation: denial.explanation, missingFilter: denial.missingFilter,
        counterexample: denial.counterexample, source: source)
    case .unknown(let unproven):
      denial = AccessDenial(
        kind: .rules(.unproven), target: target, condition: unproven.condition, explanation: unproven.explanation,
        missingFilter: unproven.missingFilter, counterexample: nil, source: source)
    }
  }
}

extension AccessDenial {
  fileprivate init(
    kind: Kind, target: String, condition: FailedCondition?, explanation: String, missingFilter: String?,
    counterexample: RulesDocument?, source: SourceText
  ) {
    let location = condition.map { source.location($0.span) }
    self.init(
      kind: kind, method: .list, target: target, location: location,
      condition: condition.map { source.line(of: $0.span) }, message: explanation, missingFilter: missingFilter,
      counterexample: counterexample,
      emulatorEntries: location.map { ["false for 'list' @ L\($0.position.line)"] } ?? [])
  }
}

extension QuerySource {
  /// The collection, `group posts`, or `group posts` below a document.
  var text: String {
    let parent = parent.segments.map(\.text).joined(separator: "/")
    let id = collectionID?.text ?? "every collection"
    if allDescendants { return "group \(id)" + (parent.isEmpty ? "" : " below \(parent)") }
    return parent.isEmpty ? id : "\(parent)/\(id)"
  }
}
