import Diagnostics

/// Where a value is kept: a variable of a scope or a property of an object.
struct Slot: Hashable {
  var owner: Int
  var name: String
}

/// The values of slots. A copy shares what neither side changes: states are copied at every fork.
struct KeptValues {
  struct Cell {
    let slot: Slot
    var value: ScannedValue
    /// Hash of slot and value; zero when the slot does not tell states apart.
    var mark: Int
    let holdsQuery: Bool
    /// It holds a query, or elements of a list: a loop may add to it.
    let canGrow: Bool

    init(_ slot: Slot, _ value: ScannedValue, mark: Int) {
      self.slot = slot
      self.value = value
      self.mark = mark
      holdsQuery = value.holdsQuery
      canGrow = holdsQuery || value.holdsElements
    }
  }

  /// All cells of one owner stand in the same group.
  private final class Group {
    var cells: [Cell]

    init(_ cells: [Cell]) { self.cells = cells }
  }

  /// Their number is a power of two.
  private var groups: [Group?] = []
  private(set) var count = 0
  /// All marks together: equal for equal values.
  private(set) var digest = 0

  private static let cellsPerGroup = 4

  private func place(_ owner: Int) -> Int {
    let mixed = UInt(bitPattern: owner) &* 0x9E37_79B9_7F4A_7C15
    return Int(mixed >> 40) & (groups.count - 1)
  }

  subscript(slot: Slot) -> ScannedValue? {
    guard count > 0, let group = groups[place(slot.owner)] else { return nil }
    for cell in group.cells where cell.slot.owner == slot.owner && cell.slot.name == slot.name { return cell.value }
    return nil
  }

  func cell(_ slot: Slot) -> Cell? {
    guard count > 0, let group = groups[place(slot.owner)] else { return nil }
    return group.cells.first { $0.slot == slot }
  }

  func contains(_ slot: Slot) -> Bool {
    guard count > 0, let group = groups[place(slot.owner)] else { return false }
    return group.cells.contains { $0.slot == slot }
  }

  mutating func set(_ cell: Cell) {
    if groups.isEmpty { groups = Array(repeating: nil, count: 8) }
    let place = place(cell.slot.owner)
    digest ^= cell.mark
    guard let group = owned(place) else {
      groups[place] = Group([cell])
      count += 1
      return
    }
    if let known = group.cells.firstIndex(where: { $0.slot == cell.slot }) {
      digest ^= group.cells[known].mark
      group.cells[known] = cell
      return
    }
    group.cells.append(cell)
    count += 1
    if count > groups.count * Self.cellsPerGroup { grow() }
  }

  /// - Parameter keeping: the values stay, but do not tell states apart any more.
  mutating func close(_ owner: Int, keeping: Bool) {
    guard count > 0 else { return }
    let place = place(owner)
    guard groups[place]?.cells.contains(where: { $0.slot.owner == owner && !(keeping && $0.mark == 0) }) == true,
      let group = owned(place)
    else { return }
    for index in group.cells.indices.reversed() where group.cells[index].slot.owner == owner {
      digest ^= group.cells[index].mark
      if keeping {
        group.cells[index].mark = 0
      } else {
        group.cells.remove(at: index)
        count -= 1
      }
    }
  }

  /// The group at a place, ready to be changed.
  private mutating func owned(_ place: Int) -> Group? {
    if !isKnownUniquelyReferenced(&groups[place]) { groups[place] = groups[place].map { Group($0.cells) } }
    return groups[place]
  }

  private mutating func grow() {
    let cells = groups.compactMap(\.self).flatMap(\.cells)
    groups = Array(repeating: nil, count: groups.count * 4)
    for cell in cells {
      let place = place(cell.slot.owner)
      if let group = groups[place] { group.cells.append(cell) } else { groups[place] = Group([cell]) }
    }
  }

  func forEach(_ visit: (Cell) -> Void) {
    for case let group? in groups { group.cells.forEach(visit) }
  }

  /// The cells that are not the very same in all of the others.
  func forEachChanged(among others: ArraySlice<KeptValues>, _ visit: (Cell) -> Void) {
    for place in groups.indices {
      guard let group = groups[place] else { continue }
      if others.allSatisfy({ $0.groups.count == groups.count && $0.groups[place] === group }) { continue }
      group.cells.forEach(visit)
    }
  }

  /// Takes over what only the other has.
  mutating func fill(from other: KeptValues) {
    for place in other.groups.indices {
      guard let group = other.groups[place] else { continue }
      if groups.count == other.groups.count, groups[place] === group { continue }
      for cell in group.cells where !contains(cell.slot) { set(cell) }
    }
  }
}

/// The values of slots that every state sees.
struct SharedValues {
  private var owners: [Int: [String: ScannedValue]] = [:]
  /// A bit for each owner: most scopes are asked for names and keep nothing here.
  private var isOwner: [UInt64] = []

  subscript(slot: Slot) -> ScannedValue? {
    get {
      let word = slot.owner >> 6
      guard isOwner.indices.contains(word), isOwner[word] & (1 << UInt64(slot.owner & 63)) != 0 else { return nil }
      return owners[slot.owner].flatMap { $0[slot.name] }
    }
    set {
      note(slot.owner)
      owners[slot.owner, default: [:]][slot.name] = newValue
    }
  }

  private mutating func note(_ owner: Int) {
    guard owner >= 0 else { return }
    while isOwner.count <= owner >> 6 { isOwner.append(0) }
    isOwner[owner >> 6] |= 1 << UInt64(owner & 63)
  }

  func only(of kept: Set<Int>) -> SharedValues {
    var result = SharedValues()
    result.owners = owners.filter { kept.contains($0.key) }
    for owner in result.owners.keys { result.note(owner) }
    return result
  }
}
