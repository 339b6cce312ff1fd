import Diagnostics

/// Where a value is kept: a variable of a scope or a property of an object.
struct Slot: Hashable {
  var owner: Int
  var name: String

  /// A property of an object that every root sees: a state without it has not assigned it.
  var isShared: Bool { owner & 1 == 1 }
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

  /// All cells of one owner stand in the same group, unless it has very many.
  private final class Group {
    var cells: [Cell]

    init(_ cells: [Cell]) { self.cells = cells }
  }

  /// Neighbouring groups; states that differ little share most of their pages.
  private final class Page {
    var groups: [Group?]

    init(_ groups: [Group?]) { self.groups = groups }
  }

  /// A power of two of groups, in pages: a state that changes copies its pages and one page, not all groups.
  private var pages: [Page] = []
  private var groupsPerPage = 0
  private(set) var count = 0
  /// All marks together: equal for equal values.
  private(set) var digest = 0

  /// Owners with so many cells that these are spread over the groups by their names.
  private var wide: Set<Int> = []

  private static let cellsPerGroup = 4
  /// Cells of one owner in one group.
  private static let mostPerOwner = 32
  /// The first pages are as long as there are groups.
  private static let mostPerPage = 32

  private var groupCount: Int { pages.count * groupsPerPage }

  private struct Place {
    var page: Int
    var group: Int
  }

  private func place(_ slot: Slot) -> Place {
    var mixed = UInt(bitPattern: slot.owner) &* 0x9E37_79B9_7F4A_7C15
    if !wide.isEmpty, wide.contains(slot.owner) {
      for byte in slot.name.utf8 { mixed = (mixed ^ UInt(byte)) &* 0x9E37_79B9_7F4A_7C15 }
    }
    let number = Int(mixed >> 40)
    return Place(
      page: (number & (groupCount - 1)) >> groupsPerPage.trailingZeroBitCount, group: number & (groupsPerPage - 1))
  }

  /// The cells beside which that of a slot stands, if there is one.
  private func cells(_ slot: Slot) -> [Cell]? {
    guard count > 0 else { return nil }
    let place = place(slot)
    return pages[place.page].groups[place.group]?.cells
  }

  private func place(of slot: Slot, in cells: [Cell]) -> Int? {
    for place in cells.indices where cells[place].slot.owner == slot.owner && cells[place].slot.name == slot.name {
      return place
    }
    return nil
  }

  subscript(slot: Slot) -> ScannedValue? {
    guard let cells = cells(slot), let place = place(of: slot, in: cells) else { return nil }
    return cells[place].value
  }

  /// The mark of a slot's cell; nil when there is none.
  func mark(of slot: Slot) -> Int? {
    guard let cells = cells(slot), let place = place(of: slot, in: cells) else { return nil }
    return cells[place].mark
  }

  func contains(_ slot: Slot) -> Bool { cells(slot).map { place(of: slot, in: $0) != nil } ?? false }

  mutating func set(_ cell: Cell) {
    if pages.isEmpty { (pages, groupsPerPage) = ([Page(Array(repeating: nil, count: 8))], 8) }
    let place = place(cell.slot)
    digest ^= cell.mark
    guard let group = owned(place) else {
      pages[place.page].groups[place.group] = Group([cell])
      count += 1
      return
    }
    if let known = self.place(of: cell.slot, in: group.cells) {
      digest ^= group.cells[known].mark
      group.cells[known] = cell
      return
    }
    group.cells.append(cell)
    count += 1
    if count > groupCount * Self.cellsPerGroup { grow() }
    if group.cells.count > Self.mostPerOwner { widen(cell.slot.owner) }
  }

  /// From now on the cells of an owner stand where their names say, if there are too many of them.
  private mutating func widen(_ owner: Int) {
    let home = place(Slot(owner: owner, name: ""))
    guard !wide.contains(owner), let group = owned(home) else { return }
    let own = group.cells.filter { $0.slot.owner == owner }
    guard own.count > Self.mostPerOwner else { return }
    group.cells.removeAll { $0.slot.owner == owner }
    wide.insert(owner)
    for cell in own { insert(cell) }
  }

