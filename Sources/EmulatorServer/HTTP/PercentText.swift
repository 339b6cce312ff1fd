/// Percent-encoding of URLs.
enum PercentText {
  /// Nil when the bytes are no UTF-8 text. A `%` without two digits behind it stands for itself.
  ///
  /// - Parameter keepsSlashes: `%2F` is left as it is: in a variable of several path segments it would begin another
  ///   one (the rule of `google.api.http`).
  static func decode(
    _ text: some StringProtocol, keepsSlashes: Bool = false, plusIsBlank: Bool = false
  ) -> String? {
    String(
      validating: decode(Array(text.utf8)[...], keepsSlashes: keepsSlashes, plusIsBlank: plusIsBlank), as: UTF8.self)
  }

  static func decode(_ source: ArraySlice<UInt8>, keepsSlashes: Bool = false, plusIsBlank: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var index = source.startIndex
    while index < source.endIndex {
      let byte = source[index]
      if byte == UInt8(ascii: "%"), index + 2 < source.endIndex, let high = digit(source[index + 1]),
        let low = digit(source[index + 2])
      {
        let decoded = high << 4 | low
        if keepsSlashes, decoded == UInt8(ascii: "/") {
          bytes += source[index...(index + 2)]
        } else {
          bytes.append(decoded)
        }
        index += 3
      } else {
        bytes.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
