import Diagnostics
import FirestoreModel
package import RealtimeDatabase

extension RealtimeRuleset {
  /// Whether a request is allowed.
  ///
  /// - Parameters:
  ///   - data: the whole database before the request.
  ///   - assumptions: the answers to what nobody has verified.
  ///   - tracing: whether the decision says what every part of every asked rule evaluated to.
  package func decide(
    _ request: RealtimeRuleRequest, data: RealtimeNode, assumptions: RealtimeAssumptions = .standard,
    tracing: Bool = false
  ) -> RealtimeRuleDecision {
    switch request.operation {
    case .read(let path, let query):
      let evaluator = ExpressionEvaluator(
        before: data, after: nil, auth: request.auth, now: request.now, query: QueryVariables(query, assumptions),
        assumptions: assumptions, recorder: tracing ? TraceRecorder() : nil)
      let decider = RuleDecider(self, evaluator)
      if let query, assumptions.takesAlternative(.unindexedQueryRule), !isIndexed(query.ordering, at: path) {
        decider.lacksIndex = true
      }
      return decider.read(path)
    case .write(let path, let node):
      return decide([path], request, data, { data.replacing(path, with: node) }, assumptions, tracing)
    case .update(_, let writes):
      return decide(
        writes.map(\.path), request, data, { writes.reduce(data) { $0.replacing($1.path, with: $1.node) } },
        assumptions,
        tracing)
    }
  }

  /// Whether a write is allowed whose outcome is known already.
  ///
  /// - Parameters:
  ///   - change: the whole database before and after.
  ///   - now: milliseconds since 1970, those of the timestamps of the write.
  package func decide(
    _ change: RealtimeChange, auth: RealtimeNode, now: Double, assumptions: RealtimeAssumptions = .standard,
    tracing: Bool = false
  ) -> RealtimeRuleDecision {
    let request = RealtimeRuleRequest(.update(.root, []), auth: auth, now: now)
    return decide(change.paths, request, change.old, { change.new }, assumptions, tracing)
  }

  private func decide(
    _ paths: [RealtimePath], _ request: RealtimeRuleRequest, _ data: RealtimeNode,
    _ after: @escaping () -> RealtimeNode, _ assumptions: RealtimeAssumptions, _ tracing: Bool
  ) -> RealtimeRuleDecision {
    let evaluator = ExpressionEvaluator(
      before: data, after: after, auth: request.auth, now: request.now, query: QueryVariables(nil, assumptions),
      assumptions: assumptions, recorder: tracing ? TraceRecorder() : nil)
    return RuleDecider(self, evaluator).write(paths)
  }
}

/// Decides one request: which rules are asked, and what follows from their answers.
final class RuleDecider {
  private typealias Asked = (rule: DecidedRule, reason: RealtimeRuleDecision.Reason)
  private struct Place: Hashable {
    var kind: Rule.Kind
    var path: RealtimePath
  }

  private let root: CompiledRuleNode
  private let evaluator: ExpressionEvaluator
  /// Nil when nobody looks.
  private let recorder: TraceRecorder?
  private var trace: [TracedRule] = []
  private var tracedValues = 0
  private var untraced = 0
  /// What rules have said already: the paths of one update share their ancestors, and the data do not change meanwhile.
  private var answers: [Place: RealtimeRuleDecision.Reason] = [:]
  private var remembers = false
  /// The read has a query without its index, and that is assumed to matter.
  var lacksIndex = false

  init(_ rules: RealtimeRuleset, _ evaluator: ExpressionEvaluator) {
    root = rules.compiled
    self.evaluator = evaluator
    recorder = evaluator.recorder
  }

  // MARK: Requests

  func read(_ path: RealtimePath) -> RealtimeRuleDecision {
    let asked = grant(.read, at: path)
    return decision(asked, at: path)
  }

  func write(_ paths: [RealtimePath]) -> RealtimeRuleDecision {
    remembers = paths.count > 1
    var last: (asked: Asked?, path: RealtimePath)?
    for path in paths {
      let permission = grant(.write, at: path)
      guard case .granted? = permission?.reason else { return decision(permission, at: path) }
      if let refusal = refusal(ofWrite: path) { return decision(refusal, at: path) }
      last = (permission, path)
    }
    guard let last else { return RealtimeRuleDecision(isAllowed: true, reason: .granted, rule: nil) }
    return decision(last.asked, at: last.path)
  }

  private func decision(_ asked: Asked?, at path: RealtimePath) -> RealtimeRuleDecision {
    var isAllowed = false
    if case .granted? = asked?.reason { isAllowed = true }
    if let asked { traceDeciding(asked.rule) }
    var decision = RealtimeRuleDecision(
      isAllowed: isAllowed, reason: asked?.reason ?? .noRule, rule: asked?.rule, path: path, trace: trace,
      untraced: untraced)
    decision.hasSearchedTexts = evaluator.hasSearchedTexts
    decision.consulted = evaluator.consulted
    return decision
  }

