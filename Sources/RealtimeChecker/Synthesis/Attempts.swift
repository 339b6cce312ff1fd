import FirestoreModel
package import RealtimeDatabase
package import RealtimeRules

/// A request that was put to the rules, and what they say.
package struct Attempt: Sendable {
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
}

/// Makes requests of one kind and asks the evaluator: until one is allowed.
struct Attempts {
  let fixture: RulesFixture
  let actor: RealtimeActor
  /// What stands in the database.
  let data: RealtimeNode
  /// For variables that do not stand for what the scene has.
  var binding: Binding

  init(_ fixture: RulesFixture, _ actor: RealtimeActor, data: RealtimeNode? = nil, binding: Binding? = nil) {
    self.fixture = fixture
    self.actor = actor
    self.data = data ?? fixture.data
    self.binding = binding?.with(uid: actor.uid) ?? fixture.binding(uid: actor.uid)
  }

  func attempt(_ operation: RealtimeRuleRequest.Operation) -> Attempt {
    let request = RealtimeRuleRequest(operation, auth: actor.auth, now: fixture.now)
    return Attempt(actor: actor, request: request, decision: fixture.subject.decide(request, data: data))
  }

  /// The first that is allowed, or the first at all.
  func best(_ operations: some Sequence<RealtimeRuleRequest.Operation>) -> Attempt? {
    var first: Attempt?
    for operation in operations {
      let attempt = attempt(operation)
      if attempt.isAllowed { return attempt }
      if first == nil { first = attempt }
    }
    return first
  }

  // MARK: Reads

  func reads(_ location: RuleLocation, _ path: RealtimePath) -> [RealtimeRuleRequest.Operation] {
    let grants = fixture.subject.grants(.read, at: location)
    var specs: [RealtimeQuerySpec?] = [nil]
    for way in grants.flatMap(\.ways) {
      if let spec = way.query(binding, data), !specs.contains(spec) { specs.append(spec) }
    }
    return specs.prefix(8).map { .read(path, query: $0) }
  }

  // MARK: Values

  /// Values to write at a location, those first that its rules describe.
  func values(_ location: RuleLocation, _ path: RealtimePath, variant: Int) -> [RealtimeNode] {
    Array(candidates(location, path, variant: variant))
  }

  /// The same one by one: whoever looks for one that is allowed need not make them all.
  func candidates(_ location: RuleLocation, _ path: RealtimePath, variant: Int) -> ValueCandidates {
    let subject = fixture.subject
    var shape = Shape(
      subject: subject, binding: binding, now: fixture.now, variant: variant,
      others: [fixture.actors.ownerID, fixture.actors.memberID])
    // What stands there, or stood there in the scene.
    let current = data[path].exists ? data[path] : fixture.data[path]
    var bases: [RealtimeNode] = []
    func add(_ node: RealtimeNode) { if node.exists, !bases.contains(node) { bases.append(node) } }
    let made = shape.node(location)
    // What the app stores says more than a rule that accepts anything.
    if made.leaf != nil, current.exists, current.leaf == nil { add(variant == 0 ? current : current.altered) }
    add(made)
    shape.isMinimal = true
    add(shape.node(location))
    add(variant == 0 ? current : current.altered)
    if bases.isEmpty { add(RealtimeNode(.string(variant == 0 ? "text" : "other"))) }
    let ways = subject.grants(.write, at: location).flatMap { $0.ways.prefix(8) }
    return ValueCandidates(
      attempts: self, location: location, path: path, variant: variant, bases: bases,
      ways: ways.isEmpty ? [[]] : Array(ways.prefix(12)))
  }

  /// The value with what a permission and the validations around it demand of it.
  fileprivate func completed(
    _ value: RealtimeNode, at path: RealtimePath, of location: RuleLocation, satisfying way: [Literal], variant: Int
  ) -> RealtimeNode {
    let subject = fixture.subject
    let wishes = Wishes(subject: subject, binding: binding, now: fixture.now, variant: variant, before: data)
    var after = data.replacing(path, with: value)
    after = wishes.applied(way, about: .after, to: after).tree
    // Where nothing stands nothing stands below, and nothing is made there meanwhile.
    var pending = [(location, Place(.after, location.keys).path(binding))]
    while let (place, found) = pending.popLast() {
      guard let found, after[found].exists else { continue }
      after = validated(after, place, found, wishes)
      for child in subject.children(of: place).reversed() {
        pending.append((child, child.keys.last?.key(binding).map { found.child($0) }))
      }
    }
    for place in subject.ancestors(of: location) where !place.conditions(.validate).isEmpty {
      guard let found = Place(.after, place.keys).path(binding), after[found].exists else { continue }
      after = validated(after, place, found, wishes)
    }
    return after[path]
  }

