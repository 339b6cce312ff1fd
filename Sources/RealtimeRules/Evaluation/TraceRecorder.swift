import Diagnostics
import FirestoreModel
import RealtimeDatabase

/// Collects what the parts of a rule evaluate to.
final class TraceRecorder {
  private var depth = 0
  private var values: [TracedValue] = []

  func enter() { depth += 1 }

  func leave(_ expression: CompiledExpression, _ value: RuleValue) {
    depth -= 1
    switch expression.operation {
    // What is written there says it already.
    case .constant, .root, .data, .newData: return
    default:
      values.append(
        TracedValue(
          span: expression.span, outcome: .value(Self.text(value)), depth: depth, leaf: value.leaf.map(Self.short)))
    }
  }

  func leave(_ expression: CompiledExpression, _ fault: RuleFault) {
    depth -= 1
    values.append(TracedValue(span: expression.span, outcome: .error(Self.short(fault.message)), depth: depth))
  }

  /// What was recorded since the last time.
  func take() -> [TracedValue] {
    defer { values = [] }
    return values
  }

  static func text(_ value: RuleValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let value): RuleNumber.text(value)
    case .string(let text): quoted(text.string)
    case .sentinel: "(children)"
    case .object: "(object)"
    case .location(let snapshot): short(snapshot.path.description)
    }
  }

  private static func quoted(_ text: String) -> String {
    var shown = "\""
    for scalar in text.unicodeScalars.prefix(textLimit) {
      switch scalar {
      case "\"": shown += "\\\""
      case "\\": shown += "\\\\"
      case "\n": shown += "\\n"
      default: shown.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
      }
    }
    return shown + (isLong(text) ? "…\"" : "\"")
  }

  /// Characters of a text that are shown at most: a trace has many parts, and each may hold megabytes.
  private static let textLimit = 200

  private static func isLong(_ text: String) -> Bool { !text.unicodeScalars.dropFirst(textLimit).isEmpty }

  private static func short(_ text: String) -> String {
    guard isLong(text) else { return text }
    var shown = ""
    shown.unicodeScalars.append(contentsOf: text.unicodeScalars.prefix(textLimit))
    return shown + "…"
  }

  private static func short(_ leaf: RealtimeLeaf) -> RealtimeLeaf {
    if case .string(let text) = leaf { .string(Text(short(text.string))) } else { leaf }
  }
}
