/// The checksum of records: CRC-32 with Castagnoli's polynomial.
enum CRC32C {
  /// What each byte does to a sum.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0x82F6_3B78 : sum >> 1 }
  }

  static func sum(_ parts: ArraySlice<UInt8>...) -> UInt32 {
    let table = table
    var sum = UInt32.max
    for part in parts {
      for byte in part { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    }
    return ~sum
  }

  /// As it stands in files: sums of bytes that hold sums themselves would be weak otherwise.
  static func masked(_ sum: UInt32) -> UInt32 { (sum >> 15 | sum << 17) &+ 0xA282_EAD8 }
}
