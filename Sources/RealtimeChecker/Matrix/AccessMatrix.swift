import Diagnostics
import FirestoreModel
package import RealtimeDatabase
import RealtimeRules

/// What somebody does at a location.
package enum Deed: String, Hashable, Sendable, CaseIterable {
  case read, list, create, overwrite
  /// A write to something inside the location that has no rules for itself.
  case change = "sub-path write"
  case delete
  /// A text where children stand, children where a text stands, and the like; also where nothing stands yet.
  case confuse = "type-confused write"
}

/// One answer: whether an actor can do something at a location, and the request that shows it.
package struct MatrixCell: Sendable {
  package enum Verdict: Hashable, Sendable {
    /// There is a request that is allowed.
    case allow
    /// It is proven that there is none.
    case deny
    /// No request was allowed of those that were tried, and another one may be; the text says by what.
    case unknown(String)
  }

  /// As the rules write it.
  package var pattern: String
  package var actor: RealtimeActor
  package var deed: Deed
  package var verdict: Verdict
  /// The request, the first that was allowed or else the first that was tried.
  package var witness: SimulatedRequest
  /// What stands in the data instead, where it was made up.
  package var with: [DataChange] = []
  /// What was taken away from the data before.
  package var without: RealtimePath?
}

/// Who can do what: for every location of the rules, every actor and every deed.
package struct AccessMatrix: Sendable {
  package let fixture: RulesFixture
  package private(set) var cells: [MatrixCell] = []

  package init(_ fixture: RulesFixture) {
    self.fixture = fixture
    for location in fixture.subject.rows {
      guard let path = fixture.path(of: location), path.depth <= RealtimePath.maximumDepth else { continue }
      for deed in Deed.allCases {
        for actor in fixture.actors.all {
          if let cell = Deeds(fixture, actor).cell(deed, at: location, path) { cells.append(cell) }
        }
      }
    }
  }

  /// What stands in the database before the request of a cell.
  package func data(before cell: MatrixCell) -> RealtimeNode {
    let data = cell.with.reduce(fixture.data) { $0.replacing($1.path, with: $1.node) }
    return cell.without.map { data.replacing($0, with: .absent) } ?? data
  }

  /// The cells of one location and deed, in the order of the actors.
  package func cells(_ pattern: String, _ deed: Deed) -> [MatrixCell] {
    cells.filter { $0.pattern == pattern && $0.deed == deed }
  }
}

extension RealtimeSubject {
  /// The locations that permissions are about: with one of their own or below, and lists.
  var rows: [RuleLocation] {
    locations.filter { location in
      if location.isClosed { return false }
      if location.index == 0 { return location.conditions.contains { $0.rule.kind != .validate } }
      return subtree(of: location).contains { $0.conditions.contains { $0.rule.kind != .validate } }
    }
  }

  /// Whether a child decides about writes itself, and so has cells of its own.
  func isRow(_ key: RealtimeKey, below location: RuleLocation) -> Bool {
    guard let child = child(key.text, of: location) ?? variableChild(of: location) else { return false }
    return subtree(of: child).contains { $0.conditions.contains { $0.rule.kind == .write && !$0.isAlwaysFalse } }
  }

  /// Whether the entries of a list decide about themselves.
  func isEntryRow(_ list: RealtimePath) -> Bool {
    let reference = DataReference(.before, list.keys.map { KeyPattern([.text($0.text)]) })
    guard let location = location(at: reference), location.keys.count == list.depth else { return false }
    return variableChild(of: location).map { $0.conditions(.write).contains { !$0.isAlwaysFalse } } ?? false
  }

  func line(of condition: Condition) -> Int { source.location(condition.span).position.line }
}

/// What one actor can do.
struct Deeds {
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

  /// A child that neither the rules nor the data know.
  static let otherChild: RealtimeKey = "extra"

  struct Try {
    var result: SimulatedRequest
    var without: RealtimePath?
  }

  /// Nil for what makes no sense at the location.
  func cell(_ deed: Deed, at location: RuleLocation, _ path: RealtimePath) -> MatrixCell? {
    let tried = tries(deed, at: location, path)
    guard let witness = tried.first(where: \.result.isAllowed) ?? tried.first else { return nil }
    var cell = MatrixCell(
      pattern: location.pattern, actor: actor, deed: deed, verdict: .allow, witness: witness.result,
      without: witness.without)
    if witness.result.isAllowed { return cell }
    let proof = DenialProof(fixture: fixture, actor: actor, binding: binding)
    guard let obstacle = proof.obstacle(deed, at: location, path, stands: data[path].exists) else {
      cell.verdict = .deny
      return cell
    }
    var others = otherData(deed, at: location, path).map { Deeds(fixture, actor, data: $0, binding: binding) }
    others += otherTimes(deed, at: location).map { Deeds(fixture.at($0), actor, data: data, binding: binding) }
    for other in others {
      guard let found = other.tries(deed, at: location, path).first(where: \.result.isAllowed) else { continue }
      (cell.witness, cell.without, cell.with) = (found.result, found.without, data.changes(to: other.data))
      return cell
    }
    cell.verdict = verdict(obstacle, at: location, tried.map(\.result))
    return cell
  }

  /// Of a deed of which no request was allowed: that none was found proves nothing.
  private func verdict(_ obstacle: Condition, at location: RuleLocation, _ simulator: [SimulatedRequest])
    -> MatrixCell.Verdict
  {
    if let reason = unknown(location, simulator) { return .unknown(reason) }
    let rule = fixture.subject.location(of: obstacle)
    return .unknown(
      "`\(obstacle.rule.kind.rawValue)` of `\(rule.pattern)` in line \(fixture.subject.line(of: obstacle)) may allow a request that was not tried"
    )
  }

