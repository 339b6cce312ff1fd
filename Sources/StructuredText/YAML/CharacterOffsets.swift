/// Turns libyaml's character counts into byte offsets.
struct CharacterOffsets {
  private let bytes: [UInt8]
  /// Where counting starts: behind a byte order mark.
  private let base: Int
  /// The byte offset of every character whose number is a multiple of `stride`; empty for ASCII, where both are equal.
  private var checkpoints: [Int] = []
  private static let stride = 256

  init(_ bytes: [UInt8], from base: Int) {
    self.bytes = bytes
    self.base = base
    guard bytes[base...].contains(where: { $0 >= 0x80 }) else { return }
    var characters = 0
    for index in base..<bytes.count where bytes[index] & 0xC0 != 0x80 {
      if characters.isMultiple(of: Self.stride) { checkpoints.append(index) }
      characters += 1
    }
  }

  /// The offset of the first byte of the character; the end of the bytes for numbers beyond the last.
  func offset(ofCharacter number: Int) -> Int {
    guard !checkpoints.isEmpty else { return min(base + max(number, 0), bytes.count) }
    let block = max(number, 0) / Self.stride
    guard block < checkpoints.count else { return bytes.count }
    var offset = checkpoints[block]
    var missing = max(number, 0) % Self.stride
    while missing > 0, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      missing -= 1
    }
    return offset
  }
}
