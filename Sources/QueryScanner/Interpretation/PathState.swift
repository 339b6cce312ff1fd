import Diagnostics

/// What is known on one way through the code.
struct PathState {
  /// What was decided for a condition, the names that it depends on, and the scopes that declare these.
  struct Assumption {
    var choice: Int
    var names: [String]
    var owners: [Int]
  }

  private var store = KeptValues()
  /// By the hash of the condition's key.
  private(set) var assumptions: [Int: Assumption] = [:]
  /// Choices of which one at least was made, though nobody knows which one: `a || b` holds.
  private var clauses: [Clause] = []
  /// Variables that hold conditions, by their scopes: on another way the same variable may hold another one.
  var conditions: [Int: [String: NamedCondition]] = [:]
  /// Ways were given up: what follows stands for more than it shows.
  var isTruncated = false

  /// States with equal digests hold equal values.
  var digest: Int { store.digest }

  subscript(slot: Slot) -> ScannedValue? { store[slot] }

  /// The value of a name in the innermost of some scopes that declares it, here or in what every state sees.
  func value(of name: String, from innermost: Scope, or shared: SharedValues) -> ScannedValue? {
    var level: Scope? = innermost
    while let scope = level {
      let slot = Slot(owner: scope.id, name: name)
      if let value = store[slot] ?? shared[slot] { return value }
      level = scope.parent
    }
    return nil
  }

  func forEachValue(_ visit: (Slot, ScannedValue) -> Void) { store.forEach { visit($0.slot, $0.value) } }

  /// Queries, and lists that hold something, unless both states have the very same.
  func forEachThatCanGrow(since before: PathState, _ visit: (Slot, ScannedValue) -> Void) {
    store.forEachChanged(among: [before.store]) { cell in
      if cell.canGrow { visit(cell.slot, cell.value) }
    }
  }

  mutating func set(_ slot: Slot, _ value: ScannedValue) {
    keep(slot, value)
    if !clauses.isEmpty { clauses.removeAll { $0.speaks(of: slot.name) } }
    guard assumptions.contains(where: { $0.value.names.contains(slot.name) }) else { return }
    assumptions = assumptions.filter { !$0.value.names.contains(slot.name) }
  }

  /// Less of what a slot may hold, as a condition says: what was decided about it stays decided.
  mutating func narrow(_ slot: Slot, _ value: ScannedValue) { keep(slot, value) }

  private mutating func keep(_ slot: Slot, _ value: ScannedValue) {
    var hasher = Hasher()
    hasher.combine(slot)
    hasher.combine(value)
    store.set(KeptValues.Cell(slot, value, mark: hasher.finalize()))
  }

  /// Forgets what was assigned to properties of objects that every root sees: they are what they are for a method that
  /// is called by itself.
  /// - Returns: what was forgotten.
  mutating func forgetShared(where isForgotten: (String) -> Bool) -> [KeptValues.Cell] {
    var forgotten: [KeptValues.Cell] = []
    store.forEach { cell in
      if cell.slot.isShared, cell.mark != 0, isForgotten(cell.slot.name) { forgotten.append(cell) }
    }
    for cell in forgotten {
      store.remove(cell.slot)
      clauses.removeAll { $0.speaks(of: cell.slot.name) }
      assumptions = assumptions.filter { !$0.value.names.contains(cell.slot.name) }
    }
    return forgotten
  }

  /// What was forgotten and not assigned since.
  mutating func restore(_ forgotten: [KeptValues.Cell]) {
    for cell in forgotten where !store.contains(cell.slot) { store.set(cell) }
  }

  /// Keeps what was worked out for later; states with and without it are equal.
  mutating func remember(_ slot: Slot, _ value: ScannedValue) {
    if !store.contains(slot) { store.set(KeptValues.Cell(slot, value, mark: 0)) }
  }

  /// The end of a scope: nothing but a closure can see its variables from now on.
  mutating func close(_ scope: Scope) {
    guard !scope.names.isEmpty else { return }
    store.close(scope.id, scope.names, keeping: scope.isCaptured)
    if !scope.isCaptured, !conditions.isEmpty { conditions[scope.id] = nil }
    if !scope.isCaptured, !clauses.isEmpty { clauses.removeAll { $0.isOwned(by: scope.id) } }
    if !scope.isCaptured, assumptions.contains(where: { $0.value.owners.contains(scope.id) }) {
      assumptions = assumptions.filter { !$0.value.owners.contains(scope.id) }
    }
  }

  /// Conditions that a way remembers. Of code with more each is decided anew, which only makes more ways of it.
  private static let mostAssumptions = 512

  mutating func assume(_ key: ConditionKey, _ choice: Int) {
    guard assumptions.count < Self.mostAssumptions || assumptions[key.hash] != nil else { return }
    assumptions[key.hash] = Assumption(choice: choice, names: key.names, owners: key.owners)
    let touched = clauses.filter { $0.mentions(key.hash) }
    guard !touched.isEmpty else { return }
    clauses.removeAll { $0.mentions(key.hash) }
    for clause in touched where !clause.isMet(by: choice, of: key.hash) { assume(clause.without(key.hash)) }
  }

