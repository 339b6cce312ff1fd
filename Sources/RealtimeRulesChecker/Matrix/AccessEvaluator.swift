import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Finds out which operations one actor can do: tries requests until one is allowed, and otherwise looks for a proof
/// that all requests are denied.
struct AccessEvaluator {
  let fixture: RulesFixture
  let actor: RealtimeActor
  let data: RealtimeNode
  let binding: Binding

  init(_ fixture: RulesFixture, _ actor: RealtimeActor, data: RealtimeNode? = nil, binding: Binding? = nil) {
    self.fixture = fixture
    self.actor = actor
    self.data = data ?? fixture.data
    self.binding = binding?.with(uid: actor.uid) ?? fixture.binding(uid: actor.uid)
  }

  struct Trial {
    var result: SimulatedRequest
    /// A node that is removed from the data before the request.
    var removedPath: RealtimePath?
  }

  /// Nil when the operation makes no sense at the location.
  func cell(_ operation: AccessOperation, at location: RuleLocation, _ path: RealtimePath) -> MatrixCell? {
    let trials = runTrials(operation, at: location, path)
    guard let witness = trials.first(where: \.result.isAllowed) ?? trials.first else { return nil }
    var cell = MatrixCell(
      pattern: location.pattern, actor: actor, operation: operation, verdict: .allow, witness: witness.result,
      removedPath: witness.removedPath)
    if witness.result.isAllowed { return cell }
    let proof = DenialProof(fixture: fixture, actor: actor, binding: binding)
    guard let grant = proof.possibleGrant(operation, at: location, path, exists: data[path].exists) else {
      cell.verdict = .deny
      return cell
    }
    var others = alternativeData(operation, at: location, path).map {
      AccessEvaluator(fixture, actor, data: $0, binding: binding)
    }
    others += alternativeTimes(operation, at: location).map {
      AccessEvaluator(fixture.at($0), actor, data: data, binding: binding)
    }
    for other in others {
      guard let found = other.runTrials(operation, at: location, path).first(where: \.result.isAllowed) else {
        continue
      }
      (cell.witness, cell.removedPath, cell.changes) = (found.result, found.removedPath, data.changes(to: other.data))
      return cell
    }
    cell.verdict = verdict(grant, at: location, trials.map(\.result))
    return cell
  }

  /// The verdict when no request was allowed and there is no proof that none can be.
  private func verdict(_ grant: Condition, at location: RuleLocation, _ denied: [SimulatedRequest])
    -> MatrixCell.Verdict
  {
    if let reason = reasonForUnknown(location, denied) { return .unknown(reason) }
    let rule = fixture.subject.location(of: grant)
    return .unknown(
      "`\(grant.rule.kind.rawValue)` of `\(rule.pattern)` in line \(fixture.subject.lineNumber(of: grant)) may allow a request that was not tried"
    )
  }

  /// Tries requests of one operation, up to the first that is allowed.
  func runTrials(_ operation: AccessOperation, at location: RuleLocation, _ path: RealtimePath) -> [Trial] {
    let simulator = RequestSimulator(fixture, actor, data: data, binding: binding)
    let simulatorWithoutNode = RequestSimulator(
      fixture, actor, data: data.replacing(path, with: .absent), binding: binding)
    let exists = data[path].exists
    let isList = fixture.subject.isList(location)
    switch operation {
    case .read: return isList ? [] : run(simulator, simulator.readOperations(location, path))
    case .list: return isList ? run(simulator, simulator.readOperations(location, path)) : []
    case .create:
      return run(
        simulatorWithoutNode,
        simulatorWithoutNode.candidateValues(location, path, variant: 0).lazy.map { .write(path, $0) },
        removing: exists ? path : nil)
    case .overwrite:
      guard exists else { return [] }
      let changed = run(
        simulator,
        simulator.candidateValues(location, path, variant: 1).lazy.filter { $0 != data[path] }.map { .write(path, $0) }
      )
      // Some rules only accept the value that is already stored. That is permission to write, too.
      return changed.last?.result.isAllowed ?? false ? changed : changed + run(simulator, [.write(path, data[path])])
    case .childWrite: return exists ? run(simulator, childWrites(location, path)) : []
    case .delete: return exists ? run(simulator, [.write(path, .absent)]) : []
    case .typeConfusedWrite:
      let confusion = TypeConfusion(fixture: fixture, actor: actor, binding: binding)
      let overwrites = exists ? run(simulator, confusion.operations(location, path, simulator, data[path])) : []
      if overwrites.contains(where: \.result.isAllowed) { return overwrites }
      return overwrites
        + run(
          simulatorWithoutNode, confusion.operations(location, path, simulatorWithoutNode, .absent),
          removing: exists ? path : nil)
    }
  }

