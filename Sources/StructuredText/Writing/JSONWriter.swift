/// Writes JSON text: the same value gives the same bytes.
package enum JSONWriter {
  package enum Style: Hashable, Sendable {
    /// One line without blanks.
    case compact
    /// Two spaces per level, one entry per line, empty arrays and objects as `[]` and `{}`.
    case pretty
    /// As pretty, with lists and objects that hold only numbers on one line: for tables of figures.
    case figures
  }

  /// The text of the value, without a line break at its end.
  package static func text(_ value: JSONValue, _ style: Style = .pretty) -> String {
    var output: [UInt8] = []
    write(value, style, level: 0, into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// A string as JSON writes it, quotes included.
  package static func quoted(_ text: String) -> String {
    var output: [UInt8] = []
    write(text, into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private static func write(_ value: JSONValue, _ style: Style, level: Int, into output: inout [UInt8]) {
    switch value {
    case .null: output += "null".utf8
    case .boolean(let value): output += (value ? "true" : "false").utf8
    case .number(let digits): output += digits.utf8
    case .integer(let value): output += String(value).utf8
    case .string(let text): write(text, into: &output)
    case .array(let elements):
      let isOneLine = style == .figures && elements.allSatisfy(\.isNumber)
      list(elements, "[", "]", style, isOneLine: isOneLine, level, into: &output) { element, output in
        write(element, style, level: level + 1, into: &output)
      }
    case .object(let members):
      let isOneLine = style == .figures && members.allSatisfy { $0.value.isNumber }
      list(members, "{", "}", style, isOneLine: isOneLine, level, into: &output) { member, output in
        write(member.key, into: &output)
        output += (style == .compact ? ":" : ": ").utf8
        write(member.value, style, level: level + 1, into: &output)
      }
    }
  }

  private static func list<Entry>(
    _ entries: [Entry], _ opening: String, _ closing: String, _ style: Style, isOneLine: Bool, _ level: Int,
    into output: inout [UInt8], _ write: (Entry, inout [UInt8]) -> Void
  ) {
    output += opening.utf8
    for (index, entry) in entries.enumerated() {
      if index > 0 { output += (isOneLine ? ", " : ",").utf8 }
      if !isOneLine { breakLine(style, level + 1, &output) }
      write(entry, &output)
    }
    if !entries.isEmpty, !isOneLine { breakLine(style, level, &output) }
    output += closing.utf8
  }

  private static func breakLine(_ style: Style, _ level: Int, _ output: inout [UInt8]) {
    guard style != .compact else { return }
    output.append(UInt8(ascii: "\n"))
    for _ in 0..<level { output += "  ".utf8 }
  }

  private static func write(_ text: String, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): output += "\\\"".utf8
      case UInt8(ascii: "\\"): output += "\\\\".utf8
      case 0x08: output += "\\b".utf8
      case 0x09: output += "\\t".utf8
      case 0x0A: output += "\\n".utf8
      case 0x0C: output += "\\f".utf8
      case 0x0D: output += "\\r".utf8
      case 0..<0x20, 0x7F:
        output += (byte < 0x10 ? "\\u000" : "\\u00").utf8
        output += String(byte, radix: 16).utf8
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// The shortest digits that read back as the same double, integral values without an exponent up to 2^53.
  static func digits(of value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") && !text.contains("e") ? String(text.dropLast(2)) : text
  }
}

extension JSONValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .number, .integer: true
    case .null, .boolean, .string, .array, .object: false
    }
  }
}
