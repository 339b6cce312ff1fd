import FirestoreModel

/// Names of files for ids that clients choose: nothing in them is a path.
enum ExportFileName {
  static let suffix = ".jsonl"

  /// Where the documents of Google's format are.
  static let entityFolder = "firestore_export"

  /// Where the instances of the Realtime Database are, one file each, as the Firebase CLI has them.
  static let realtimeFolder = "database_export"
  static let realtimeSuffix = ".json"

  /// What was encoded; nil for what is no such name.
  static func decoded(_ name: some StringProtocol) -> Text? {
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else {
        return nil
      }
      bytes.append(code)
      rest.removeFirst(2)
    }
    guard !bytes.isEmpty else { return nil }
    return String(validating: bytes, as: UTF8.self).map { Text($0) }
  }

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
        name += "%" + byte.hexadecimal.uppercased()
      }
    }
    return name
  }
}
