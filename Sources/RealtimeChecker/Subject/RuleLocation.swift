import Diagnostics
import FirestoreModel
import RealtimeDatabase
package import RealtimeRules

/// One location of a rules document with what is said about it, above it and below it.
struct RuleLocation: Sendable {
  let index: Int
  let parent: Int?
  var children: [Int] = []
  let node: RuleNode
  let keys: [KeyPattern]
  let conditions: [Condition]

  /// `/rooms/$room`
  var pattern: String { "/" + node.pattern.joined(separator: "/") }
  var variable: Text? { keys.last?.variable }

  func conditions(_ kind: Rule.Kind) -> [Condition] { conditions.filter { $0.rule.kind == kind } }
}

/// One rule, read.
struct Condition: Sendable {
  let rule: Rule
  /// The location that it stands at.
  let location: Int
  let normalForm: DisjunctiveNormalForm

  var conjunctions: [[Literal]] { normalForm.conjunctions }
  var span: Span { rule.expression.span }
  /// Never true, whoever asks.
  var isAlwaysFalse: Bool { conjunctions.isEmpty && !normalForm.isTruncated }
  /// True for everybody.
  var isAlwaysTrue: Bool { conjunctions.contains { $0.isEmpty } }
  /// True for everybody who is signed in.
  var isForAnyUser: Bool {
    isAlwaysTrue
      || conjunctions.contains { conjunction in conjunction.allSatisfy { $0.atom == .signedIn && $0.isTrue } }
  }
  var literals: [Literal] { conjunctions.flatMap(\.self) }
}

/// What the checks look at: the rules as a list of locations, and what is known beside them.
package struct RealtimeSubject: Sendable {
  let ruleset: RealtimeRuleset
  let context: RealtimeCheckContext
  /// Parents before children, in file order.
  private(set) var locations: [RuleLocation] = []
  /// The locations whose children are asked for by the id of the caller.
  private(set) var membershipLists: Set<DataReference> = []
  /// The locations whose key is the id of a user, and those of them that are entries of a list that callers are looked
  /// up in.
  private var userLocations: Set<Int> = []
  private var memberEntries: Set<Int> = []
  /// Those that their user writes, with no other variable above.
  private var selfWrittenLocations: Set<Int> = []
  /// Children with a name, by location.
  private var named: [[Text: Int]] = []
  /// Nil inside the scene itself.
  private(set) var fixtureCache: FixtureCache? = FixtureCache()

  package init(_ ruleset: RealtimeRuleset, context: RealtimeCheckContext = RealtimeCheckContext()) {
    self.ruleset = ruleset
    self.context = context
    add(ruleset.root, parent: nil, keys: [])
    membershipLists = Set(locations.flatMap { $0.conditions.flatMap { $0.literals.compactMap(\.membership) } })
    let lists = Set(membershipLists.map { $0.keys.map(\.wildcard) })
    for location in locations where location.variable != nil && lists.contains(location.keys.dropLast().map(\.wildcard))
    {
      memberEntries.insert(location.index)
    }
    userLocations = memberEntries
    // A variable that is compared with the caller: where it was introduced.
    for location in locations {
      for variable in Set(location.conditions.flatMap { $0.literals.compactMap(\.callerVariable) }) {
        if let keyed = locationsFromRoot(to: location).first(where: { $0.variable == variable }) {
          userLocations.insert(keyed.index)
        }
      }
      for variable in Set(location.conditions(.write).flatMap { $0.literals.compactMap(\.callerVariable) }) {
        let keyedLocations = locationsFromRoot(to: location).filter { $0.variable != nil }
        if let keyed = keyedLocations.first, keyed.variable == variable { selfWrittenLocations.insert(keyed.index) }
      }
    }
  }

  private mutating func add(_ node: RuleNode, parent: Int?, keys: [KeyPattern]) {
    let index = locations.count
    let reader = ConditionReader(location: keys)
    let conditions = node.rules.map {
      Condition(rule: $0, location: index, normalForm: DisjunctiveNormalForm($0.expression, reader))
    }
    named.append([:])
    locations.append(RuleLocation(index: index, parent: parent, node: node, keys: keys, conditions: conditions))
    if let parent {
      locations[parent].children.append(index)
      if let name = keys.last?.literal { named[parent][name] = index }
    }
    for child in node.named + node.variable {
      guard let key = child.pattern.last else { continue }
      add(child, parent: index, keys: keys + [KeyPattern(key: key)])
    }
  }

  var source: SourceText { ruleset.source }

  func reader(_ location: RuleLocation) -> ConditionReader { ConditionReader(location: location.keys) }

  /// From the root to the location itself.
  func locationsFromRoot(to location: RuleLocation) -> [RuleLocation] {
    var upwards = [location]
    var current = location
    while let parent = current.parent {
      current = locations[parent]
      upwards.append(current)
    }
    return upwards.reversed()
  }

  func ancestors(of location: RuleLocation) -> [RuleLocation] { locationsFromRoot(to: location).dropLast() }

  /// The location itself and everything below it.
  func subtree(of location: RuleLocation) -> ArraySlice<RuleLocation> {
    var end = location.index + 1
    while end < locations.count, locations[end].keys.count > location.keys.count { end += 1 }
    return locations[location.index..<end]
  }

  /// The rules that can grant at a location: its own and those above it.
  func grants(_ kind: Rule.Kind, at location: RuleLocation) -> [Condition] {
    locationsFromRoot(to: location).flatMap { $0.conditions(kind) }.filter { !$0.isAlwaysFalse }
  }

  func location(of condition: Condition) -> RuleLocation { locations[condition.location] }
  func children(of location: RuleLocation) -> [RuleLocation] { location.children.map { locations[$0] } }
  func variableChild(of location: RuleLocation) -> RuleLocation? {
    // The variable comes last.
    location.children.last.map { locations[$0] }.flatMap { $0.variable == nil ? nil : $0 }
  }

  /// The location whose rules apply at a place: names before variables, no way back.
  func location(at reference: DataReference) -> RuleLocation? {
    var current = locations.first
    for key in reference.keys {
      guard let location = current else { return nil }
      let named = key.literal.flatMap { child($0, of: location) }
      current = named ?? variableChild(of: location)
    }
    return current
  }

  func child(_ name: Text, of location: RuleLocation) -> RuleLocation? {
    named[location.index][name].map { locations[$0] }
  }

  /// A variable that stands for ids of users: compared with the caller, or the key of a list in which callers are
  /// looked up.
  func isUserKey(_ location: RuleLocation) -> Bool { userLocations.contains(location.index) }

  /// Whether a user makes what stands there themselves, so that anybody may have it.
  func isSelfWritten(_ path: RealtimePath) -> Bool {
    let location = location(at: DataReference(.before, path.keys.map { KeyPattern([.text($0.text)]) }))
    return location.map { $0.keys.count == path.depth && selfWrittenLocations.contains($0.index) } ?? false
  }

  /// An entry of a list of users that rules look callers up in.
  func isMemberEntry(_ child: RuleLocation) -> Bool { memberEntries.contains(child.index) }

  var withoutCache: RealtimeSubject {
    var subject = self
    subject.fixtureCache = nil
    return subject
  }
}

extension KeyPattern {
  /// The same for all keys that are not written out.
  fileprivate var wildcard: Text { literal ?? "$" }
}
