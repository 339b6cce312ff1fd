import Diagnostics
import FirestoreModel
package import RealtimeDatabase
import RealtimeRules
import Synchronization

/// The data and the actors that rules are tested with: given by the user, or generated from the rules.
package struct RulesFixture: Sendable {
  let subject: RealtimeSubject
  package let actors: ActorSet
  package private(set) var data: RealtimeNode
  /// The value of `now`: 2026-01-01, unless a rule needs another time. Results never depend on the current date.
  package private(set) var now: Double = 1_767_225_600_000
  /// Whether the actors were generated, not given.
  let hasGeneratedActors: Bool
  /// The ids that are literals in the rules.
  let namedUsers: [Text]
  /// The keys that the `$variables` match, by variable.
  private let variableKeys: [Text: RealtimeKey]

  package init(_ subject: RealtimeSubject, actors: ActorSet? = nil) {
    hasGeneratedActors = actors == nil
    let actors = actors ?? ActorSet(for: subject)
    self.subject = subject.withoutCache
    self.actors = actors
    namedUsers = subject.namedUsers
    variableKeys = Self.variableKeys(subject, actors)
    data = subject.context.data
    let generated = generatedData()
    // Top-level nodes that the given data does not have are generated.
    for (key, node) in generated.children where !data.child(key).exists {
      data = data.replacing(RealtimePath([key]), with: node)
    }
    if !subject.context.data.exists { data = generated }
  }

  /// A key for each variable: a key of the given data, the owner for ids of users, or else a name derived from the
  /// variable.
  private static func variableKeys(_ subject: RealtimeSubject, _ actors: ActorSet) -> [Text: RealtimeKey] {
    var keys: [Text: RealtimeKey] = [:]
    for location in subject.locations {
      guard let variable = location.variable else { continue }
      if subject.isUserKey(location) {
        keys[variable] = RealtimeKey(actors.ownerID.string)
      } else if keys[variable] == nil {
        let binding = Binding(variables: keys, uid: actors.ownerID)
        let parent =
          DataReference(.before, Array(location.keys.dropLast())).path(binding).map { subject.context.data[$0] }
          ?? .absent
        keys[variable] =
          parent.children.first { $0.node.leaf == nil }?.key ?? parent.children.first { _ in true }?.key
          ?? variable.exampleKey
      }
    }
    return keys
  }

  /// Whether the data at a path is generated: no data was given, or it does not have this top-level node.
  func isGenerated(_ path: RealtimePath) -> Bool {
    guard subject.context.data.exists else { return true }
    return path.keys.first.map { !subject.context.data.child($0).exists } ?? false
  }

  /// The fixture at another time.
  func at(_ time: Double) -> RulesFixture {
    var fixture = self
    fixture.now = time
    return fixture
  }

  func binding(uid: Text?) -> Binding { Binding(variables: variableKeys, uid: uid) }

  /// The path that a location matches in this fixture; nil when one of its keys is not known.
  func path(of location: RuleLocation) -> RealtimePath? {
    DataReference(.before, location.keys).path(binding(uid: actors.ownerID))
  }

  // MARK: Generating data

  private func generatedData() -> RealtimeNode {
    guard let root = subject.locations.first else { return .absent }
    let generator = NodeGenerator(
      subject: subject, binding: binding(uid: actors.ownerID), now: now,
      otherMembers: [actors.ownerID, actors.memberID])
    var tree = generator.makeNode(at: root)
    for location in subject.locations {
      for condition in location.conditions {
        for literal in condition.literals where literal.isTrue { tree = satisfying(literal, tree) }
      }
    }
    return tree
  }

  /// The tree, changed so that it satisfies a literal: with members where a rule looks up members, with the owner where
  /// it compares with one.
  private func satisfying(_ literal: Literal, _ tree: RealtimeNode) -> RealtimeNode {
    var stored = literal
    // A requirement for new data is one for the stored data of later requests.
    stored.atom = stored.atom.moved(to: .before)
    if case .textTest(.contains, .value(let list), _) = stored.atom, let reference = literal.membership {
      return addingMembers(
        [actors.ownerID, actors.memberID],
        into: DataReference(.before, list.keys == reference.keys ? list.keys : reference.keys), tree)
    }
    let tree = addingNumbers(literal, tree)
    guard
      literal.atom.references.contains(where: { $0.side == .before }) || literal.membership != nil
        || literal.callerReference != nil
    else { return tree }
    let isRole = subject.isRole(literal)
    let users =
      isRole ? [actors.adminID] : literal.membership == nil ? [actors.ownerID] : [actors.ownerID, actors.memberID]
    var result = tree
    for user in users {
      // Existing data may satisfy another rule.
      if case .exists(let reference) = stored.atom, let path = reference.path(binding(uid: user)), result[path].exists {
        continue
      }
      if case .isKind = stored.atom, !isRole { continue }
      switch stored.atom {
      case .exists, .hasChildren, .equal, .isKind: break
      // Numbers that only have to be compared stay as they were generated; if there are none, they are set here.
      case .less, .lessOrEqual:
        let references = literal.atom.references
        guard references.allSatisfy({ $0.side == .before }),
          !references.allSatisfy({ isNumber($0, uid: user, in: result) })
        else { continue }
      default: continue
      }
      if case .equal(.value(let reference), .value) = stored.atom, reference.isKnown { continue }
      let solver = ConstraintSolver(subject: subject, binding: binding(uid: user), now: now, before: result)
      result = solver.solve([stored], on: .before, in: result).tree
    }
    return result
  }

  /// The tree, with numbers at the paths that a rule uses in sums.
  private func addingNumbers(_ literal: Literal, _ tree: RealtimeNode) -> RealtimeNode {
    var result = tree
    for reference in literal.atom.summands where reference.side == .before {
      guard !isNumber(reference, uid: actors.ownerID, in: result),
        let path = reference.path(binding(uid: actors.ownerID))
      else {
        continue
      }
      result = result.replacing(path, with: RealtimeNode(.number(1)))
    }
    return result
  }

  private func isNumber(_ reference: DataReference, uid: Text, in tree: RealtimeNode) -> Bool {
    guard let path = reference.path(binding(uid: uid)), case .number? = tree[path].leaf else { return false }
    return true
  }

  /// The tree, with an array of ids at the reference. A rule that calls `contains` with an id expects such a list.
  private func addingMembers(_ users: [Text], into reference: DataReference, _ tree: RealtimeNode) -> RealtimeNode {
    guard let path = reference.path(binding(uid: nil)), tree[path].leaf != nil || !tree[path].exists else {
      return tree
    }
    let list = users.enumerated().map { (key: RealtimeKey("\($0.offset)"), node: RealtimeNode(.string($0.element))) }
    return tree.replacing(path, with: RealtimeNode(RealtimeChildren(list)))
  }
}

