/// 128 bits of the content of a unit, the key of all that is kept about it. Not for secrets: who wants two texts of one
/// hash can make them.
package struct ContentHash: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(_ bytes: ArraySlice<UInt8>) {
    var (one, other) = (UInt64(bytes.count) ^ 0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F as UInt64)
    unsafe bytes.withUnsafeBytes { raw in
      var index = 0
      while index + 8 <= raw.count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        Self.add(word, &one, &other)
        index += 8
      }
      var rest: UInt64 = 0
      while index < raw.count {
        rest = rest << 8 | UInt64(unsafe raw[index])
        index += 1
      }
      Self.add(rest, &one, &other)
    }
    Self.add(other, &one, &other)
    high = one
    low = other
  }

  private static func add(_ word: UInt64, _ one: inout UInt64, _ other: inout UInt64) {
    one = mixed(one ^ word, 0xA076_1D64_78BD_642F) &+ other
    other = mixed(other &+ word, 0xE703_7ED1_A0B4_28DB) ^ (one << 29 | one >> 35)
  }

  private static func mixed(_ value: UInt64, _ factor: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: factor)
    return high ^ low
  }
}
