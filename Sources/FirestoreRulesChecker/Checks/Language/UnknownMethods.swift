// FB3108 unknown-method error
//
// means: The `allow` statement names a method that does not exist. It has no effect, although it looks as if it allowed
//   something.
// why: Any word compiles after `allow`. Methods are `get`, `list`, `create`, `update` and `delete`, with `read` for the
//   first two and `write` for the others.
// example:
//   allow 1️⃣fetch: if request.auth != null;    // get
// fix: Use one of the seven words.
// ignore: Never; the word has no effect.

package import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A word after `allow` that is no method (FB3108). The source compiles, and the word allows nothing.
package enum UnknownMethods: RulesLint {
  package static let codes: [DiagnosticCode] = [.unknownMethod]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.allows.flatMap { allow in
      allow.statement.methods.filter { !known.contains($0.text) && !$0.text.isEmpty }.map { word in
        let effect = allow.methods.isEmpty ? "the statement never applies" : "the word has no effect"
        return Diagnostic(
          .unknownMethod, "\(QuotedText.of(word.text)) is not a method: \(effect)", at: subject.location(word.span),
          help: suggestion(for: word.text))
      }
    }
  }

  private static let known = ["read", "write"] + RulesMethod.allCases.map(\.rawValue)

  private static func suggestion(for word: String) -> String {
    if let meant = otherWords[word.lowercased()] ?? NameSuggestion.nearest(to: word, among: known) {
      return "did you mean `\(meant)`?"
    }
    return "methods are \(known.map { "`\($0)`" }.joined(separator: ", "))"
  }

  private static let otherWords = [
    "fetch": "get", "view": "get", "select": "read", "query": "list", "find": "list", "insert": "create",
    "add": "create", "set": "write", "edit": "update", "modify": "update", "patch": "update", "remove": "delete",
    "all": "read, write",
  ]
}
