/// FNV-1a: the same on every machine and in every process.
struct FNVHash: Sendable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// As SQLite stores it.
  var signedValue: Int64 { Int64(bitPattern: value) }

  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
