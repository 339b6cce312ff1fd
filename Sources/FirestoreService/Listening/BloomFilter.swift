import Digests

/// A set of names in which every member is found, and others hardly ever.
package struct BloomFilter: Hashable, Sendable {
  package var bitmap: [UInt8]
  /// Unused bits of the last byte.
  package var padding: Int32
  package var hashCount: Int32

  package init(bitmap: [UInt8] = [], padding: Int32 = 0, hashCount: Int32 = 0) {
    self.bitmap = bitmap
    self.padding = padding
    self.hashCount = hashCount
  }
}

extension BloomFilter {
  /// −ln p / ln² 2: what a member needs for one percent (p) of others to be taken for members.
  private static let bitsPerName = 9.585_058_377_367_44
  /// What is best for that: bits per name · ln 2.
  private static let bestHashCount: Int32 = 7
  /// With fewer bits than this the hashes of one name fall together too often.
  private static let leastBitCount = 61

  /// - Parameters:
  ///   - names: full resource names.
  ///   - count: how many they are.
  package init(of names: some Sequence<String>, count: Int) {
    guard count > 0 else {
      self.init()
      return
    }
    let bits = (Double(count) * Self.bitsPerName).rounded(.up)
    // More than any message can hold would not fit. Odd, so that steps of an even width reach every bit.
    let bitCount = max(Self.leastBitCount, Int(min(bits, 0x1_0000_0000))) | 1
    self.init(of: names, bitCount: bitCount, hashCount: Self.bestHashCount)
  }

  /// A filter of a given size; empty when it has no bits or no hashes.
  package init(of names: some Sequence<String>, bitCount: Int, hashCount: Int32) {
    guard bitCount > 0, hashCount > 0 else {
      self.init()
      return
    }
    let byteCount = (bitCount - 1) / 8 + 1
    self.init(
      bitmap: Array(repeating: 0, count: byteCount), padding: Int32(byteCount * 8 - bitCount), hashCount: hashCount)
    for name in names {
      for bit in Self.bits(of: name, bitCount: bitCount, hashCount: hashCount) {
        bitmap[bit / 8] |= 1 << UInt8(bit % 8)
      }
    }
  }

  package var bitCount: Int { bitmap.count * 8 - Int(padding) }

  /// Whether clients take the name for a member.
  package func mightContain(_ name: String) -> Bool {
    guard bitCount > 0, hashCount > 0 else { return false }
    return Self.bits(of: name, bitCount: bitCount, hashCount: hashCount).allSatisfy { bit in
      bitmap[bit / 8] & (1 << UInt8(bit % 8)) != 0
    }
  }

  /// Double hashing over the two halves of the name's MD5, as all client SDKs do.
  private static func bits(of name: String, bitCount: Int, hashCount: Int32) -> some Sequence<Int> {
    let digest = Digest.md5.of(Array(name.utf8))
    let first = littleEndian(digest[..<8])
    let second = littleEndian(digest[8...])
    return (0..<UInt64(hashCount)).lazy.map { Int((first &+ $0 &* second) % UInt64(bitCount)) }
  }

  private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