  /// The tree with what the validations of one location demand.
  private func validated(
    _ tree: RealtimeNode, _ place: RuleLocation, _ path: RealtimePath, _ wishes: Wishes
  ) -> RealtimeNode {
    var after = tree
    for condition in place.conditions(.validate) {
      let ways = condition.ways.filter { way in way.allSatisfy(plausible) }
      var best: RealtimeNode?
      for way in (ways.isEmpty ? condition.ways : ways).prefix(6) {
        let (tree, unmet) = wishes.applied(way, about: .after, to: after)
        guard tree[path].exists else { continue }
        if best == nil || unmet.isEmpty { best = tree }
        if unmet.isEmpty { break }
      }
      after = best ?? after
    }
    return after
  }

  /// Whether a fact about what is stored, or about the caller, may hold; facts about the new data always may. Only to
  /// choose what to try: the evaluator decides.
  func plausible(_ literal: Literal) -> Bool {
    switch literal.fact {
    case .signedIn: return literal.isTrue == actor.auth.exists
    case .exists(let place) where place.side == .before:
      guard let path = place.path(binding) else { return !literal.isTrue || place.keys.contains { !$0.isKnown } }
      return data[path].exists == literal.isTrue
    case .equal(let left, let right):
      if let variable = literal.callerVariable {
        return (binding.variables[variable]?.text == actor.uid) == literal.isTrue
      }
      guard let place = [left, right].lazy.compactMap(\.place).first(where: { $0.side == .before }),
        let path = place.path(binding),
        literal.isTrue, literal.callerPlace == place
      else { return true }
      guard let uid = actor.uid else { return false }
      return data[path].leaf == .string(uid)
    default: return true
    }
  }
}

/// The values that may be written at a location, each once.
struct ValueCandidates: Sequence, IteratorProtocol {
  fileprivate let attempts: Attempts
  fileprivate let location: RuleLocation
  fileprivate let path: RealtimePath
  fileprivate let variant: Int
  /// What the values are made of, and the ways in which a permission is given.
  fileprivate let bases: [RealtimeNode]
  fileprivate let ways: [[Literal]]
  private var base = 0
  private var way = 0
  /// A way that says nothing of the new data has been taken: another one makes the same value.
  private var hasPlain = false
  private var given: [RealtimeNode] = []

  fileprivate init(
    attempts: Attempts, location: RuleLocation, path: RealtimePath, variant: Int, bases: [RealtimeNode],
    ways: [[Literal]]
  ) {
    self.attempts = attempts
    self.location = location
    self.path = path
    self.variant = variant
    self.bases = bases
    self.ways = ways
  }

  mutating func next() -> RealtimeNode? {
    while base < bases.count {
      guard way < ways.count else {
        (base, way, hasPlain) = (base + 1, 0, false)
        continue
      }
      let literals = ways[way]
      way += 1
      if !literals.contains(where: { !$0.fact.isOpaque && $0.concerns(.after) }) {
        if hasPlain { continue }
        hasPlain = true
      }
      let value = attempts.completed(bases[base], at: path, of: location, satisfying: literals, variant: variant)
      guard value.exists, !given.contains(value) else { continue }
      given.append(value)
      return value
    }
    return nil
  }
}

extension [Literal] {
  /// The query that a way to read demands; nil when it demands none.
  fileprivate func query(_ binding: Binding, _ data: RealtimeNode) -> RealtimeQuerySpec? {
    var spec = RealtimeQuerySpec(ordering: .key)
    var isQuery = false
    func bound(_ operand: Operand) -> RealtimeNode? {
      switch operand {
      case .uid: binding.uid.map { RealtimeNode(.string($0)) }
      case .value(let place): place.path(binding).map { data[$0] }
      case .text(let parts): KeyPattern(parts).key(binding).map { RealtimeNode(.string($0.text)) }
      default: operand.constant.map { RealtimeNode($0) }
      }
    }
    for literal in self where literal.isTrue {
      switch literal.fact {
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
  /// The same with its first value changed.
  fileprivate var altered: RealtimeNode {
    if let leaf { return RealtimeNode(leaf.changed) }
    for (key, child) in children { return replacing(RealtimePath([key]), with: child.altered) }
    return self
  }
}
