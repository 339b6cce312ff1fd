import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Finds out by simulation whether a rule grants a request whatever is stored and whatever is written: `auth.uid != ''`
/// and `1 == 1` are as open as `true`.
enum UnconditionalAccess {
  /// The states of the data in which the rule grants the request.
  enum Extent { case always, whereAbsent }

  /// Nil when it depends on the stored or the written value.
  static func extent(
    of condition: Condition, at location: RuleLocation, for actor: RealtimeActor, _ subject: RealtimeSubject
  ) -> Extent? {
    if condition.isAlwaysFalse || condition.rule.kind == .validate { return nil }
    if condition.isAlwaysTrue { return .always }
    // Most rules require a sign-in in every conjunction, which needs no simulation.
    if !actor.auth.exists, !condition.normalForm.isTruncated,
      condition.conjunctions.allSatisfy({ $0.contains { $0.atom == .signedIn && $0.isTrue } })
    {
      return nil
    }
    let fixture = subject.fixture
    guard let path = fixture.path(of: location) else { return nil }
    let stored = fixture.data[path]
    func grantsAll(_ data: RealtimeNode) -> Bool {
      let simulator = RequestSimulator(fixture, actor, data: data)
      func grantsEach(_ operations: [RealtimeRuleRequest.Operation]) -> Bool {
        operations.allSatisfy { grants($0, condition, location, subject, simulator) }
      }
      if condition.rule.kind == .read { return grantsEach([.read(path, query: nil)]) }
      // Most rules deny one of the sample values; only for the others it pays to generate values that fit the rules.
      return grantsEach(
        (sampleValues + [stored, stored.withEveryValueChanged].filter(\.exists)).map { .write(path, $0) })
        && grantsEach(simulator.candidateValues(location, path, variant: 0).map { .write(path, $0) })
    }
    guard grantsAll(.absent), grantsAll(fixture.data.replacing(path, with: .absent)) else { return nil }
    let states = ([stored, stored.withEveryValueChanged] + sampleValues).filter(\.exists).map {
      fixture.data.replacing(path, with: $0)
    }
    return states.allSatisfy(grantsAll) ? .always : condition.rule.kind == .write ? .whereAbsent : nil
  }

  private static let sampleValues = [
    RealtimeNode(.string("text")), RealtimeNode(.number(7)), RealtimeNode(.boolean(true)),
    RealtimeNode(RealtimeChildren([(key: RealtimeKey("any"), node: RealtimeNode(.boolean(true)))])),
  ]

  /// Whether this rule grants the write. If a validation then denies it, the rule has granted it all the same.
  private static func grants(
    _ operation: RealtimeRuleRequest.Operation, _ condition: Condition, _ location: RuleLocation,
    _ subject: RealtimeSubject,
    _ simulator: RequestSimulator
  ) -> Bool {
    let decision = simulator.simulate(operation).decision
    guard let rule = decision.rule?.rule else { return false }
    if decision.isAllowed, rule == condition.rule { return true }
    return !decision.isAllowed && rule.kind == .validate && condition.rule.kind == .write
      && !subject.isWritable(above: location)
  }
}

extension RealtimeNode {
  /// The same tree with another value at every leaf.
  fileprivate var withEveryValueChanged: RealtimeNode {
    if let leaf { return RealtimeNode(leaf.changed) }
    return RealtimeNode(RealtimeChildren(children.map { (key: $0.key, node: $0.node.withEveryValueChanged) }))
  }
}
