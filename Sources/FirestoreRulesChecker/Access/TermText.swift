import FirestoreRulesEvaluator
import FirestoreRulesLanguage

extension Term {
  /// As it could be written, on one line and shortened, for messages.
  var text: String {
    let full = fullText
    return full.count <= 100 ? full : full.prefix(97) + "…"
  }

  private var fullText: String {
    if size > 200 { return "…" }
    switch kind {
    case .opaque: return "…"
    case .null: return "null"
    case .boolean(let value): return String(value)
    case .integer(let value): return String(value)
    case .float(let value): return String(value)
    case .string(let value): return "'\(value)'"
    case .bytes: return "b'…'"
    case .name(let name): return name
    case .capture(let capture): return capture.name
    case .member(let base, let name): return "\(base.operand).\(name)"
    case .memberOrDefault(let base, let names, let fallback):
      let key = names.count == 1 ? "'\(names[0])'" : "[\(names.map { "'\($0)'" }.joined(separator: ", "))]"
      return "\(base.operand).get(\(key), \(fallback.fullText))"
    case .index(let base, let key): return "\(base.operand)[\(key.fullText)]"
    case .slice(let base, let start, let end): return "\(base.operand)[\(start.fullText):\(end.fullText)]"
    case .list(let elements): return "[\(Self.listed(elements))]"
    case .map(let entries): return "{\(entries.map { "'\($0.key)': \($0.value.fullText)" }.joined(separator: ", "))}"
    case .path(let pieces): return Self.path(pieces)
    case .not(let operand): return "!\(operand.operand)"
    case .negative(let operand): return "-\(operand.operand)"
    case .binary(let op, let left, let right): return "\(left.operand) \(op.rawValue) \(right.operand)"
    case .logical(let op, let operands): return operands.map(\.operand).joined(separator: " \(op.rawValue) ")
    case .conditional(let condition, let first, let second):
      return "\(condition.operand) ? \(first.operand) : \(second.operand)"
    case .typeTest(let value, let type): return "\(value.operand) is \(type)"
    case .access(let function, let path): return "\(function.rawValue)(\(path.fullText))"
    case .call(let name, let arguments): return "\(name)(\(Self.listed(arguments)))"
    case .method(let receiver, let name, let arguments):
      return "\(receiver.operand).\(name)(\(Self.listed(arguments)))"
    }
  }

  /// In parentheses where it is itself an operator.
  private var operand: String {
    switch kind {
    case .binary, .logical, .conditional, .typeTest: "(\(fullText))"
    default: fullText
    }
  }

  private static func listed(_ terms: [Term]) -> String { terms.map(\.fullText).joined(separator: ", ") }

  /// Without the prefix that every path has.
  private static func path(_ pieces: [Piece]) -> String {
    let isAbsolute = pieces.count > 3 && pieces[0] == .literal("databases") && pieces[2] == .literal("documents")
    return (isAbsolute ? pieces.dropFirst(3) : pieces[...]).map { piece in
      switch piece {
      case .literal(let text): "/\(text)"
      case .value(let term): "/$(\(term.fullText))"
      }
    }.joined()
  }
}
