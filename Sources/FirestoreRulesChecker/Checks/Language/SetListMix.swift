package import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A method of sets on a list, `keys().difference(…)`, or of lists on a set, `toSet().join(',')` (FB3105).
package enum SetListMix: RulesLint {
  package static let codes: [DiagnosticCode] = [.typeMismatch]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.types.problems.compactMap { expression, problem in
      guard case .unknownMethod(let owner, let name) = problem, mixes(owner, name) else { return nil }
      let isForSets = !BuiltinSignature.methods(named: name, of: .set).isEmpty
      let help =
        isForSets
        ? "make it a set first: `toSet().\(name)(…)`; `keys()` is a list, `affectedKeys()` and its like are sets"
        : "`\(name)` is a method of lists, and a set cannot be turned into one: use the list that it was made of"
      return Diagnostic(
        .typeMismatch, "\(described(owner)) has no method \(QuotedText.of(name))",
        at: subject.location(expression.span), help: help)
    }
  }

  private static func described(_ owner: InferredType) -> String {
    owner.kinds.text == "any" ? "a stored value is never a set and" : owner.kinds.text
  }

  static func mixes(_ owner: InferredType, _ name: String) -> Bool {
    let isForSets = !BuiltinSignature.methods(named: name, of: .set).isEmpty
    let isForLists = !BuiltinSignature.methods(named: name, of: .list).isEmpty
    if owner.kinds.contains(.list), !owner.kinds.contains(.set) { return isForSets && !isForLists }
    return owner.kinds == .set && isForLists && !isForSets
  }
}