  private func run(
    _ simulator: RequestSimulator, _ operations: some Sequence<RealtimeRuleRequest.Operation>,
    removing removedPath: RealtimePath? = nil
  ) -> [Trial] {
    var trials: [Trial] = []
    for operation in operations.prefix(24) {
      trials.append(Trial(result: simulator.simulate(operation), removedPath: removedPath))
      if trials.last?.result.isAllowed ?? false { break }
    }
    return trials
  }

  /// Writes to children that have no write rules of their own.
  func childWrites(_ location: RuleLocation, _ path: RealtimePath) -> [RealtimeRuleRequest.Operation] {
    let subject = fixture.subject
    var operations: [RealtimeRuleRequest.Operation] = []
    var names: Set<RealtimeKey> = []
    for (key, node) in data[path].children.prefix(12) where !subject.hasOwnWriteRules(key, below: location) {
      names.insert(key)
      operations.append(.write(path.child(key), RealtimeNode(node.leaf?.changed ?? .boolean(true))))
      if let uid = actor.uid { operations.append(.write(path.child(key), RealtimeNode(.string(uid)))) }
      operations.append(.write(path.child(key), RealtimeNode(.number(fixture.now))))
    }
    for child in subject.children(of: location) where child.variable == nil {
      guard let name = child.node.pattern.last.map({ RealtimeKey($0) }), !names.contains(name),
        !subject.hasOwnWriteRules(name, below: location)
      else { continue }
      let values = RequestSimulator(fixture, actor, data: data, binding: binding).candidateValues(
        child, path.child(name), variant: 1)
      operations += values.prefix(2).map { .write(path.child(name), $0) }
    }
    if let uid = actor.uid {
      // The actor adds themselves to a list of users.
      for list in TypeConfusion(fixture: fixture, actor: actor, binding: binding).listsWithoutOwnRules(location, path)
      where !subject.entriesHaveOwnWriteRules(list) {
        operations.append(.write(list.child(RealtimeKey(uid.string)), RealtimeNode(.boolean(true))))
      }
    }
    if !subject.hasOwnWriteRules(AccessOperation.undeclaredChild, below: location) {
      operations.append(.write(path.child(AccessOperation.undeclaredChild), RealtimeNode(.boolean(true))))
    }
    return operations
  }

  /// The part of the deciding rules that requires a value which cannot be generated; nil when there is none.
  private func reasonForUnknown(_ location: RuleLocation, _ denied: [SimulatedRequest]) -> String? {
    let subject = fixture.subject
    let simulator = RequestSimulator(fixture, actor, data: data, binding: binding)
    var conditions: [Condition] = []
    for result in denied {
      guard let rule = result.decision.rule?.rule else { continue }
      // A read or write is denied by all the rules that could have granted it, a validation only by itself.
      let locations =
        rule.kind == .validate
        ? Array(subject.subtree(of: location)) + subject.ancestors(of: location)
        : subject.locationsFromRoot(to: location)
      conditions += locations.flatMap { $0.conditions(rule.kind) }.filter { rule.kind != .validate || $0.rule == rule }
    }
    for condition in conditions {
      if condition.normalForm.isTruncated {
        return "the condition in line \(subject.lineNumber(of: condition)) has too many cases"
      }
      for conjunction in condition.conjunctions where conjunction.allSatisfy(simulator.mayHold) {
        if actor.auth.exists, let literal = conjunction.first(where: \.requiresUnknownClaim) {
          return "`\(literal.expression.spelling)` in line \(subject.lineNumber(of: condition)) depends on the token"
        }
        if let opaque = conjunction.first(where: { $0.atom.isOpaque || !$0.atom.references.allSatisfy(\.isKnown) }) {
          return
            "`\(opaque.expression.spelling)` in line \(subject.lineNumber(of: condition)) asks for what cannot be made up"
        }
      }
    }
    return nil
  }
}

extension Literal {
  /// Whether a claim has to match a regular expression for which no matching text is known.
  fileprivate var requiresUnknownClaim: Bool {
    guard isTrue, case .textTest(.matches, .claim, let pattern) = atom else { return false }
    guard case .other(let pattern) = pattern else { return true }
    return RegexExample.text(pattern.string) == nil
  }
}
