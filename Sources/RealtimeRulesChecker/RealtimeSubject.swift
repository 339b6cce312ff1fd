import Diagnostics
import FirestoreModel
package import RealtimeDatabase
package import RealtimeRules

/// The input of the checks: the rules as a list of locations, and everything else that is known.
package struct RealtimeSubject: Sendable {
  let ruleset: RealtimeRuleset
  let context: RealtimeCheckContext
  /// Parents before children, in file order.
  private(set) var locations: [RuleLocation] = []
  /// The lists in which rules look for the id of the caller.
  private(set) var membershipLists: Set<DataReference> = []
  /// The locations whose key is the id of a user, and those of them that are entries of a membership list.
  private var userLocations: Set<Int> = []
  private var memberEntries: Set<Int> = []
  /// The user locations that their own user may write and that have no other variable above them.
  private var selfWrittenLocations: Set<Int> = []
  /// The children with literal names, by location.
  private var named: [[Text: Int]] = []
  /// Nil in the copy that the fixture keeps: a fixture must not contain itself.
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
    // A variable that is compared with the caller marks the location that declares it.
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

  /// All locations on the way from the root to the given one, both included.
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

  /// The location and all its descendants.
  func subtree(of location: RuleLocation) -> ArraySlice<RuleLocation> {
    var end = location.index + 1
    while end < locations.count, locations[end].keys.count > location.keys.count { end += 1 }
    return locations[location.index..<end]
  }

  /// The rules that can grant access to a location: its own and those above it, because grants cascade.
  func grants(_ kind: Rule.Kind, at location: RuleLocation) -> [Condition] {
    locationsFromRoot(to: location).flatMap { $0.conditions(kind) }.filter { !$0.isAlwaysFalse }
  }

  func location(of condition: Condition) -> RuleLocation { locations[condition.location] }
  func children(of location: RuleLocation) -> [RuleLocation] { location.children.map { locations[$0] } }
  func variableChild(of location: RuleLocation) -> RuleLocation? {
    // Children are sorted so that the variable comes last.
    location.children.last.map { locations[$0] }.flatMap { $0.variable == nil ? nil : $0 }
  }

  /// The location whose rules apply to a reference. A literal name wins over a variable, even if it has no matching
  /// children.
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

  /// Whether the key of a location is the id of a user: it is compared with the caller, or the location is an entry of
  /// a membership list.
  func isUserKey(_ location: RuleLocation) -> Bool { userLocations.contains(location.index) }

  /// Whether a path is a branch that its own user may create: any user may have one.
  func isSelfWritten(_ path: RealtimePath) -> Bool {
    let location = location(at: DataReference(.before, path.keys.map { KeyPattern([.text($0.text)]) }))
    return location.map { $0.keys.count == path.depth && selfWrittenLocations.contains($0.index) } ?? false
  }

  /// Whether a location is an entry of a membership list.
  func isMemberEntry(_ child: RuleLocation) -> Bool { memberEntries.contains(child.index) }

  var withoutCache: RealtimeSubject {
    var subject = self
    subject.fixtureCache = nil
    return subject
  }
}

/// What is known in addition to the rules. Everything is optional: a check reports nothing if its input is missing.
package struct RealtimeCheckContext: Sendable {
  /// An export of the database, or example data.
  package var data: RealtimeNode
  /// Answers to open questions about how the service evaluates rules.
  package var assumptions: RealtimeAssumptions
  /// The writes that were found in the code of the app.
  package var writes: [ObservedWrite]

  package init(
    data: RealtimeNode = .absent, assumptions: RealtimeAssumptions = .standard, writes: [ObservedWrite] = []
  ) {
    self.data = data
    self.assumptions = assumptions
    self.writes = writes
  }
}

extension RealtimeSubject {
  func decide(_ request: RealtimeRuleRequest, data: RealtimeNode) -> RealtimeRuleDecision {
    ruleset.decide(request, data: data, assumptions: context.assumptions)
  }

  func finding(
    _ code: DiagnosticCode, _ message: String, at span: Span, severity: Severity? = nil, notes: [String] = [],
    help: String
  ) -> Diagnostic {
    Diagnostic(code, message, at: source.location(span), severity: severity, notes: notes, help: help)
  }
}

extension KeyPattern {
  /// The same text for all keys that are not literal, so that they compare as equal.
  fileprivate var wildcard: Text { literal ?? "$" }
}