  /// A cell of a slot that has none.
  private mutating func insert(_ cell: Cell) {
    let place = place(cell.slot)
    if let group = owned(place) {
      group.cells.append(cell)
    } else {
      pages[place.page].groups[place.group] = Group([cell])
    }
  }

  /// The end of an owner.
  /// - Parameters:
  ///   - names: those of all its slots, perhaps more.
  ///   - keeping: the values stay, but do not tell states apart any more.
  mutating func close(_ owner: Int, _ names: [String], keeping: Bool) {
    guard count > 0 else { return }
    if wide.contains(owner) {
      for name in names { close(place(Slot(owner: owner, name: name)), owner, keeping) }
      if !keeping { wide.remove(owner) }
    } else {
      close(place(Slot(owner: owner, name: "")), owner, keeping)
    }
  }

  /// The cells of an owner in one group.
  private mutating func close(_ place: Place, _ owner: Int, _ keeping: Bool) {
    guard let cells = pages[place.page].groups[place.group]?.cells,
      cells.contains(where: { $0.slot.owner == owner && !(keeping && $0.mark == 0) }), let group = owned(place)
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
  private mutating func owned(_ place: Place) -> Group? {
    if !isKnownUniquelyReferenced(&pages[place.page]) { pages[place.page] = Page(pages[place.page].groups) }
    let page = pages[place.page]
    if !isKnownUniquelyReferenced(&page.groups[place.group]) {
      page.groups[place.group] = page.groups[place.group].map { Group($0.cells) }
    }
    return page.groups[place.group]
  }

  private mutating func grow() {
    let cells = pages.flatMap { $0.groups.compactMap(\.self) }.flatMap(\.cells)
    let all = groupCount * 4
    groupsPerPage = min(all, Self.mostPerPage)
    pages = (0..<all / groupsPerPage).map { _ in Page(Array(repeating: nil, count: groupsPerPage)) }
    for cell in cells { insert(cell) }
  }

  func forEach(_ visit: (Cell) -> Void) {
    for page in pages {
      for case let group? in page.groups { group.cells.forEach(visit) }
    }
  }

  /// The cells that are not the very same in all of the others.
  func forEachChanged(among others: [KeptValues], _ visit: (Cell) -> Void) {
    let isComparable = others.allSatisfy { $0.groupCount == groupCount }
    for (number, page) in pages.enumerated() {
      if isComparable, others.allSatisfy({ $0.pages[number] === page }) { continue }
      let groups = page.groups
      for place in groups.indices {
        guard let group = groups[place] else { continue }
        if isComparable, others.allSatisfy({ $0.pages[number].groups[place] === group }) { continue }
        group.cells.forEach(visit)
      }
    }
  }

  mutating func remove(_ slot: Slot) {
    guard contains(slot), let group = owned(place(slot)), let known = place(of: slot, in: group.cells) else { return }
    digest ^= group.cells[known].mark
    group.cells.remove(at: known)
    count -= 1
  }

  /// Takes over what only the other has.
  mutating func fill(from other: KeptValues) {
    for (number, page) in other.pages.enumerated() {
      // What is set may make more groups of these.
      if groupCount == other.groupCount, pages[number] === page { continue }
      let groups = page.groups
      for place in groups.indices {
        guard let group = groups[place] else { continue }
        if groupCount == other.groupCount, pages[number].groups[place] === group { continue }
        for cell in group.cells where !contains(cell.slot) { set(cell) }
      }
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

  func names(of owner: Int) -> Set<String> { Set((owners[owner] ?? [:]).keys) }

  func only(of kept: Set<Int>) -> SharedValues {
    var result = SharedValues()
    result.owners = owners.filter { kept.contains($0.key) }
    for owner in result.owners.keys { result.note(owner) }
    return result
  }
}
