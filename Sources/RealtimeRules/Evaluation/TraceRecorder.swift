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
          span: expression.span, outcome: .value(Self.text(value)), depth: depth, leaf: value.leaf))
    }
  }

  func leave(_ expression: CompiledExpression, _ fault: RuleFault) {
    depth -= 1
    values.append(TracedValue(span: expression.span, outcome: .error(fault.message), depth: depth))
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
    case .location(let snapshot): snapshot.path.description
    }
  }

  private static func quoted(_ text: String) -> String {
    var shown = "\""
    for scalar in text.unicodeScalars.prefix(200) {
      switch scalar {
      case "\"": shown += "\\\""
      case "\\": shown += "\\\\"
      case "\n": shown += "\\n"
      default: shown.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
      }
    }
    return shown + (text.unicodeScalars.count > 200 ? "…\"" : "\"")
  }
}