  /// One at least of the choices was made: the only one if there is but one.
  mutating func assume(_ clause: Clause) {
    if clause.choices.count == 1 {
      assume(clause.choices[0].key, clause.choices[0].choice)
    } else if clause.choices.count > 1, clauses.count < Self.mostClauses {
      clauses.append(clause)
    }
  }

  private static let mostClauses = 16

  // MARK: Meeting

  /// States with equal values become one.
  static func merged(_ states: [PathState]) -> [PathState] {
    guard states.count > 1 else { return states }
    var result: [PathState] = []
    var places: [Int: Int] = [:]
    for state in states {
      if let place = places[state.digest] {
        result[place].keepCommonAssumptions(of: state)
      } else {
        places[state.digest] = result.count
        result.append(state)
      }
    }
    return result
  }

  private mutating func keepCommonAssumptions(of other: PathState) {
    if assumptions.contains(where: { other.assumptions[$0.key]?.choice != $0.value.choice }) {
      assumptions = assumptions.filter { other.assumptions[$0.key]?.choice == $0.value.choice }
    }
    if !clauses.isEmpty { clauses.removeAll { !other.clauses.contains($0) } }
    keepCommonConditions(of: other)
    isTruncated = isTruncated || other.isTruncated
    store.fill(from: other.store)
  }

  private mutating func keepCommonConditions(of other: PathState) {
    for (owner, known) in conditions where other.conditions[owner] != known {
      conditions[owner] = known.filter { other.conditions[owner]?[$0.key] == $0.value }
    }
  }

  /// One state that stands for all: a variable is one of its values.
  static func joined(_ states: [PathState]) -> PathState? {
    let states = merged(states)
    guard var result = states.first, states.count > 1 else { return states.first }
    for state in states.dropFirst() { result.keepCommonAssumptions(of: state) }
    let filled = result.store
    filled.forEachChanged(among: states.map(\.store)) { cell in
      if cell.slot.isShared, cell.mark != 0, states.contains(where: { !$0.store.contains(cell.slot) }) {
        // On one of the ways it is what it was before: whatever methods assign to it.
        result.store.remove(cell.slot)
        return
      }
      let isSame = states.allSatisfy { state in state.store.mark(of: cell.slot).map { $0 == cell.mark } ?? true }
      if isSame { return }
      result.set(cell.slot, ScannedValue.oneOf(states.compactMap { $0.store[cell.slot] }).limited)
    }
    result.isTruncated = states.contains(where: \.isTruncated)
    return result
  }

  /// How many states a block may have; more are joined.
  static let limit = 64

  /// Equal states merged; some that stand for all when there are too many.
  /// - Parameter standIns: how many queries stand for all of one variable where only one state is left.
  static func bounded(
    _ states: [PathState], _ limit: Int = limit, standIns: Int = AskedParts.limit
  ) -> [PathState] {
    let merged = merged(states)
    if merged.count <= limit { return merged }
    let grouped = joinedWhereQueriesAgree(merged)
    if grouped.count <= limit { return grouped }
    guard limit > 1 else { return joined(grouped).map { [$0.collapsed(to: standIns)] } ?? [] }
    // Each with what was decided on its way: joined, they would ask what no way asks.
    return AskedParts.representatives(of: grouped.map { AskedParts($0.queries) }).map { place in
      var state = grouped[place]
      state.isTruncated = true
      return state
    }
  }

  /// What holds queries or parts of them.
  private var queries: [ScannedValue] {
    var found: [(slot: Slot, value: ScannedValue)] = []
    store.forEach { cell in
      if cell.holdsQuery { found.append((cell.slot, cell.value)) }
    }
    return found.sorted { ($0.slot.owner, $0.slot.name) < ($1.slot.owner, $1.slot.name) }.map(\.value)
  }

  /// States that differ only in values without a query become one.
  private static func joinedWhereQueriesAgree(_ states: [PathState]) -> [PathState] {
    var groups: [[PathState]] = []
    var places: [Int: Int] = [:]
    for state in states {
      var key = 0
      state.store.forEach { cell in
        if cell.holdsQuery { key ^= cell.mark }
      }
      if let place = places[key] {
        groups[place].append(state)
      } else {
        places[key] = groups.count
        groups.append([state])
      }
    }
    return groups.compactMap(joined)
  }

  /// Queries that stand for more.
  private func collapsed(to standIns: Int) -> PathState {
    var state = self
    state.isTruncated = true
    store.forEach { cell in
      if cell.holdsQuery, case .alternatives = cell.value { state.set(cell.slot, cell.value.collapsed(to: standIns)) }
    }
    return state
  }
}

/// Choices of which one at least was made.
struct Clause: Equatable {
  struct Choice: Equatable {
    var key: ConditionKey
    var choice: Int
  }

  var choices: [Choice]

  func mentions(_ hash: Int) -> Bool { choices.contains { $0.key.hash == hash } }

  func isMet(by choice: Int, of hash: Int) -> Bool { choices.contains { $0.key.hash == hash && $0.choice == choice } }

  func without(_ hash: Int) -> Clause { Clause(choices: choices.filter { $0.key.hash != hash }) }

  func speaks(of name: String) -> Bool { choices.contains { $0.key.names.contains(name) } }

  func isOwned(by scope: Int) -> Bool { choices.contains { $0.key.owners.contains(scope) } }
}