  /// Requests of one sort, up to the first that is allowed.
  func tries(_ deed: Deed, at location: RuleLocation, _ path: RealtimePath) -> [Try] {
    let here = RequestSimulator(fixture, actor, data: data, binding: binding)
    let free = RequestSimulator(fixture, actor, data: data.replacing(path, with: .absent), binding: binding)
    let stands = data[path].exists
    let isList = fixture.subject.isList(location)
    switch deed {
    case .read: return isList ? [] : run(here, here.readOperations(location, path))
    case .list: return isList ? run(here, here.readOperations(location, path)) : []
    case .create:
      return run(
        free, free.candidateValues(location, path, variant: 0).lazy.map { .write(path, $0) },
        without: stands ? path : nil)
    case .overwrite:
      guard stands else { return [] }
      let changed = run(
        here, here.candidateValues(location, path, variant: 1).lazy.filter { $0 != data[path] }.map { .write(path, $0) }
      )
      // Whoever may only write what stands there already may write.
      return changed.last?.result.isAllowed ?? false ? changed : changed + run(here, [.write(path, data[path])])
    case .change: return stands ? run(here, changes(location, path)) : []
    case .delete: return stands ? run(here, [.write(path, .absent)]) : []
    case .confuse:
      let confusion = Confusion(fixture: fixture, actor: actor, binding: binding)
      let over = stands ? run(here, confusion.values(location, path, here, data[path])) : []
      if over.contains(where: \.result.isAllowed) { return over }
      return over + run(free, confusion.values(location, path, free, .absent), without: stands ? path : nil)
    }
  }

  private func run(
    _ simulator: RequestSimulator, _ operations: some Sequence<RealtimeRuleRequest.Operation>,
    without: RealtimePath? = nil
  ) -> [Try] {
    var tried: [Try] = []
    for operation in operations.prefix(24) {
      tried.append(Try(result: simulator.simulate(operation), without: without))
      if tried.last?.result.isAllowed ?? false { break }
    }
    return tried
  }

  /// Writes to children that are no locations of their own.
  func changes(_ location: RuleLocation, _ path: RealtimePath) -> [RealtimeRuleRequest.Operation] {
    let subject = fixture.subject
    var operations: [RealtimeRuleRequest.Operation] = []
    var names: Set<RealtimeKey> = []
    for (key, node) in data[path].children.prefix(12) where !subject.isRow(key, below: location) {
      names.insert(key)
      operations.append(.write(path.child(key), RealtimeNode(node.leaf?.changed ?? .boolean(true))))
      if let uid = actor.uid { operations.append(.write(path.child(key), RealtimeNode(.string(uid)))) }
      operations.append(.write(path.child(key), RealtimeNode(.number(fixture.now))))
    }
    for child in subject.children(of: location) where child.variable == nil {
      guard let name = child.node.pattern.last.map({ RealtimeKey($0) }), !names.contains(name),
        !subject.isRow(name, below: location)
      else { continue }
      let made = RequestSimulator(fixture, actor, data: data, binding: binding).candidateValues(
        child, path.child(name), variant: 1)
      operations += made.prefix(2).map { .write(path.child(name), $0) }
    }
    if let uid = actor.uid {
      // Entering oneself into a list.
      for list in Confusion(fixture: fixture, actor: actor, binding: binding).openLists(location, path)
      where !subject.isEntryRow(list) {
        operations.append(.write(list.child(RealtimeKey(uid.string)), RealtimeNode(.boolean(true))))
      }
    }
    if !subject.isRow(Self.otherChild, below: location) {
      operations.append(.write(path.child(Self.otherChild), RealtimeNode(.boolean(true))))
    }
    return operations
  }

  /// Why a denial is not the last word: what the deciding rules ask for is something that cannot be made up.
  private func unknown(_ location: RuleLocation, _ simulator: [SimulatedRequest]) -> String? {
    let subject = fixture.subject
    let here = RequestSimulator(fixture, actor, data: data, binding: binding)
    var conditions: [Condition] = []
    for result in simulator {
      guard let rule = result.decision.rule?.rule else { continue }
      // A permission is refused by all that could have granted it.
      let line =
        rule.kind == .validate
        ? Array(subject.subtree(of: location)) + subject.ancestors(of: location) : subject.line(to: location)
      conditions += line.flatMap { $0.conditions(rule.kind) }.filter { rule.kind != .validate || $0.rule == rule }
    }
    for condition in conditions {
      if condition.normalForm.isTruncated {
        return "the condition in line \(subject.line(of: condition)) has too many cases"
      }
      for conjunction in condition.conjunctions where conjunction.allSatisfy(here.mayHold) {
        if actor.auth.exists, let literal = conjunction.first(where: \.requiresUnknownClaim) {
          return "`\(literal.expression.spelling)` in line \(subject.line(of: condition)) depends on the token"
        }
        if let opaque = conjunction.first(where: { $0.atom.isOpaque || !$0.atom.references.allSatisfy(\.isKnown) }) {
          return
            "`\(opaque.expression.spelling)` in line \(subject.line(of: condition)) asks for what cannot be made up"
        }
      }
    }
    return nil
  }
}

extension Literal {
  /// A claim has to match a pattern, and no text is known that does.
  fileprivate var requiresUnknownClaim: Bool {
    guard isTrue, case .textTest(.matches, .claim, let pattern) = atom else { return false }
    guard case .other(let pattern) = pattern else { return true }
    return RegexExample.text(pattern.string) == nil
  }
}
