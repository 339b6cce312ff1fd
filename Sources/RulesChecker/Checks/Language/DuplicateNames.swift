package import Diagnostics
import RulesLanguage

/// Two functions of one scope, or two parameters or locals of one function, with the same name (FB3114). Production
/// refuses to compile two functions of one name.
package enum DuplicateNames: RulesLint {
  package static let codes: [DiagnosticCode] = [.duplicateFunctionOrLet]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    let service = subject.service?.functions ?? []
    let scopes = [subject.ruleset.functions, service] + subject.scopes.map(\.block.functions)
    let functions = scopes.flatMap { repeated($0.map(\.name), "function", subject) }
    let names = subject.functions.filter(\.isForFirestore).map(\.declaration).flatMap { function in
      repeated(function.parameters, "parameter", subject) + repeated(function.lets.map(\.name), "local", subject)
    }
    return functions + names
  }

  private static func repeated(_ names: [Name], _ kind: String, _ subject: LintSubject) -> [Diagnostic] {
    var seen: Set<String> = []
    return names.filter { !$0.text.isEmpty && !seen.insert($0.text).inserted }.map { name in
      Diagnostic(
        .duplicateFunctionOrLet, "there is another \(kind) \(QuotedText.of(name.text)) in the same place",
        at: subject.location(name.span), help: "remove one of them or give it another name")
    }
  }
}
