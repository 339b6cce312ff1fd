import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

extension LintSubject {
  func finding(
    _ code: DiagnosticCode, _ message: String, at span: Span, severity: Severity? = nil, notes: [String] = [],
    help: String
  ) -> Diagnostic {
    Diagnostic(code, message, at: location(span), severity: severity, notes: notes, help: help)
  }

  /// `line 12`
  func line(of span: Span) -> String { "line \(location(span).position.line)" }

  func path(of grant: AccessModel.Grant) -> String { access.pattern(of: grant).text }
}

extension [RulesMethod] {
  /// `create`, `create and update`, `create, update and delete`; all methods of a word are the word.
  var listed: String {
    var words = map(\.rawValue)
    if Set(self).isSuperset(of: [.create, .update, .delete]) {
      words = filter { !$0.isWrite }.map(\.rawValue) + ["write"]
    }
    if Set(self).isSuperset(of: [.get, .list]) { words = ["read"] + words.filter { $0 != "get" && $0 != "list" } }
    return words.listed("and")
  }
}

extension [String] {
  /// `a`, `a and b`, `a, b and c`
  func listed(_ conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// The same with each in back-quotes.
  func quoted(_ conjunction: String = "and") -> String { map { "`\($0)`" }.listed(conjunction) }

  /// `['a', 'b']`, as rules write it.
  var literal: String { "[\(map { "'\($0)'" }.joined(separator: ", "))]" }
}
