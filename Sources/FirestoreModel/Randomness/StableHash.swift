/// FNV-1a of 64 bits: the same on every machine and in every run, unlike `Hasher`.
package struct StableHash: Sendable {
  @usableFromInline package internal(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  @usableFromInline package init() {}

  @inlinable package init(_ bytes: some Sequence<UInt8>) {
    self.init()
    combine(bytes)
  }

  @inlinable package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// All digits, leading zeros included.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
  }
}
