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
    // The alphabet for URLs, with padding (observed in the Rules Test API).
    case .toBase64: return .value(.string(Text(Base64.encode(bytes, .url))))
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
}
