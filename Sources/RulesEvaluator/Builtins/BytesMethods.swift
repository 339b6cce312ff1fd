import FirestoreModel

enum BytesMethods {
  static let signatures = [
    BuiltinSignature(.bytes, "size", [], .integer),
    BuiltinSignature(.bytes, "toBase64", [], .string),
    BuiltinSignature(.bytes, "toHexString", [], .string),
  ]

  static func call(_ method: BuiltinMethod, _ bytes: [UInt8], _ arguments: [RuleValue]) -> RuleOutcome? {
    guard arguments.isEmpty else { return nil }
    switch method {
    case .size: return .value(.integer(Int64(bytes.count)))
    case .toBase64: return .value(.string(Text(base64(bytes))))
    case .toHexString: return .value(.string(Text(hexadecimal(bytes))))
    default: return nil
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The alphabet for URLs, with padding (observed in the Rules Test API).
  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let available = min(3, bytes.count - start)
      var group: UInt32 = 0
      for offset in 0..<3 { group = group << 8 | (offset < available ? UInt32(bytes[start + offset]) : 0) }
      for position in 0..<4 {
        let digit = Int(group >> UInt32(18 - 6 * position)) & 63
        text.append(position <= available ? alphabet[digit] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
