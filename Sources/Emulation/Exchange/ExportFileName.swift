import FirestoreModel

/// Names of files for ids that clients choose: nothing in them is a path.
enum ExportFileName {
  static let suffix = ".jsonl"

  /// Letters, digits and `()-_` stand for themselves, a dot unless it is the first; everything else is `%` and two
  /// digits.
  static func encoded(_ id: Text) -> String {
    var name = ""
    for (offset, byte) in id.string.utf8.enumerated() {
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || (0x30...0x39).contains(byte))
      if isPlain || "()-_".utf8.contains(byte) || (byte == UInt8(ascii: ".") && offset > 0) {
        name.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        name += byte < 0x10 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return name
  }
}