extension Text {
  /// `room1` of `$roomId`.
  fileprivate var exampleKey: RealtimeKey {
    var name = String(string.drop { $0 == "$" })
    for suffix in ["_id", "_key", "Id", "ID", "Key", "id"]
    where name.hasSuffix(suffix) && name.utf8.count > suffix.utf8.count + 1 {
      name.removeLast(suffix.count)
      break
    }
    let key = RealtimeKey((name.isEmpty ? "key" : name) + "1")
    return key.defect == nil ? key : RealtimeKey("key1")
  }
}

extension AtomicCondition {
  /// The data that is added or subtracted.
  fileprivate var summands: [DataReference] {
    func summands(_ operand: Operand) -> [DataReference] { if case .sum = operand { operand.references } else { [] } }
    switch self {
    case .equal(let left, let right), .less(let left, let right), .lessOrEqual(let left, let right):
      return summands(left) + summands(right)
    case .constant, .signedIn, .exists, .hasChildren, .isKind, .textTest, .opaque: return []
    }
  }

  /// The same condition about the data before or after the write.
  func moved(to side: DataReference.Side) -> AtomicCondition {
    func moved(_ reference: DataReference) -> DataReference { DataReference(side, reference.keys) }
    func moved(_ operand: Operand) -> Operand {
      switch operand {
      case .value(let reference): .value(moved(reference))
      case .length(let reference): .length(moved(reference))
      case .priority(let reference): .priority(moved(reference))
      case .sum(let left, let right, let isDifference): .sum(moved(left), moved(right), isDifference: isDifference)
      case .uid, .claim, .now, .null, .boolean, .number, .text, .query, .other: operand
      }
    }
    switch self {
    case .constant, .signedIn, .opaque: return self
    case .exists(let reference): return .exists(moved(reference))
    case .hasChildren(let reference): return .hasChildren(moved(reference))
    case .isKind(let reference, let kind): return .isKind(moved(reference), kind)
    case .equal(let left, let right): return .equal(moved(left), moved(right))
    case .less(let left, let right): return .less(moved(left), moved(right))
    case .lessOrEqual(let left, let right): return .lessOrEqual(moved(left), moved(right))
    case .textTest(let test, let left, let right): return .textTest(test, moved(left), moved(right))
    }
  }
}

/// Keeps the fixture of a subject, which is expensive to make, for all checks that need it.
final class FixtureCache: Sendable {
  private let fixture = Mutex<RulesFixture?>(nil)

  func fixture(_ make: () -> RulesFixture) -> RulesFixture {
    fixture.withLock { cached in
      if let cached { return cached }
      let generated = make()
      cached = generated
      return generated
    }
  }
}

extension RealtimeSubject {
  /// The fixture that checks simulate their requests on.
  var fixture: RulesFixture { fixtureCache?.fixture { RulesFixture(self) } ?? RulesFixture(self) }
}
