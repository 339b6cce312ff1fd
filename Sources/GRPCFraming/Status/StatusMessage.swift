/// `grpc-message`: UTF-8 in which everything but printable ASCII is percent-encoded.
enum StatusMessage {
  /// Clients refuse trailers of 8 KiB and more, and HTTP/2 has 16 KiB in a frame: a longer text would lose the status.
  private static let limit = 7_000

  static func encode(_ text: String) -> String {
    guard text.utf8.count > limit || text.utf8.contains(where: { !isPlain($0) }) else { return text }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars where bytes.count < limit - 12 {
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        bytes += isPlain(byte) ? [byte] : [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What is no encoding stands for itself.
  static func decode(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let high = value(rest[rest.startIndex]),
        let low = value(rest[rest.startIndex + 1])
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "%") }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 48...57: digit - 48
    case 65...70: digit - 55
    case 97...102: digit - 87
    default: nil
    }
  }
}
