import FirestoreModel
package import RealtimeDatabase
package import RealtimeRules

/// A request of an actor, and how the rules decide it.
package struct SimulatedRequest: Sendable {
  package var actor: RealtimeActor
  package var request: RealtimeRuleRequest
  package var decision: RealtimeRuleDecision

  package var isAllowed: Bool { decision.isAllowed }

  /// The location that is read or written.
  package var path: RealtimePath {
    switch request.operation {
    case .read(let path, _), .write(let path, _), .update(let path, _): path
    }
  }

  /// The data after the request.
  func applied(to data: RealtimeNode) -> RealtimeNode {
    switch request.operation {
    case .read: data
    case .write(let path, let node): data.replacing(path, with: node)
    case .update(_, let writes): writes.reduce(data) { $0.replacing($1.path, with: $1.node) }
    }
  }
}

/// Lets the rules decide requests of one actor on one state of the database, and generates requests that the rules are
/// likely to allow.
struct RequestSimulator {
  let fixture: RulesFixture
  let actor: RealtimeActor
  /// The state of the database before the requests.
  let data: RealtimeNode
  /// The keys that the variables of the rules match, where they differ from those of the fixture.
  var binding: Binding

  init(_ fixture: RulesFixture, _ actor: RealtimeActor, data: RealtimeNode? = nil, binding: Binding? = nil) {
    self.fixture = fixture
    self.actor = actor
    self.data = data ?? fixture.data
    self.binding = binding?.with(uid: actor.uid) ?? fixture.binding(uid: actor.uid)
  }

  func simulate(_ operation: RealtimeRuleRequest.Operation) -> SimulatedRequest {
    let request = RealtimeRuleRequest(operation, auth: actor.auth, now: fixture.now)
    return SimulatedRequest(actor: actor, request: request, decision: fixture.subject.decide(request, data: data))
  }

  /// The first request that is allowed, or the first of all when none is. Nil for no operations.
  func firstAllowedOrFirst(_ operations: some Sequence<RealtimeRuleRequest.Operation>) -> SimulatedRequest? {
    var first: SimulatedRequest?
    for operation in operations {
      let result = simulate(operation)
      if result.isAllowed { return result }
      if first == nil { first = result }
    }
    return first
  }

  // MARK: Reads

  func readOperations(_ location: RuleLocation, _ path: RealtimePath) -> [RealtimeRuleRequest.Operation] {
    let grants = fixture.subject.grants(.read, at: location)
    var specs: [RealtimeQuerySpec?] = [nil]
    for conjunction in grants.flatMap(\.conjunctions) {
      if let spec = conjunction.requiredQuery(binding, data), !specs.contains(spec) { specs.append(spec) }
    }
    return specs.prefix(8).map { .read(path, query: $0) }
  }

  // MARK: Values

  /// Values to write at a location, those first that its rules describe. They are made one by one: a search for one
  /// that is allowed does not have to make them all.
  func candidateValues(_ location: RuleLocation, _ path: RealtimePath, variant: Int) -> CandidateValues {
    let subject = fixture.subject
    var generator = NodeGenerator(
      subject: subject, binding: binding, now: fixture.now, variant: variant,
      otherMembers: [fixture.actors.ownerID, fixture.actors.memberID])
    // The current value, or the one of the fixture where the value has been removed.
    let current = data[path].exists ? data[path] : fixture.data[path]
    var bases: [RealtimeNode] = []
    func add(_ node: RealtimeNode) { if node.exists, !bases.contains(node) { bases.append(node) } }
    let generated = generator.makeNode(at: location)
    // Where the rules describe no children, the stored value is the better model.
    if generated.leaf != nil, current.exists, current.leaf == nil {
      add(variant == 0 ? current : current.withFirstValueChanged)
    }
    add(generated)
    generator.isMinimal = true
    add(generator.makeNode(at: location))
    add(variant == 0 ? current : current.withFirstValueChanged)
    if bases.isEmpty { add(RealtimeNode(.string(variant == 0 ? "text" : "other"))) }
    let conjunctions = subject.grants(.write, at: location).flatMap { $0.conjunctions.prefix(8) }
    return CandidateValues(
      simulator: self, location: location, path: path, variant: variant, bases: bases,
      conjunctions: conjunctions.isEmpty ? [[]] : Array(conjunctions.prefix(12)))
  }

