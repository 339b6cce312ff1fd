// FB4009 unused-function info
//
// means: No statement calls the function, neither directly nor through other functions. It guards nothing. Locals and
//   parameters that their function does not use are reported too.
// why: A condition that was written and is called nowhere guards nothing. It may have been forgotten in the place where
//   it is needed.
// example:
//   function 1️⃣isOwner() { return resource.data.owner == request.auth.uid; }
//   match /posts/{id} { allow read: if request.auth != null; }
// fix: Call it where it belongs, or delete it.
// ignore: When the function is kept for rules that are about to come.

package import Diagnostics
import FirestoreRulesLanguage

/// A function that no statement calls, and a local or parameter that its function does not use (FB4009).
package enum UnusedDeclarations: RulesLint {
  package static let codes: [DiagnosticCode] = [.unusedFunction]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    let reached = subject.allows.reduce(into: Set<Int>()) { $0.formUnion(subject.functionsReached(from: $1)) }
    return subject.functions.filter(\.isForFirestore).flatMap { function -> [Diagnostic] in
      let declaration = function.declaration
      if declaration.name.text.isEmpty { return [] }
      if !reached.contains(function.id), !declaration.isExported {
        return [
          Diagnostic(
            .unusedFunction, "no statement calls the function \(QuotedText.of(declaration.name.text))",
            at: subject.location(declaration.name.span),
            help: "call it where it was meant to protect something, or remove it")
        ]
      }
      return names(of: declaration, subject)
    }
  }

  private static func names(of function: FunctionDeclaration, _ subject: LintSubject) -> [Diagnostic] {
    let used = Set(
      (function.lets.map(\.value) + [function.result]).flatMap(\.descendants).compactMap { node -> String? in
        if case .name(let name) = node.kind { name } else { nil }
      })
    func isUnused(_ name: Name) -> Bool { !name.text.isEmpty && !name.text.hasPrefix("_") && !used.contains(name.text) }
    let locals = function.lets.map(\.name).filter(isUnused).map { name in
      Diagnostic(
        .unusedFunction, "the local \(QuotedText.of(name.text)) is never used", at: subject.location(name.span),
        help: "use it or remove it")
    }
    let parameters = function.parameters.filter(isUnused).map { name in
      Diagnostic(
        .unusedFunction, "the parameter \(QuotedText.of(name.text)) is never used", at: subject.location(name.span),
        severity: .info, help: "use it, or remove it here and from the calls")
    }
    return locals + parameters
  }
}
