/// The tree as nested lists, without spans and ids, for tests and for comparing two trees.
extension Ruleset {
  package var debugText: String {
    var parts: [String] = []
    if let version { parts.append("(version \(DebugText.quoted(version.text)))") }
    for item in imports {
      parts.append("(import (\(item.names.map(\.text).joined(separator: " "))) \(DebugText.quoted(item.module)))")
    }
    parts += functions.map(\.debugText)
    parts += services.map(\.debugText)
    return parts.joined(separator: "\n")
  }
}

enum DebugText {
  static func list(_ parts: [String]) -> String { "(" + parts.joined(separator: " ") + ")" }

  /// ASCII in quotes; everything else as code points.
  static func quoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "\\": result += "\\" + String(scalar)
      case " "..."~": result += String(scalar)
      default: result += "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return result + "'"
  }
}

extension Service {
  package var debugText: String {
    DebugText.list(["service", name.text] + functions.map(\.debugText) + matches.map(\.debugText))
  }
}

extension MatchBlock {
  package var debugText: String {
    DebugText.list(
      ["match", path.debugText] + functions.map(\.debugText) + allows.map(\.debugText) + matches.map(\.debugText))
  }
}

extension MatchPath {
  package var debugText: String {
    segments.map { segment in
      switch segment.kind {
      case .literal(let text): "/" + text
      case .capture(let name): "/{" + name + "}"
      case .recursive(let name): "/{" + name + "=**}"
      }
    }.joined()
  }
}

extension AllowStatement {
  package var debugText: String {
    let methods = methods.map(\.text).joined(separator: ",")
    return DebugText.list(["allow", methods] + (condition.map { [$0.debugText] } ?? []))
  }
}

extension FunctionDeclaration {
  package var debugText: String {
    DebugText.list(
      [isExported ? "export-function" : "function", name.text, "(\(parameters.map(\.text).joined(separator: " ")))"]
        + lets.map { "(let \($0.name.text) \($0.value.debugText))" } + [result.debugText])
  }
}

extension Expression {
  package var debugText: String {
    switch kind {
    case .missing: "<missing>"
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .float(let value): value.description
    case .string(let text): DebugText.quoted(text)
    case .bytes(let bytes):
      "b" + bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined(separator: ".")
    case .name(let name): name
    case .parenthesized(let inner): DebugText.list(["group", inner.debugText])
    case .list(let elements): "[" + elements.map(\.debugText).joined(separator: " ") + "]"
    case .map(let entries):
      "{" + entries.map { "\(DebugText.quoted($0.key)): \($0.value.debugText)" }.joined(separator: " ") + "}"
    case .path(let pieces): DebugText.list(["path"] + pieces.map(\.debugText))
    case .unary(let prefix, let operand): DebugText.list([prefix.rawValue, operand.debugText])
    case .binary(let infix, let left, let right): DebugText.list([infix.rawValue, left.debugText, right.debugText])
    case .logical(let infix, let operands): DebugText.list([infix.rawValue] + operands.map(\.debugText))
    case .conditional(let condition, let value, let other):
      DebugText.list(["?", condition.debugText, value.debugText, other.debugText])
    case .typeTest(let value, let type): DebugText.list(["is", value.debugText, type.text])
    case .member(let base, let name): DebugText.list([".", base.debugText, name.text])
    case .index(let base, let index): DebugText.list(["index", base.debugText, index.debugText])
    case .slice(let base, let from, let to):
      DebugText.list(["slice", base.debugText, from.debugText, to.debugText])
    case .call(let name, let arguments): DebugText.list(["call", name.text] + arguments.map(\.debugText))
    case .method(let base, let name, let arguments):
      DebugText.list(["method", base.debugText, name.text] + arguments.map(\.debugText))
    case .invalidCall(let target, let arguments):
      DebugText.list(["invalid-call", target.debugText] + arguments.map(\.debugText))
    }
  }
}

extension PathPiece {
  package var debugText: String {
    switch self {
    case .literal(let text, _): DebugText.quoted(text)
    case .interpolation(let value): DebugText.list(["$", value.debugText])
    case .placeholder(let name, _): "{" + name + "}"
    }
  }
}