  /// The value, changed so that it satisfies one conjunction of a write rule and the validations above and below it.
  fileprivate func completed(
    _ value: RealtimeNode, at path: RealtimePath, of location: RuleLocation, satisfying conjunction: [Literal],
    variant: Int
  ) -> RealtimeNode {
    let subject = fixture.subject
    let solver = ConstraintSolver(subject: subject, binding: binding, now: fixture.now, variant: variant, before: data)
    var after = data.replacing(path, with: value)
    after = solver.solve(conjunction, on: .after, in: after).tree
    // A missing node has no children to validate, so its subtree is skipped.
    var pending = [(location, DataReference(.after, location.keys).path(binding))]
    while let (current, found) = pending.popLast() {
      guard let found, after[found].exists else { continue }
      after = validated(after, current, found, solver)
      for child in subject.children(of: current).reversed() {
        pending.append((child, child.keys.last?.key(binding).map { found.child($0) }))
      }
    }
    for ancestor in subject.ancestors(of: location) where !ancestor.conditions(.validate).isEmpty {
      guard let found = DataReference(.after, ancestor.keys).path(binding), after[found].exists else { continue }
      after = validated(after, ancestor, found, solver)
    }
    return after[path]
  }

  /// The tree, changed so that it satisfies the validations of one location as far as possible.
  private func validated(
    _ tree: RealtimeNode, _ location: RuleLocation, _ path: RealtimePath, _ solver: ConstraintSolver
  ) -> RealtimeNode {
    var after = tree
    for condition in location.conditions(.validate) {
      let conjunctions = condition.conjunctions.filter { conjunction in conjunction.allSatisfy(mayHold) }
      var best: RealtimeNode?
      for conjunction in (conjunctions.isEmpty ? condition.conjunctions : conjunctions).prefix(6) {
        let (tree, unsatisfied) = solver.solve(conjunction, on: .after, in: after)
        guard tree[path].exists else { continue }
        if best == nil || unsatisfied.isEmpty { best = tree }
        if unsatisfied.isEmpty { break }
      }
      after = best ?? after
    }
    return after
  }

  /// Whether a literal about the stored data or about the caller may hold; one about the new data always may. This only
  /// chooses which requests to try: the decision itself always comes from the evaluator.
  func mayHold(_ literal: Literal) -> Bool {
    switch literal.atom {
    case .signedIn: return literal.isTrue == actor.auth.exists
    case .exists(let reference) where reference.side == .before:
      guard let path = reference.path(binding) else {
        return !literal.isTrue || reference.keys.contains { !$0.isKnown }
      }
      return data[path].exists == literal.isTrue
    case .equal(let left, let right):
      if let variable = literal.callerVariable {
        return (binding.variables[variable]?.text == actor.uid) == literal.isTrue
      }
      guard let reference = [left, right].lazy.compactMap(\.reference).first(where: { $0.side == .before }),
        let path = reference.path(binding),
        literal.isTrue, literal.callerReference == reference
      else { return true }
      guard let uid = actor.uid else { return false }
      return data[path].leaf == .string(uid)
    default: return true
    }
  }
}

/// The values that may be written at a location, without duplicates, each made when it is asked for.
struct CandidateValues: Sequence, IteratorProtocol {
  fileprivate let simulator: RequestSimulator
  fileprivate let location: RuleLocation
  fileprivate let path: RealtimePath
  fileprivate let variant: Int
  /// Every combination of a base value and a conjunction of a write rule gives one candidate.
  fileprivate let bases: [RealtimeNode]
  fileprivate let conjunctions: [[Literal]]
  private var baseIndex = 0
  private var conjunctionIndex = 0
  /// A conjunction without literals about the new data has been used for the current base: a second one would give the
  /// same value.
  private var hasUsedUnconstrained = false
  private var produced: [RealtimeNode] = []

