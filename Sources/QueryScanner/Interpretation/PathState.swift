import Diagnostics

/// Where a value is kept: a variable of a scope or a property of an object.
struct Slot: Hashable {
  var owner: Int
  var name: String
}

/// What is known on one way through the code.
struct PathState {
  private struct Cell {
    var value: ScannedValue
    /// Hash of slot and value; zero when the slot does not tell states apart any more.
    var mark: Int
  }

  /// What was decided for a condition, and the names that it depends on.
  struct Assumption {
    var choice: Int
    var names: [String]
  }

  private var store: [Slot: Cell] = [:]
  /// States with equal digests hold equal values.
  private(set) var digest = 0
  private(set) var assumptions: [String: Assumption] = [:]
  /// Ways were given up: what follows stands for more than it shows.
  var isTruncated = false

  subscript(slot: Slot) -> ScannedValue? { store[slot]?.value }

  var values: [Slot: ScannedValue] { store.mapValues(\.value) }

  mutating func set(_ slot: Slot, _ value: ScannedValue) {
    var hasher = Hasher()
    hasher.combine(slot)
    hasher.combine(value)
    let mark = hasher.finalize()
    if let old = store.updateValue(Cell(value: value, mark: mark), forKey: slot) {
      digest ^= old.mark
    }
    digest ^= mark
    if !assumptions.isEmpty {
      assumptions = assumptions.filter { !$0.value.names.contains(slot.name) }
    }
  }

  /// Less of what a slot may hold, as a condition says: what was decided about it stays decided.
  mutating func narrow(_ slot: Slot, _ value: ScannedValue) {
    let decided = assumptions
    set(slot, value)
    assumptions = decided
  }

  /// Keeps what was worked out for later; states with and without it are equal.
  mutating func remember(_ slot: Slot, _ value: ScannedValue) {
    if store[slot] == nil { store[slot] = Cell(value: value, mark: 0) }
  }

  /// The end of a scope: nothing but a closure can see its variables from now on.
  mutating func close(_ scope: Scope) {
    for name in scope.names {
      let slot = Slot(owner: scope.id, name: name)
      guard let cell = store[slot] else { continue }
      digest ^= cell.mark
      if scope.isCaptured {
        store[slot]?.mark = 0
      } else {
        store[slot] = nil
      }
    }
  }

  mutating func assume(_ key: String, _ choice: Int, names: [String]) {
    assumptions[key] = Assumption(choice: choice, names: names)
  }

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
    assumptions = assumptions.filter { other.assumptions[$0.key]?.choice == $0.value.choice }
    isTruncated = isTruncated || other.isTruncated
    for (slot, cell) in other.store where store[slot] == nil { store[slot] = cell }
  }

  /// One state that stands for all: a variable is one of its values.
  static func joined(_ states: [PathState]) -> PathState? {
    let states = merged(states)
    guard var result = states.first, states.count > 1 else { return states.first }
    for state in states.dropFirst() { result.keepCommonAssumptions(of: state) }
    for (slot, cell) in result.store {
      let cells = states.compactMap { $0.store[slot] }
      if cells.allSatisfy({ $0.mark == cell.mark }) { continue }
      result.set(slot, ScannedValue.oneOf(cells.map(\.value)).limited)
    }
    result.isTruncated = states.contains(where: \.isTruncated)
    // Set again from scratch: slots of only some states were taken over without being counted.
    result.digest = result.store.values.reduce(0) { $0 ^ $1.mark }
    return result
  }

  /// How many states a block may have; more are joined.
  static let limit = 64

  /// Equal states merged; all joined when there are too many.
  static func bounded(_ states: [PathState], _ limit: Int = limit) -> [PathState] {
    let merged = merged(states)
    if merged.count <= limit, !merged.contains(where: \.isTruncated) { return merged }
    guard merged.count > 1 else { return merged }
    let grouped = joinedWhereQueriesAgree(merged)
    if grouped.count <= limit, !grouped.contains(where: \.isTruncated) { return grouped }
    guard var one = joined(grouped) else { return [] }
    one.isTruncated = true
    one.collapseQueries()
    return [one]
  }

  /// States that differ only in values without a query become one.
  private static func joinedWhereQueriesAgree(_ states: [PathState]) -> [PathState] {
    var groups: [[PathState]] = []
    var places: [Int: Int] = [:]
    for state in states {
      let key = state.store.values.reduce(0) { $1.value.holdsQuery ? $0 ^ $1.mark : $0 }
      if let place = places[key] {
        groups[place].append(state)
      } else {
        places[key] = groups.count
        groups.append([state])
      }
    }
    return groups.compactMap(joined)
  }

  private mutating func collapseQueries() {
    for (slot, cell) in store {
      if case .alternatives = cell.value, cell.value.holdsQuery { set(slot, cell.value.collapsed) }
    }
  }
}
