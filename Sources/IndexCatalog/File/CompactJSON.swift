import StructuredText

/// JSON without blanks, as the CLI prints the object it complains about.
struct CompactJSON: CustomStringConvertible {
  private(set) var description = ""

  init(_ node: Node) { append(node) }

  /// An object put together of members; absent ones are left out.
  init(_ members: [(key: String, value: Node?)]) {
    appendMembers(members.compactMap { member in member.value.map { (member.key, $0) } })
  }

  private mutating func append(_ node: Node) {
    switch node.content {
    case .null: description += "null"
    case .boolean(let value): description += value ? "true" : "false"
    case .number(let digits): description += digits
    case .string(let text): description += CompactJSON.quoted(text)
    case .array(let elements):
      description += "["
      for (position, element) in elements.enumerated() {
        if position > 0 { description += "," }
        append(element)
      }
      description += "]"
    case .object(let members): appendMembers(members.map { ($0.key, $0.value) })
    }
  }

  private mutating func appendMembers(_ members: [(key: String, value: Node)]) {
    description += "{"
    for (position, member) in members.enumerated() {
      if position > 0 { description += "," }
      description += CompactJSON.quoted(member.key) + ":"
      append(member.value)
    }
    description += "}"
  }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{8}": quoted += "\\b"
      case "\u{C}": quoted += "\\f"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
