package import Diagnostics
import RulesLanguage

/// A variable that does not exist where it is used (FB3101). The source compiles, and evaluation ends in an error.
package enum UnknownNames: RulesLint {
  package static let codes: [DiagnosticCode] = [.unknownName]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    let captures = Set(subject.scopes.flatMap { $0.captures.keys })
    let functions = Set(subject.functions.map(\.declaration.name.text))
    return subject.types.problems.compactMap { expression, problem in
      guard case .unknownName(let name, let visible) = problem else { return nil }
      let help =
        functions.contains(name)
        ? "call it: `\(name)()`" : suggestion(for: name, visible) ?? (captures.contains(name) ? captureHelp(name) : nil)
      return Diagnostic(
        .unknownName, "there is no variable \(QuotedText.of(name)) here", at: subject.location(expression.span),
        help: help ?? "visible here: \(visible.joined(separator: ", "))")
    }
  }

  private static func suggestion(for name: String, _ visible: [String]) -> String? {
    if namespaces.contains(name) { return "`\(name)` is a namespace: use one of its functions" }
    if let meant = otherWords[name] { return "did you mean `\(meant)`?" }
    let known = visible + ["true", "false", "null"] + namespaces
    return NameSuggestion.nearest(to: name, among: known).map { "did you mean `\($0)`?" }
  }

  private static func captureHelp(_ name: String) -> String {
    "a function sees only the wildcards of the blocks around it: pass `\(name)` as an argument"
  }

  private static let namespaces = ["duration", "hashing", "latlng", "math", "timestamp"]

  /// What people write for things that have another name here.
  private static let otherWords = [
    "auth": "request.auth", "user": "request.auth", "currentUser": "request.auth", "uid": "request.auth.uid",
    "userId": "request.auth.uid", "data": "resource.data", "now": "request.time", "req": "request", "res": "resource",
    "existing": "resource", "doc": "resource", "document": "resource", "newData": "request.resource.data",
    "undefined": "null", "nil": "null", "None": "null", "NULL": "null", "True": "true", "TRUE": "true",
    "False": "false", "FALSE": "false", "Math": "math", "method": "request.method", "query": "request.query",
    "token": "request.auth.token",
  ]
}
