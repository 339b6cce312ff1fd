import Diagnostics
package import DocumentStore
package import FirestoreModel
package import FirestoreRulesProver
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
package import QueryModel

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
    prover.assumptions.knowsDocuments = snapshot != nil
    let time = RuleTimestamp(time)
    let verdict =
      if let snapshot {
        prover.prove(query, auth: auth, time: time, database: database, reader: StoredDocuments(snapshot))
      } else {
        prover.prove(query, auth: auth, time: time, database: database, reader: NoDocuments())
      }
    var kept = AccessEvidence(proof: verdict)
    if evidence == .tracesAndCoverage, let snapshot {
      kept.cover(verdict, of: query, by: auth, in: database, engine, StoredDocuments(snapshot), at: time)
    }
    let operation = JudgedOperation(verdict, target: query.source.text, under: engine.rules)
    return AccessDecision(
      basis: .rules, isAllowed: verdict.isAllowed, operations: [operation], ruleReads: verdict.documentsRead,
      readSites: verdict.readSites,
      budgets: AccessDecision.Budgets(
        expressions: verdict.expressionCount, accesses: verdict.documentsRead.count,
        accessLimit: RequestExtent.list.accessLimit, cachedAccesses: verdict.cachedAccesses),
      mode: mode, evidence: keepsEvidence ? kept : nil)
  }
}

extension AccessMode {
  var proof: ListProver.Mode {
    switch self {
    case .production: .production
    case .emulator: .emulator
    }
  }
}

extension JudgedOperation {
  fileprivate init(_ verdict: ListVerdict, target: String, under rules: CompiledRules) {
    self.init(method: .list, target: target, doubts: verdict.doubts)
    let source = rules.ruleset.source
    switch verdict.answer {
    case .allowed(let steps): allowedBy = steps.first.map { source.location($0.span) }
    case .denied(let found):
      denial = AccessDenial(found.kind, found.condition, target: target, found.explanation, verdict, rules)
      denial?.missingFilter = found.missingFilter
      denial?.counterexample = found.counterexample
    case .unknown(let unproven):
      denial = AccessDenial(.unproven, unproven.condition, target: target, unproven.explanation, verdict, rules)
      denial?.missingFilter = unproven.missingFilter
    }
  }
}

extension AccessDenial {
  fileprivate init(
    _ kind: Denial.Kind, _ condition: FailedCondition?, target: String, _ explanation: String, _ verdict: ListVerdict,
    _ rules: CompiledRules
  ) {
    let source = rules.ruleset.source
    self.init(
      kind: .rules(kind), method: .list, target: target, location: condition.map { source.location($0.span) },
      condition: condition.map { source.line(of: $0.span) }, message: explanation)
    if let condition, let statement = verdict.statement(of: condition) {
      emulatorMessage = rules.emulatorMessage(condition.error ?? "false", for: .list, at: statement.span)
    }
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
