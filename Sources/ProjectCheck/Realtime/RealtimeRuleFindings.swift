import Diagnostics
import FirestoreModel
import QueryModel
import QueryScanner
import RealtimeDatabase
import RealtimeRules
import RealtimeRulesChecker

extension ProjectQueries {
  /// What the rules of the Realtime Database allow, and the indexes that nothing asks for.
  var realtimeRuleFindings: [Diagnostic] {
    let writes = observedWrites + workloadWrites
    return realtimeRules.readings.flatMap { reading -> [Diagnostic] in
      guard let ruleset = reading.ruleset else { return [] }
      let unused = UnusedRealtimeIndexes.findings(in: ruleset, queries: realtimeQueries)
      let findings = RealtimeRulesCheck.findings(ruleset, context: context(writes), and: unused)
      return TestRules.judged(findings, named: ruleset.source.path)
    }
  }

  /// The same of the rules that documents show; parts that hold nothing but indexes say nothing about access.
  var shownRealtimeRuleFindings: [Diagnostic] {
    let writes = observedWrites
    return sources.fragments.filter { $0.kind == .realtimeRules }.flatMap { fragment -> [Diagnostic] in
      let reading = RealtimeRulesReading.fragment(fragment.text)
      guard reading.decidesAccess, let ruleset = reading.ruleset else {
        return reading.diagnostics.map { fragment.placed($0) }
      }
      let own = writes.filter { $0.location.source.path == fragment.source.path }
      return RealtimeRulesCheck.findings(ruleset, context: context(own)).map { fragment.placed($0) }
    }
  }

  /// - Parameter writes: what is seen to be written to the database that has the rules.
  private func context(_ writes: [ObservedWrite]) -> RealtimeCheckContext {
    RealtimeCheckContext(assumptions: realtimeAssumptions, writes: writes)
  }

  /// Reads whose location is known, of all sources.
  private var realtimeQueries: [RealtimeQuery]? {
    var queries: [RealtimeQuery] = []
    for source in sources.requests {
      guard case .realtime(let query) = source.request.target else { continue }
      // One that may be anywhere may use any index.
      if source.request.unresolved.contains(where: { $0.kind == .collection || $0.kind == .field }) { return nil }
      queries.append(query)
    }
    return queries.isEmpty ? nil : queries
  }
}

/// Indexes of the rules that no query of the project orders by.
enum UnusedRealtimeIndexes {
  /// - Parameter queries: nil: not all are known, and nothing can be said.
  static func findings(in ruleset: RealtimeRuleset, queries: [RealtimeQuery]?) -> [Diagnostic] {
    guard let queries else { return [] }
    return ruleset.root.everyNode.flatMap { node in
      node.indexes.filter { index in !queries.contains { $0.uses(index, of: node) } }.map { index in
        Diagnostic(
          .unusedIndexOn, "no query of the project orders `\(node.patternText)` by `\(index.target)`",
          at: ruleset.source.location(index.span), notes: ["each write below the node keeps the index up to date"],
          help: "remove it, unless something outside of the project uses it")
      }
    }
  }
}

extension RealtimeQuery {
  fileprivate func uses(_ index: RealtimeIndex, of node: RuleNode) -> Bool {
    guard location.segments.count == node.pattern.count else { return false }
    for (segment, key) in zip(location.segments, node.pattern) where !key.utf8.starts(with: "$".utf8) {
      if let literal = segment.literal, literal.string.utf8.elementsEqual(key.utf8) == false { return false }
    }
    switch ordering {
    case .value: return Text("\(index.target)") == ".value"
    case .child(let path):
      let names = path.segments.compactMap { $0.literal?.string }
      return names.count < path.segments.count || Text("\(index.target)") == Text(names.joined(separator: "/"))
    case nil, .key, .priority: return false
    }
  }
}
