import Diagnostics

/// The older ways to put values into texts.
enum PythonTexts {
  /// `%s`, `%d`, `%(name)s`: the values in their order, an empty operand where there is none.
  static func filled(_ literal: String, _ values: inout [Expression]) -> [TextPart] {
    var parts: [TextPart] = []
    var text = ""
    var rest = literal[...]
    while let sign = rest.firstIndex(of: "%") {
      text += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      if rest.first == "%" {
        text += "%"
        rest = rest.dropFirst()
        continue
      }
      if rest.first == "(", let end = rest.firstIndex(of: ")") { rest = rest[rest.index(after: end)...] }
      rest = rest.drop { "#0- +.123456789".contains($0) }.dropFirst()
      let value = values.isEmpty ? Expression(.other([]), Span(0, 0)) : values.removeFirst()
      parts += [.literal(text), .interpolation(value)]
      text = ""
    }
    return parts + [.literal(text + rest)]
  }

  static func call(_ name: String, on pieces: [TextPiece], _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "format": return .value(formatted(pieces, arguments))
    case "join":
      guard case .list(let list)? = arguments[0]?.value, !list.isOpen, !list.hasGrown else { return nil }
      return .value(.text(Array(list.elements.map(\.textPieces).joined(separator: pieces))))
    default: return nil
    }
  }

  /// `"users/{}/posts".format(uid)`, `"{name}".format(name=x)`
  private static func formatted(_ pieces: [TextPiece], _ arguments: SDKArguments) -> ScannedValue {
    var next = 0
    return .text(
      pieces.flatMap { piece -> [TextPiece] in
        guard case .literal(let text) = piece else { return [piece] }
        return formatted(text, arguments, &next)
      })
  }

  private static func formatted(_ literal: String, _ arguments: SDKArguments, _ next: inout Int) -> [TextPiece] {
    var pieces: [TextPiece] = []
    var rest = literal[...]
    while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}") {
      pieces.append(.literal(String(rest[..<opening])))
      let name = rest[rest.index(after: opening)..<closing].prefix { $0 != ":" && $0 != "!" }
      pieces += value(named: name, arguments, &next)
      rest = rest[rest.index(after: closing)...]
    }
    return pieces + [.literal(String(rest))]
  }

  private static func value(named name: Substring, _ arguments: SDKArguments, _ next: inout Int) -> [TextPiece] {
    var value = arguments[String(name)]?.value
    if name.isEmpty {
      value = arguments[next]?.value
      next += 1
    } else if let place = Int(name) {
      value = arguments[place]?.value
    }
    switch value {
    case .text(let pieces)?: return pieces
    case .integer(let number)?: return [.literal(String(number))]
    case .userID?: return [.userID]
    default: return [.unknown]
    }
  }
}