  fileprivate init(
    simulator: RequestSimulator, location: RuleLocation, path: RealtimePath, variant: Int, bases: [RealtimeNode],
    conjunctions: [[Literal]]
  ) {
    self.simulator = simulator
    self.location = location
    self.path = path
    self.variant = variant
    self.bases = bases
    self.conjunctions = conjunctions
  }

  mutating func next() -> RealtimeNode? {
    while baseIndex < bases.count {
      guard conjunctionIndex < conjunctions.count else {
        (baseIndex, conjunctionIndex, hasUsedUnconstrained) = (baseIndex + 1, 0, false)
        continue
      }
      let literals = conjunctions[conjunctionIndex]
      conjunctionIndex += 1
      if !literals.contains(where: { !$0.atom.isOpaque && $0.refers(to: .after) }) {
        if hasUsedUnconstrained { continue }
        hasUsedUnconstrained = true
      }
      let value = simulator.completed(bases[baseIndex], at: path, of: location, satisfying: literals, variant: variant)
      guard value.exists, !produced.contains(value) else { continue }
      produced.append(value)
      return value
    }
    return nil
  }
}

extension [Literal] {
  /// The query that a conjunction of a read rule requires; nil when it requires none.
  fileprivate func requiredQuery(_ binding: Binding, _ data: RealtimeNode) -> RealtimeQuerySpec? {
    var spec = RealtimeQuerySpec(ordering: .key)
    var isQuery = false
    func bound(_ operand: Operand) -> RealtimeNode? {
      switch operand {
      case .uid: binding.uid.map { RealtimeNode(.string($0)) }
      case .value(let reference): reference.path(binding).map { data[$0] }
      case .text(let parts): KeyPattern(parts).key(binding).map { RealtimeNode(.string($0.text)) }
      default: operand.constant.map { RealtimeNode($0) }
      }
    }
    for literal in self where literal.isTrue {
      switch literal.atom {
      case .equal(.query(let name), let other), .equal(let other, .query(let name)):
        isQuery = true
        switch name.string {
        case "orderByChild":
          if case .string(let child) = bound(other)?.leaf { spec.ordering = .child(RealtimePath(child.string)) }
        case "orderByKey": spec.ordering = .key
        case "orderByValue": spec.ordering = .value
        case "orderByPriority": spec.ordering = .priority
        case "equalTo":
          spec.start = bound(other).map { RealtimeQuerySpec.Bound($0) }
          spec.end = spec.start
        case "startAt": spec.start = bound(other).map { RealtimeQuerySpec.Bound($0) }
        case "endAt": spec.end = bound(other).map { RealtimeQuerySpec.Bound($0) }
        case "limitToFirst": if case .number(let count) = bound(other)?.leaf { spec.limit = .first(Int(count.count)) }
        case "limitToLast": if case .number(let count) = bound(other)?.leaf { spec.limit = .last(Int(count.count)) }
        default: break
        }
      case .less(.query(let name), .number(let most)), .lessOrEqual(.query(let name), .number(let most)):
        isQuery = true
        let count = Int(Swift.min(most.count, 50).rounded(.down))
        if name.string == "limitToFirst" { spec.limit = .first(Swift.max(1, count)) }
        if name.string == "limitToLast" { spec.limit = .last(Swift.max(1, count)) }
      default: continue
      }
    }
    return isQuery ? spec : nil
  }
}

extension Double {
  fileprivate var count: Double { isFinite ? Swift.max(1, Swift.min(self, 1e6)) : 1 }
}

extension RealtimeNode {
  /// The same node with another value at its first leaf.
  fileprivate var withFirstValueChanged: RealtimeNode {
    if let leaf { return RealtimeNode(leaf.changed) }
    for (key, child) in children { return replacing(RealtimePath([key]), with: child.withFirstValueChanged) }
    return self
  }
}
