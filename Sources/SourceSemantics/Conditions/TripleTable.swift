/// Three numbers to one.
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

/// Three numbers to one, as long as no others take their place: what was asked lately is asked again. It is small enough
/// to stay in the cache of a core, however many conditions there are.
struct RecentTriples: Sendable {
  /// Four numbers a slot: the three and their value.
  private var slots: [UInt32] = Array(repeating: .max, count: 4 << bits)
  private static let bits = 14

  subscript(first: UInt32, second: UInt32, third: UInt32) -> UInt32? {
    let slot = slot(first, second, third)
    guard slots[slot] == first, slots[slot + 1] == second, slots[slot + 2] == third else { return nil }
    return slots[slot + 3]
  }

  mutating func insert(_ first: UInt32, _ second: UInt32, _ third: UInt32, _ value: UInt32) {
    let slot = slot(first, second, third)
    (slots[slot], slots[slot + 1], slots[slot + 2], slots[slot + 3]) = (first, second, third, value)
  }

  private func slot(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> Int {
    var hash = (UInt64(first) << 32 | UInt64(second)) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 29 ^ UInt64(third)) &* 0xBF58_476D_1CE4_E5B9
    return Int(truncatingIfNeeded: hash >> (64 - UInt64(Self.bits))) << 2
  }
}
