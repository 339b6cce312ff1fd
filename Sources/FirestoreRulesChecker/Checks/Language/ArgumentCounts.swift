// FB3103 wrong-argument-count error
//
// means: A function is called with too many or too few arguments. The call is an error, and an error denies.
// why: The number of arguments is not checked when the rules are deployed. The most frequent case is `get('field')` of
//   a map, which needs a default.
// example:
//   allow read: if 1️⃣resource.data.get('public') == true;          // get('public', false)
// fix: Pass as many arguments as the declaration or the built-in function takes.
// ignore: Never; the call can only be an error.

package import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A call with too many or too few arguments (FB3103). The source compiles, and the call is an error.
package enum ArgumentCounts: RulesLint {
  package static let codes: [DiagnosticCode] = [.wrongArgumentCount]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.types.problems.compactMap { expression, problem in
      let (message, help): (String, String)
      switch problem {
      case .wrongFunctionArguments(let name, let expected, let received):
        message = "`\(name)` takes \(count(expected)), not \(received)"
        let declared = subject.functions.first { $0.declaration.name.text == name }?.declaration
        help =
          declared.map { "it is declared as `\(name)(\($0.parameters.map(\.text).joined(separator: ", ")))`" }
          ?? "write `\(name)(/databases/$(database)/documents/…)`"
      case .wrongArgumentCount(let name, let received, let forms):
        let expected = Set(forms.map(\.parameters.count)).sorted()
        message = "`\(name)` takes \(expected.map(count).joined(separator: " or ")), not \(received)"
        help =
          name == "get" && received == 1
          ? "give a default, `get('key', null)`, or write `map['key']`"
          : "write \(Array(Set(forms.map(\.text))).sorted().map { "`\($0)`" }.joined(separator: " or "))"
      default: return nil
      }
      return Diagnostic(.wrongArgumentCount, message, at: subject.location(expression.span), help: help)
    }
  }

  private static func count(_ number: Int) -> String {
    switch number {
    case 0: "no arguments"
    case 1: "1 argument"
    default: "\(number) arguments"
    }
  }
}
