// FB3105 type-mismatch error
//
// means: An operator or function gets a value of a type that it does not take, for instance a text compared with a
//   timestamp. Such an operation is an error, and an error denies.
// why: Values are never converted: `>` compares numbers, texts, bytes, timestamps and durations, each among themselves,
//   and `+` joins only values of one kind. `==` compares everything, but values of different types are never equal.
//   Sets, which `affectedKeys()` and `toSet()` return, and lists, which `keys()` returns, have different methods.
// example:
//   1️⃣request.time > '2026-01-01'              // timestamp.date(2026, 1, 1)
//   2️⃣request.resource.data.keys().size > 0    // keys() is a list: size()
//   3️⃣request.resource.data.keys().difference(['a'].toSet())   // keys().toSet()
// fix: Convert one side with `string()`, `int()`, `float()` or `timestamp.date()`, call the method with `()`, or use
//   the method of the other collection.
// ignore: When the comparison is meant to be always false. Of fields nothing is assumed: a finding about a field rests
//   on what the source says of its type elsewhere, and a warning about `length` on its name.

package import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// An operator or function that gets values of types it does not take, or a comparison of values that are never equal
/// because of their types (FB3105).
package enum TypeMismatches: RulesLint {
  package static let codes: [DiagnosticCode] = [.typeMismatch]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.types.problems.compactMap { expression, problem in
      guard let text = text(of: problem, subject.text(expression.span)) else { return nil }
      return Diagnostic(.typeMismatch, text.message, at: subject.location(expression.span), help: text.help)
    }
  }

  private static func text(of problem: TypeProblem, _ source: String) -> (message: String, help: String?)? {
    switch problem {
    case .operands(let op, let left, let right): operands(op, left, right)
    case .neverEqual(let op, let left, let right): neverEqual(op, left, right)
    case .operand(let op, let type):
      ("`\(op.rawValue)` does not take \(type.kinds.text)", op == .not ? negationHelp(type) : nil)
    case .index(let owner, let key): index(owner, key)
    case .slice(let owner): ("\(owner.kinds.text) has no slices", "slices are taken of a string or list, by int bounds")
    case .wrongArguments(let name, let received, let forms):
      (
        "`\(name)` does not take (\(received.map(\.kinds.text).joined(separator: ", ")))",
        "it takes \(Array(Set(forms.map(\.text))).sorted().map { "`\($0)`" }.joined(separator: " or "))"
      )
    case .notACondition(let type):
      ("a condition must be true or false, and \(QuotedText.of(source)) is \(type.kinds.text)", conditionHelp(type))
    case .propertyOfType(let owner, let name) where !PropertyInsteadOfMethod.isMethod(name, of: owner):
      ("\(owner.kinds.text) has no properties such as \(QuotedText.of(name))", "only maps have properties")
    case .wrongDocumentPath(let function, let type):
      (
        "`\(function.rawValue)` does not take \(type.kinds.text)",
        "write a path: `\(function.rawValue)(/databases/$(database)/documents/…)`"
      )
    default: nil
    }
  }

  private static func operands(
    _ op: BinaryOperator, _ left: InferredType, _ right: InferredType
  ) -> (message: String, help: String?) {
    let (one, other) = (left.kinds, right.kinds)
    if op == .in {
      let help =
        right.kinds.contains(.string)
        ? "test a text with `matches('.*part.*')`" : "`in` looks into a list, a set or the keys of a map"
      return ("`in` cannot look for \(one.text) in \(other.text)", help)
    }
    var help: String?
    if one.union(other).contains(Kinds(.timestamp)) {
      help =
        one.union(other).contains(.string) || !one.union(other).isDisjoint(with: .number)
        ? "write `timestamp.date(year, month, day)` or `timestamp.value(milliseconds)`"
        : "use `duration.value(1, 'h')` for spans of time"
    } else if op == .add, one.union(other).contains(.string) {
      help = "convert with `string(value)`"
    } else if op.isOrdering {
      help = "only numbers, strings, bytes, timestamps and durations have an order, each among themselves"
    }
    return ("`\(op.rawValue)` does not take \(one.text) and \(other.text)", help)
  }

  private static func neverEqual(
    _ op: BinaryOperator, _ left: InferredType, _ right: InferredType
  ) -> (message: String, help: String?) {
    let (one, other) = (left.kinds, right.kinds)
    let result = op == .notEqual ? "always true" : "never true"
    let help: String? =
      if one.union(other).contains(.set), one.union(other).contains(.list) {
        "a set is not a list: compare `size()`, or use `hasOnly` and `hasAll`"
      } else if one.union(other).contains(.string), !one.union(other).isDisjoint(with: .number) {
        "convert with `string(value)` or `int(value)`, or change the literal"
      } else if one.union(other).contains(.string), one.union(other).contains(.boolean) {
        "write `true` or `false` without quotes"
      } else if one.union(other).contains(.string), one.union(other).contains(Kinds(.timestamp)) {
        "write `timestamp.date(year, month, day)`"
      } else {
        nil
      }
    if op == .in { return ("`in` is \(result): \(one.text) is looked for among \(other.text)", help) }
    return ("`\(op.rawValue)` is \(result): \(one.text) is compared with \(other.text)", help)
  }

  private static func index(_ owner: InferredType, _ key: InferredType) -> (message: String, help: String?) {
    let help = owner.kinds == .set ? "sets have no order: use `in`, or a list" : "lists are read by int, maps by string"
    return ("\(owner.kinds.text) is not read by \(key.kinds.text)", help)
  }

  private static func negationHelp(_ type: InferredType) -> String {
    type.kinds.contains(.map) || type.kinds.contains(.null) ? "compare with null: `value == null`" : "compare with `==`"
  }

  private static func conditionHelp(_ type: InferredType) -> String {
    type.kinds.contains(.null) || type.kinds.contains(.map)
      ? "compare with null: `!= null`" : "compare it with `==` or `!=`"
  }
}
