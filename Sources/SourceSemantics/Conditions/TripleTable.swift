/// Three numbers to one, for the two tables that each step of an operation asks.
struct TripleTable: Sendable {
  /// Four numbers a slot: the three and their value; the value is `empty` where nothing is.
  private var slots: [UInt32] = Array(repeating: empty, count: 4 * 64)
  private var count = 0
  private static let empty = UInt32.max

  subscript(first: UInt32, second: UInt32, third: UInt32) -> UInt32? {
    let value = slots[slot(first, second, third) + 3]
    return value == Self.empty ? nil : value
  }

  /// - Parameter value: any number but the largest one.
  mutating func insert(_ first: UInt32, _ second: UInt32, _ third: UInt32, _ value: UInt32) {
    let slot = slot(first, second, third)
    if slots[slot + 3] == Self.empty { count += 1 }
    (slots[slot], slots[slot + 1], slots[slot + 2], slots[slot + 3]) = (first, second, third, value)
    if count * 8 > slots.count { grow() }
  }

  /// Where the three stand, or would.
  private func slot(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> Int {
    var hash = (UInt64(first) << 32 | UInt64(second)) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 29 ^ UInt64(third)) &* 0xBF58_476D_1CE4_E5B9
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash >> 32) << 2 & mask
    while slots[slot + 3] != Self.empty, slots[slot] != first || slots[slot + 1] != second || slots[slot + 2] != third {
      slot = (slot + 4) & mask
    }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Self.empty, count: old.count * 2)
    for place in stride(from: 0, to: old.count, by: 4) where old[place + 3] != Self.empty {
      let slot = slot(old[place], old[place + 1], old[place + 2])
      slots.replaceSubrange(slot..<(slot + 4), with: old[place..<(place + 4)])
    }
  }
}
