package import Diagnostics
import RulesLanguage

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
