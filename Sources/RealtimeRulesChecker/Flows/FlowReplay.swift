package import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Runs flows against the rules. Each step sees what the earlier steps of its flow have written.
package struct FlowReplay: Sendable {
  package struct Step: Sendable {
    package var step: RealtimeFlowStep
    package var result: SimulatedRequest
    /// Why it was denied, for people: the rule that decided, and how it evaluated.
    package var reason: String?
    /// Nil when the outcome is the expected one.
    package var finding: Diagnostic?
  }

  package struct Flow: Sendable {
    package var name: String
    package var steps: [Step]
    /// Whether every step ended as expected.
    package var isAsExpected: Bool { steps.allSatisfy { $0.finding == nil } }
  }

  package private(set) var flows: [Flow] = []
  package var findings: [Diagnostic] { flows.flatMap { $0.steps.compactMap(\.finding) } }

  private let subject: RealtimeSubject
  private let now: Double

  /// Every flow starts from the same data.
  package init(_ flows: RealtimeFlows, on fixture: RulesFixture) {
    subject = fixture.subject
    now = fixture.now
    for flow in flows.flows {
      var data = flows.data ?? fixture.data
      var pushes = 0
      var steps: [Step] = []
      for step in flow.steps {
        let replayed = replay(step, on: data, &pushes)
        if replayed.result.isAllowed { data = replayed.result.applied(to: data) }
        steps.append(replayed)
      }
      self.flows.append(Flow(name: flow.name, steps: steps))
    }
  }

  private func replay(_ step: RealtimeFlowStep, on data: RealtimeNode, _ pushes: inout Int) -> Step {
    let operation: RealtimeRuleRequest.Operation
    do throws(RealtimeWriteError) {
      operation = try self.operation(step, on: data, &pushes)
    } catch {
      let request = RealtimeRuleRequest(.read(.root, query: nil), auth: step.actor.auth, now: now)
      let decision = RealtimeRuleDecision(isAllowed: false, reason: .noRule, rule: nil)
      let finding = Diagnostic(.testFailed, "the step cannot be sent: \(error.restText)", at: step.location)
      return Step(
        step: step, result: SimulatedRequest(actor: step.actor, request: request, decision: decision),
        reason: error.restText,
        finding: finding)
    }
    let request = RealtimeRuleRequest(operation, auth: step.actor.auth, now: now)
    let result = SimulatedRequest(actor: step.actor, request: request, decision: subject.decide(request, data: data))
    let reason = result.isAllowed ? nil : reason(result)
    var finding: Diagnostic?
    if result.isAllowed != step.isExpected {
      finding = result.isAllowed ? unexpectedPermission(step, result) : denial(step, result, reason ?? "", data)
    }
    return Step(step: step, result: result, reason: reason, finding: finding)
  }

  private func operation(
    _ step: RealtimeFlowStep, on data: RealtimeNode, _ pushes: inout Int
  ) throws(RealtimeWriteError) -> RealtimeRuleRequest.Operation {
    switch step.operation {
    case .read(let path, let query): return .read(path, query: query)
    case .write(let path, let value): return .write(path, try value.resolved(over: data[path], now: now))
    case .push(let path, let value):
      pushes += 1
      // A key with the form of a client's push id for this time, but without randomness: results have to be repeatable.
      let number = String(pushes)
      let key = RealtimeKey(
        PushID.prefix(milliseconds: Int64(now)) + String(repeating: "-", count: max(0, 12 - number.utf8.count)) + number
      )
      return .write(path.child(key), try value.resolved(over: .absent, now: now))
    case .update(let path, let values):
      var writes: [(path: RealtimePath, node: RealtimeNode)] = []
      for (below, value) in values {
        let target = path.appending(below)
        writes.append((target, try value.resolved(over: data[target], now: now)))
      }
      return .update(path, writes)
    }
  }

  // MARK: Messages

  private func reason(_ result: SimulatedRequest) -> String {
    let path = result.decision.path
    guard let rule = result.decision.rule else { return "no rule grants `\(path)`" }
    let line = subject.source.location(rule.rule.expression.span).position.line
    let name = "`\(rule.rule.kind.rawValue)` of `\(rule.pattern)` (line \(line))"
    switch result.decision.reason {
    case .granted: return "\(name) grants it"
    case .conditionFalse: return "`\(path)`: \(name) is false"
    case .error(let text): return "`\(path)`: \(name) ends in an error: \(text)"
    case .noRule: return "no rule grants `\(path)`"
    }
  }

  private func unexpectedPermission(_ step: RealtimeFlowStep, _ result: SimulatedRequest) -> Diagnostic {
    var finding = Diagnostic(
      .testFailed, "expected deny, got allow: \(result.request.text)", at: step.location, severity: .error,
      help: "let the rule that grants it ask for more")
    if let rule = result.decision.rule {
      finding.related = [RelatedLocation("this grants it", at: subject.source.location(rule.rule.expression.span))]
    }
    return finding
  }

  private func denial(_ step: RealtimeFlowStep, _ result: SimulatedRequest, _ reason: String, _ data: RealtimeNode)
    -> Diagnostic
  {
    let (code, message, help) = cause(result, data)
    var finding = Diagnostic(
      code, "\(message): \(result.request.text)", at: step.location, severity: code == .staleRoot ? .warning : .error,
      notes: [reason], help: help)
    // A denied step is an error, whatever the usual severity of its code is.
    finding.severity = .error
    if let rule = result.decision.rule {
      finding.related = [RelatedLocation("this decides", at: subject.source.location(rule.rule.expression.span))]
    }
    return finding
  }

  private func cause(_ result: SimulatedRequest, _ data: RealtimeNode) -> (DiagnosticCode, String, String) {
    let path = result.decision.path
    if let user = branch(of: path, result.actor), result.request.isWrite,
      result.decision.rule?.rule.kind != .validate
    {
      return (
        .fanOutDenied, "the branch of `\(user.string)` is closed to others, and the flow writes to it",
        "let members of the same conversation write there, with a condition on `newData`, or let a server do it"
      )
    }
    if readsStaleRoot(result, path, data) {
      return (
        .staleRoot, "the rules look with `root` for what the same update creates",
        "climb from the new data instead: `newData.parent()…child(…)`"
      )
    }
    return (
      .testFailed, "expected allow, got deny", "`firebreak rtdb eval` shows what each part of the rules evaluates to"
    )
  }

  /// The user whose branch contains the path, when the rules let only that user write to the branch.
  private func branch(of path: RealtimePath, _ actor: RealtimeActor) -> Text? {
    var location = subject.locations.first
    for key in path.keys {
      guard let parent = location else { return nil }
      let named = subject.child(key.text, of: parent)
      location = named ?? subject.variableChild(of: parent)
      guard let here = location, let variable = here.variable, key.text != actor.uid else { continue }
      let writes = subject.subtree(of: here).flatMap { $0.conditions(.write) }
      let grants = here.conditions(.write).isEmpty ? writes : here.conditions(.write)
      if subject.areClosed(grants, toAllBut: variable) { return key.text }
    }
    return nil
  }

  /// Whether the rules would allow this write if the other writes of the same update were stored already. `root` only
  /// sees the stored data, so such a rule can never accept the update.
  private func readsStaleRoot(_ result: SimulatedRequest, _ path: RealtimePath, _ data: RealtimeNode) -> Bool {
    guard case .update(_, let writes) = result.request.operation, writes.count > 1,
      let own = writes.first(where: { $0.path == path })
    else { return false }
    let others = writes.filter { $0.path != path }.reduce(data) { $0.replacing($1.path, with: $1.node) }
    let single = RealtimeRuleRequest(.write(path, own.node), auth: result.request.auth, now: result.request.now)
    return subject.decide(single, data: others).isAllowed
  }
}

extension RealtimeSubject {
  /// Whether there is at least one condition, and all of them hold only for the user whose id is the key that the
  /// variable matches.
  func areClosed(_ grants: [Condition], toAllBut variable: Text) -> Bool {
    !grants.isEmpty
      && grants.allSatisfy { grant in
        !grant.normalForm.isTruncated
          && grant.conjunctions.allSatisfy { conjunction in conjunction.contains { $0.callerVariable == variable } }
      }
  }
}

extension RealtimeRuleRequest {
  fileprivate var isWrite: Bool { if case .read = operation { false } else { true } }
}