  // MARK: Trace

  /// A write of many children asks their rules a million times; nobody reads that.
  private var isTraceFull: Bool { trace.count >= 200 || tracedValues >= 2000 }

  private func traced(_ rule: DecidedRule) {
    guard let recorder else { return }
    guard evaluator.recorder != nil else {
      untraced += 1
      return
    }
    let values = recorder.take()
    tracedValues += values.count
    trace.append(TracedRule(rule: rule, values: values))
  }

  /// The rule that decided is asked again where the trace had been full: its answer is the same.
  private func traceDeciding(_ decided: DecidedRule) {
    guard untraced > 0, let recorder,
      !trace.contains(where: { $0.rule.rule.kind == decided.rule.kind && $0.rule.path == decided.path }),
      let rule = chain(decided.path).last?.rule(decided.rule.kind)
    else { return }
    evaluator.recorder = recorder
    _ = answer(of: rule, at: decided.path)
    traced(decided)
    untraced -= 1
  }

  // MARK: Permission

  /// The rules of the locations from the root to a path, as far as there are any.
  private func chain(_ path: RealtimePath) -> [CompiledRuleNode] {
    var nodes = [root]
    var node = root
    for key in path.keys {
      guard let child = node.child(key) else { break }
      nodes.append(child)
      node = child
    }
    return nodes
  }

  /// The first rule on the way that grants, or the deepest that was asked.
  private func grant(_ kind: Rule.Kind, at path: RealtimePath) -> Asked? {
    var deepest: Asked?
    for (depth, node) in chain(path).enumerated() {
      guard let rule = node.rule(kind) else { continue }
      let asked = ask(rule, of: node, at: RealtimePath(Array(path.keys.prefix(depth))))
      if case .granted = asked.reason { return asked }
      deepest = asked
    }
    return deepest
  }

  private func ask(_ rule: CompiledRuleNode.CompiledRule, of node: CompiledRuleNode, at location: RealtimePath) -> Asked
  {
    let decided = DecidedRule(pattern: node.pattern, path: location, rule: rule.rule)
    let place = Place(kind: rule.rule.kind, path: location)
    if remembers, let known = answers[place] { return (decided, known) }
    evaluator.recorder = isTraceFull ? nil : recorder
    let reason = answer(of: rule, at: location)
    traced(decided)
    if remembers { answers[place] = reason }
    return (decided, reason)
  }

  private func answer(
    of rule: CompiledRuleNode.CompiledRule, at location: RealtimePath
  ) -> RealtimeRuleDecision.Reason {
    if lacksIndex, rule.asksQuery { return .error("the query has no index") }
    do throws(RuleFault) {
      return try evaluator.holds(rule.expression, at: location) ? .granted : .conditionFalse
    } catch {
      return .error(error.message)
    }
  }

  // MARK: Validation

  /// The first `.validate` that fails: of what is above the write and remains, then of what is written.
  private func refusal(ofWrite path: RealtimePath) -> Asked? {
    let nodes = chain(path)
    for (depth, node) in nodes.enumerated() {
      guard let rule = node.rule(.validate) else { continue }
      let location = RealtimePath(Array(path.keys.prefix(depth)))
      guard evaluator.consultAfter(location).exists else { continue }
      let asked = ask(rule, of: node, at: location)
      guard case .granted = asked.reason else { return asked }
    }
    guard nodes.count == path.depth + 1, let node = nodes.last, node.validatesBelow else { return nil }
    return refusal(below: path, written: evaluator.after[path], node)
  }

  private func refusal(below path: RealtimePath, written: RealtimeNode, _ node: CompiledRuleNode) -> Asked? {
    guard node.validatesBelow, case .children = written.content else { return nil }
    for (key, child) in node.namedChildren {
      let value = written.child(key)
      if value.exists, let refusal = refusal(at: path.child(key), value, child) { return refusal }
    }
    guard let variable = node.variable, variable.validatesBelow || variable.rule(.validate) != nil else { return nil }
    for (key, value) in written.children where !node.hasName(key) {
      if let refusal = refusal(at: path.child(key), value, variable) { return refusal }
    }
    return nil
  }

  private func refusal(at path: RealtimePath, _ value: RealtimeNode, _ node: CompiledRuleNode) -> Asked? {
    if let rule = node.rule(.validate) {
      let asked = ask(rule, of: node, at: path)
      guard case .granted = asked.reason else { return asked }
    }
    return refusal(below: path, written: value, node)
  }
}
