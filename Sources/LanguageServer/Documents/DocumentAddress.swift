import Project

/// Files as clients name them: `file:///src/a%20b.ts`.
package enum DocumentAddress {
  /// The absolute path; nil for what is no file of this machine.
  package static func path(_ address: String) -> String? {
    let scheme = "file://"
    guard address.lowercased().hasPrefix(scheme) else { return nil }
    var rest = Array(address.utf8.dropFirst(scheme.utf8.count))
    if rest.starts(with: Array("localhost/".utf8)) { rest.removeFirst("localhost".utf8.count) }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    if let end = rest.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      rest.removeSubrange(end...)
    }
    guard let bytes = decoded(rest), !bytes.contains(0) else { return nil }
    return DisplayPath.absolute(String(decoding: bytes, as: UTF8.self), from: "/")
  }

  package static func address(ofAbsolute path: String) -> String {
    "file://"
      + path.utf8.map { byte in
        isPlain(byte)
          ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined()
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~/".utf8.contains(byte)
    }
  }

  private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      guard index + 2 < bytes.count,
        let value = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      else { return nil }
      result.append(value)
      index += 3
    }
    return result
  }
}
