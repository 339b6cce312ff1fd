import FirestoreModel

/// Scalars of YAML on one line.
enum YAMLScalar {
  /// Bare where it is read as the same text, within brackets as well.
  static func text(_ text: String) -> String {
    let isPlain =
      (text.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "z")).contains($0) } ?? false || text.hasPrefix("../"))
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "._-/".utf8.contains(byte)
      } && !["true", "false", "null", "now", "serverTime"].contains(text.lowercased())
    if isPlain { return text }
    // Line ends within single quotes are folded, and other control characters cannot stand there at all.
    let isOneLine = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && !isLineEnd($0) }
    return isOneLine ? "'" + text.replacing("'", with: "''") + "'" : escaped(text)
  }

  /// U+2028 and U+2029, which YAML also takes for ends of lines; no other reader sees them.
  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x2028 || scalar.value == 0x2029 }

  private static func escaped(_ text: String) -> String {
    var escaped = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      default:
        guard scalar.properties.generalCategory == .control || isLineEnd(scalar) else {
          escaped.unicodeScalars.append(scalar)
          continue
        }
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return escaped + "\""
  }

  /// Nil for values that no document of a first workload has.
  static func value(_ value: Value) -> String? {
    switch value {
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .double(let number): number.isFinite ? "\(number)" : nil
    case .string(let text): text.string.contains { "{}$!".contains($0) } ? nil : self.text(text.string)
    case .timestamp: "{spread: [-30d, -1m]}"
    case .bytes, .reference, .geoPoint, .array, .vector, .map: nil
    }
  }

  /// The same as one of several.
  static func choice(_ value: Value) -> String? {
    switch value {
    case .boolean, .integer, .double, .string: self.value(value)
    case .null, .timestamp, .bytes, .reference, .geoPoint, .array, .vector, .map: nil
    }
  }

  /// Longer texts are made up, in bytes.
  private static let longestCopy = 60

  /// A value of a document that there is, or one that takes as much room.
  static func like(_ value: Value, isAsItIs: Bool, user: Text?) -> String? {
    switch value {
    case .string(let text):
      if text == user { return StandIn.user.string }
      if isAsItIs, text.byteCount <= longestCopy, let same = self.value(value) { return same }
      return "{string: \(max(1, text.string.count))}"
    case .bytes(let bytes): return "{bytes: \(bytes.count)}"
    case .vector(let vector): return "{vector: \(vector.count)}"
    case .geoPoint(let point): return "{geo: [\(point.latitude), \(point.longitude)]}"
    case .reference(let reference):
      return "{ref: \(text(reference.path.segments.map(\.string).joined(separator: "/")))}"
    case .array(let elements):
      // A list of words, such as ids and tags, stands as it is: its elements are compared, and seldom read.
      let parts = elements.compactMap { like($0, isAsItIs: true, user: user) }
      if parts.count == elements.count, parts.allSatisfy({ !$0.hasPrefix("{") }) {
        return "[\(parts.joined(separator: ", "))]"
      }
      return parts.first.map { "{array: {of: \($0), count: \(elements.count)}}" }
    case .map: return "{map: {}}"
    // What no workload can write takes the same room.
    case .double(let number) where !number.isFinite: return "0.5"
    case .null, .boolean, .integer, .double, .timestamp: return self.value(value)
    }
  }
}
