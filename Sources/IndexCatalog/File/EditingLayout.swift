import StructuredText

/// How text added to an existing file is laid out, after the example of what stands beside it.
enum EditingLayout {
  /// One line per value; nested lines start with the base indentation and the unit once per level.
  case lines(base: String, unit: String, newline: String)
  /// `{ "a": 1, "b": 2 }`
  case singleLine

  func text(_ value: JSONValue) -> String {
    switch value {
    case .array(let elements): enclosed(elements.map(nested.text), "[", "]", padding: "")
    case .object(let members):
      enclosed(
        members.map { "\(JSONWriter.quoted($0.key)): \(nested.text($0.value))" }, "{", "}", padding: " ")
    case .null, .boolean, .number, .integer, .string: JSONWriter.text(value, .compact)
    }
  }

  private var nested: EditingLayout {
    switch self {
    case .singleLine: self
    case .lines(let base, let unit, let newline): .lines(base: base + unit, unit: unit, newline: newline)
    }
  }

  private func enclosed(_ parts: [String], _ open: String, _ close: String, padding: String) -> String {
    if parts.isEmpty { return open + close }
    switch self {
    case .singleLine: return open + padding + parts.joined(separator: ", ") + padding + close
    case .lines(let base, let unit, let newline):
      let inner = parts.joined(separator: ",\(newline)\(base)\(unit)")
      return "\(open)\(newline)\(base)\(unit)\(inner)\(newline)\(base)\(close)"
    }
  }
}
