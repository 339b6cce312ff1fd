/// All values of an evaluation, each content once.
///
/// A cell is a kind, a payload and words. The words of the kinds:
/// - `text`: pieces; `list`, `choice`, `query` (behind the base): see ``GuardedItem``;
/// - `record`: key, value, key, value…; `object`: name, value…;
/// - `function`: the receiver, then the captured values; `made`: the arguments; `stuck`: the operands;
/// - `result`: the target; `symbol`: none.
package struct ValueArena: Sendable {
  package struct Cell: Sendable {
    package var kind: ValueKind
    /// A small number that belongs to the kind: a cause, an operation, a flag.
    package var variant: UInt8
    /// Whether a symbol is in it.
    package var isOpen: Bool
    package var payload: UInt32
    fileprivate var start: UInt32
    fileprivate var count: UInt32
    /// How many values it is made of, as far as 65,535.
    package var size: UInt16
  }

  private var cells: [Cell] = []
  private var words: [UInt32] = []
  /// Open addressing: an index into ``cells`` plus one; zero is free.
  private var slots: [UInt32] = Array(repeating: 0, count: 1 << 12)

  package static let absent = ValueID(raw: 0)
  package static let null = ValueID(raw: 1)
  package static let yes = ValueID(raw: 2)
  package static let no = ValueID(raw: 3)
  package static let scalar = ValueID(raw: 4)
  package static let emptyText = ValueID(raw: 5)

  package init() {
    _ = intern(.absent)
    _ = intern(.null)
    _ = intern(.boolean, payload: 1)
    _ = intern(.boolean, payload: 0)
    _ = intern(.scalar)
    _ = intern(.text)
  }

  package var count: Int { cells.count }
  package subscript(id: ValueID) -> Cell { cells[Int(id.raw)] }
  package func kind(_ id: ValueID) -> ValueKind { cells[Int(id.raw)].kind }
  package func isOpen(_ id: ValueID) -> Bool { cells[Int(id.raw)].isOpen }
  /// A copy, made word by word: whoever held a part of all words while a value is made would have all of them copied.
  package func words(_ id: ValueID) -> [UInt32] {
    let cell = cells[Int(id.raw)]
    var copy: [UInt32] = []
    copy.reserveCapacity(Int(cell.count))
    for place in Int(cell.start)..<Int(cell.start + cell.count) { copy.append(words[place]) }
    return copy
  }
  /// The word at a place; the arena's own code knows that it is there.
  package func word(_ id: ValueID, _ place: Int) -> UInt32 { words[Int(cells[Int(id.raw)].start) + place] }
  package func value(_ id: ValueID, _ place: Int) -> ValueID { ValueID(raw: word(id, place)) }
  package func wordCount(_ id: ValueID) -> Int { Int(cells[Int(id.raw)].count) }

  /// The cell of this content, made when there is none.
  /// - Parameter isOpen: of guards; what the values among the words say is asked by the caller.
  package mutating func intern(
    _ kind: ValueKind, variant: UInt8 = 0, payload: UInt32 = 0, _ content: [UInt32] = [], isOpen: Bool = false,
    size: Int = 1
  ) -> ValueID {
    if cells.count * 2 >= slots.count { grow() }
    let mask = slots.count - 1
    var place = Self.hash(kind, variant, payload, content) & mask
    while slots[place] != 0 {
      let candidate = Int(slots[place]) - 1
      if isCell(candidate, kind, variant, payload, content) { return ValueID(raw: UInt32(candidate)) }
      place = (place + 1) & mask
    }
    slots[place] = UInt32(cells.count) + 1
    cells.append(
      Cell(
        kind: kind, variant: variant, isOpen: isOpen || kind == .symbol, payload: payload, start: UInt32(words.count),
        count: UInt32(content.count), size: UInt16(clamping: size)))
    words += content
    return ValueID(raw: UInt32(cells.count - 1))
  }

  private func isCell(
    _ place: Int, _ kind: ValueKind, _ variant: UInt8, _ payload: UInt32, _ content: [UInt32]
  ) -> Bool {
    let cell = cells[place]
    guard cell.kind == kind, cell.variant == variant, cell.payload == payload, Int(cell.count) == content.count else {
      return false
    }
    let start = Int(cell.start)
    for offset in content.indices where words[start + offset] != content[offset] { return false }
    return true
  }

  private static func hash(_ kind: ValueKind, _ variant: UInt8, _ payload: UInt32, _ content: [UInt32]) -> Int {
    var hash = UInt64(kind.rawValue) | UInt64(variant) << 8 | UInt64(payload) << 16
    hash = hash &* 0x9E37_79B9_7F4A_7C15
    for word in content { hash = (hash ^ UInt64(word) ^ (hash >> 29)) &* 0xBF58_476D_1CE4_E5B9 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7FFF_FFFF_FFFF)
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for index in cells.indices {
      let cell = cells[index]
      let content = Array(words[Int(cell.start)..<Int(cell.start + cell.count)])
      var place = Self.hash(cell.kind, cell.variant, cell.payload, content) & mask
      while slots[place] != 0 { place = (place + 1) & mask }
      slots[place] = UInt32(index) + 1
    }
  }
}
