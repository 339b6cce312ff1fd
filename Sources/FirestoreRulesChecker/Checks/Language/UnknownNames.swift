// FB3101 unknown-name error
//
// means: The expression uses a name that is neither a variable of the path, a parameter, a local nor a built-in.
//   Evaluation ends in an error, and an error denies.
// why: The compiler resolves no variables, so a misspelt one deploys. A function sees its parameters, its locals and
//   the wildcards of the blocks around its declaration, but not those of the block that calls it.
// example:
//   function isOwner() { return request.auth.uid == 1️⃣userId; }    // at the top of the file
//   match /users/{userId} { allow read: if isOwner(); }          // `userId` is not visible in it
// fix: Write the name that the finding suggests, or pass the value as an argument.
// ignore: Never; the expression can only be an error.

package import Diagnostics
import FirestoreRulesLanguage

/// A variable that does not exist where it is used (FB3101). The source compiles, and evaluation ends in an error.
package enum UnknownNames: RulesLint {
  package static let codes: [DiagnosticCode] = [.unknownName]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    let captures = Set(subject.scopes.flatMap { $0.captures.keys })
    let functions = Set(subject.functions.map(\.declaration.name.text))
    let explained = namesInUnknownCalls(subject.types)
    return subject.types.problems.compactMap { expression, problem in
      guard case .unknownName(let name, let visible) = problem, !explained.contains(expression.id) else { return nil }
      let help =
        functions.contains(name)
        ? "call it: `\(name)()`" : suggestion(for: name, visible) ?? (captures.contains(name) ? captureHelp(name) : nil)
      return Diagnostic(
        .unknownName, "there is no variable \(QuotedText.of(name)) here", at: subject.location(expression.span),
        help: help ?? "visible here: \(visible.joined(separator: ", "))")
    }
  }

  /// What lies in the arguments of functions that do not exist: they may be what such a function would declare, and there
  /// is one mistake, which ``UnknownFunctions`` reports.
  private static func namesInUnknownCalls(_ types: InferredTypes) -> Set<Int> {
    var pending = types.problems.flatMap { expression, problem -> [Expression] in
      switch (problem, expression.kind) {
      case (.unknownFunction, .call(_, let arguments)), (.unknownMethod, .method(_, _, let arguments)),
        (.unknownNamespaceFunction, .method(_, _, let arguments)):
        arguments
      default: []
      }
    }
    var names: Set<Int> = []
    while let next = pending.popLast() {
      names.insert(next.id)
      pending += next.children
    }
    return names
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
