package import Diagnostics
import RulesEvaluator
import RulesLanguage

/// A method that is read like a property, `list.size > 0` (FB3105).
package enum PropertyInsteadOfMethod: RulesLint {
  package static let codes: [DiagnosticCode] = [.typeMismatch]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.types.problems.compactMap { expression, problem in
      guard case .propertyOfType(let owner, let name) = problem, isMethod(name, of: owner) else { return nil }
      let method = name == "length" || name == "count" ? "size" : name
      return Diagnostic(
        .typeMismatch, "\(owner.kinds.text) has no property \(QuotedText.of(name))",
        at: subject.location(expression.span), help: "call the method: `\(method)()`")
    }
  }

  /// Whether values of the type have a method of the name, or one that is called so elsewhere.
  static func isMethod(_ name: String, of owner: InferredType) -> Bool {
    let method = name == "length" || name == "count" ? "size" : name
    return BuiltinSignature.methods(named: method).contains { form in
      form.receiver.map { owner.kinds.contains($0) } ?? false
    }
  }
}
