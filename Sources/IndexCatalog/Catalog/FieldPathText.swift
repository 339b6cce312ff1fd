package import FirestoreModel

extension FieldPath {
  /// The path as index definitions spell it: dots between segments, and back-quotes round a segment that is no simple
  /// name, with `\` in front of a back-quote or a backslash.
  package var indexSpelling: String { segments.map(\.indexSpelling).joined(separator: ".") }
}

extension Text {
  fileprivate var indexSpelling: String {
    if isSimpleName { return string }
    var quoted = "`"
    for scalar in string.unicodeScalars {
      if scalar == "`" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "`"
  }

  fileprivate var isSimpleName: Bool {
    guard let first = string.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return string.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
      default: false
      }
    }
  }
}

extension FieldPath {
  /// Reads ``indexSpelling``; nil for anything that is not a field path.
  package init?(indexSpelling text: String) {
    var rest = text.unicodeScalars[...]
    var segments: [Text] = []
    repeat {
      let segment = rest.first == "`" ? FieldPath.readQuoted(&rest) : FieldPath.readSimple(&rest)
      guard let segment else { return nil }
      segments.append(segment)
      if rest.isEmpty { break }
      guard rest.popFirst() == "." else { return nil }
    } while true
    self.init(segments: segments)
  }

  private static func readSimple(_ rest: inout Substring.UnicodeScalarView) -> Text? {
    let segment = Text(String(rest.prefix { $0 != "." && $0 != "`" }))
    guard !segment.string.isEmpty, segment.isSimpleName else { return nil }
    rest = rest.dropFirst(segment.string.unicodeScalars.count)
    return segment
  }

  private static func readQuoted(_ rest: inout Substring.UnicodeScalarView) -> Text? {
    rest.removeFirst()
    var name = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "`": return name.isEmpty ? nil : Text(String(name))
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        name.append(escaped)
      default: name.append(scalar)
      }
    }
    return nil
  }
}
