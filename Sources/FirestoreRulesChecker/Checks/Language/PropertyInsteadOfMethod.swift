package import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A method that is read like a property, `list.size > 0` (FB3105).
///
/// Of a field nothing is known, and a map may have an entry `size`. It is reported when the source uses the field as a
/// text or list elsewhere, and `length`, which is how other languages ask for a size, when nothing speaks for a map.
package enum PropertyInsteadOfMethod: RulesLint {
  package static let codes: [DiagnosticCode] = [.typeMismatch]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    let certain: [Diagnostic] = subject.types.problems.compactMap { expression, problem in
      guard case .propertyOfType(let owner, let name) = problem, isMethod(name, of: owner) else { return nil }
      let method = name == "length" || name == "count" ? "size" : name
      return Diagnostic(
        .typeMismatch, "\(owner.kinds.text) has no property \(QuotedText.of(name))",
        at: subject.location(expression.span), help: "call the method: `\(method)()`")
    }
    return certain + likely(in: subject)
  }

  private static func likely(in subject: LintSubject) -> [Diagnostic] {
    let use = FieldUse(subject)
    return subject.expressions.flatMap(\.descendants).flatMap(comparedWithNumber).compactMap { expression in
      guard case .member(let base, let name) = expression.kind, FieldUse.lengths.contains(name.text),
        let chain = base.asMemberChain, chain.count > 1, let field = chain.last, field != "data",
        subject.types.type(of: base).kinds.isSuperset(of: .storable), !use.maps.contains(field),
        use.measured.contains(field) || name.text == "length"
      else { return nil }
      return Diagnostic(
        .typeMismatch, "\(QuotedText.of(name.text)) is read like a field of \(QuotedText.of(subject.text(base.span)))",
        at: subject.location(expression.span), severity: use.measured.contains(field) ? .error : .warning,
        help: "the size of a text or list is `size()`")
    }
  }

  /// The operand that is compared with a number.
  private static func comparedWithNumber(_ expression: Expression) -> [Expression] {
    guard case .binary(let op, let left, let right) = expression.kind, op.isOrdering || op == .equal || op == .notEqual
    else { return [] }
    func isNumber(_ side: Expression) -> Bool {
      if case .integer = side.unparenthesized.kind { true } else { false }
    }
    return [(left, right), (right, left)].filter { isNumber($0.1) }.map(\.0.unparenthesized)
  }

  /// Whether values of the type have a method of the name, or one that is called so elsewhere.
  static func isMethod(_ name: String, of owner: InferredType) -> Bool {
    let method = name == "length" || name == "count" ? "size" : name
    return BuiltinSignature.methods(named: method).contains { form in
      form.receiver.map { owner.kinds.contains($0) } ?? false
    }
  }
}
