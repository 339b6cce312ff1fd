// FB3112 negation-before-in error
//
// means: A `!` stands before an `in` or `is` without parentheses. It negates the left operand and not the test.
// why: `!` binds more tightly than `in` and `is`. The negation of a text is an error, so the condition never allows.
// example:
//   1️⃣!'role' in request.resource.data            // (!'role') in …
//   !('role' in request.resource.data)
// fix: Put the test into parentheses.
// ignore: Never, unless the negated value is really looked for.

package import Diagnostics
import FirestoreRulesLanguage

/// `!'x' in map`, which negates the text and not the test (FB3112); `!x is string` likewise.
package enum NegationBeforeIn: RulesLint {
  package static let codes: [DiagnosticCode] = [.negationBeforeIn]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.types.problems.compactMap { expression, problem in
      guard case .negatedOperand = problem, let (word, operand) = test(expression),
        case .unary(.not, let negated) = operand.kind
      else { return nil }
      let whole = subject.text(expression.span)
      let start = subject.text(negated.span)
      let rest = String(whole.dropFirst(subject.text(operand.span).count))
      return Diagnostic(
        .negationBeforeIn, "`!` negates \(QuotedText.of(start)) and not the test with `\(word)`",
        at: subject.location(expression.span), help: "write `!(\(start)\(rest))`")
    }
  }

  private static func test(_ expression: Expression) -> (word: String, operand: Expression)? {
    switch expression.kind {
    case .binary(.in, let operand, _): ("in", operand)
    case .typeTest(let operand, _): ("is", operand)
    default: nil
    }
  }
}
