// FB3111 slice-out-of-range warning
//
// means: A slice reaches beyond the end of its list or text, or may do so because nothing tests the size. That is an
//   error, and an error denies.
// why: A slice `[i:j]` needs 0 ≤ i < size and 1 ≤ j ≤ size. The end is not shortened to the size as in other languages,
//   and `[0:0]` is an error as well as every slice of an empty value.
// example:
//   1️⃣resource.data.code[0:3] == 'abc'            // an error for `ab`
//   resource.data.code.size() >= 3 && resource.data.code[0:3] == 'abc'
// fix: Test the size beside it, or use `matches('abc.*')`.
// ignore: When shorter values are to be denied and nothing else stands in the condition.

package import Diagnostics
import FirestoreRulesLanguage

/// A slice that reaches beyond its text or list, or may do so because nothing tests the size before (FB3111).
package enum SliceBounds: RulesLint {
  package static let codes: [DiagnosticCode] = [.sliceOutOfRange]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.types.problems.compactMap { expression, problem in
      guard case .slice(let base, _, _) = expression.kind else { return nil }
      let source = QuotedText.of(subject.text(expression.span))
      let (message, help): (String, String)
      switch problem {
      case .sliceOfNothing:
        message = "\(source) is always an error"
        help = "a slice `[i:j]` needs 0 ≤ i < size and 1 ≤ j ≤ size; the end is not shortened to the size"
      case .sliceMayExceed(let size):
        message = "\(source) is an error when there are fewer than \(size) elements or characters"
        help = "test the size as well: `\(subject.text(base.span)).size() >= \(size)`"
      default: return nil
      }
      return Diagnostic(.sliceOutOfRange, message, at: subject.location(expression.span), help: help)
    }
  }
}
