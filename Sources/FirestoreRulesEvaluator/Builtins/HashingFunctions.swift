import Digests
import FirestoreModel

enum HashingFunctions {
  static let signatures = ["crc32", "crc32c", "md5", "sha256"].flatMap { name in
    [
      BuiltinSignature(nil, "hashing.\(name)", [.string], .bytes),
      BuiltinSignature(nil, "hashing.\(name)", [.bytes], .bytes),
    ]
  }

  static func call(_ function: BuiltinFunction, _ arguments: [RuleValue]) -> RuleOutcome? {
    let bytes: [UInt8]
    switch arguments[0] {
    case .string(let text): bytes = Array(text.string.utf8)
    case .bytes(let value): bytes = value
    default: return nil
    }
    switch function {
    case .hashingMD5: return .value(.bytes(Digest.md5.of(bytes)))
    case .hashingSHA256: return .value(.bytes(Digest.sha256.of(bytes)))
    case .hashingCRC32: return .value(.bytes(Checksum.crc32.littleEndian(of: bytes)))
    default: return .value(.bytes(Checksum.crc32c.littleEndian(of: bytes)))
    }
  }
}

/// A cyclic redundancy check of 32 bits with reflected polynomial.
private struct Checksum {
  private let table: [UInt32]

  /// IEEE 802.3.
  static let crc32 = Checksum(polynomial: 0xEDB8_8320)
  /// Castagnoli.
  static let crc32c = Checksum(polynomial: 0x82F6_3B78)

  private init(polynomial: UInt32) {
    table = (0..<256).map { index in
      (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
    }
  }

  /// Least significant byte first, unlike what most libraries print (observed in the Rules Test API).
  func littleEndian(of bytes: [UInt8]) -> [UInt8] {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes { value = table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8 }
    value ^= 0xFFFF_FFFF
    return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }
}
