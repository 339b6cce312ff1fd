// FB3106 always-error warning
//
// means: The condition, or a part of it, ends in an error whatever the request is. By itself it never allows anything.
// why: What a request has depends on its method. `request.resource` is absent on `get` and `list` and null on `delete`,
//   `resource` is null on `create`, `request.query` is there on `list` only. Reading a part of null or of something
//   absent is an error, and an error that no operand of `||` absorbs denies. Where the statement, or another of its
//   block, allows each method all the same, the finding is information.
// example:
//   allow create: if 1️⃣resource.data.owner == request.auth.uid;    // request.resource.data.owner
// fix: Use the document that the method has, or write one statement per method.
// ignore: Never for a whole condition. For an operand of `||` when the absorbed error is meant.

package import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A condition, or a part of one, that ends in an error whatever the request is (FB3106).
package enum AlwaysErrors: RulesLint {
  package static let codes: [DiagnosticCode] = [.alwaysError]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    var said: Set<Said> = []
    let roots = subject.expressions.map(\.span)
    let parts: [Diagnostic] = subject.types.problems.compactMap { expression, problem in
      guard let text = text(of: problem, expression, subject) else { return nil }
      let root = roots.firstIndex { $0.start <= expression.span.start && expression.span.end <= $0.end }
      if problem.isAboutMethod, !said.insert(Said(root: root, help: text.help)).inserted { return nil }
      return Diagnostic(
        .alwaysError, text.message, at: subject.location(expression.span),
        severity: subject.allowsAlthough(expression) ? .info : nil, help: text.help)
    }
    let statements = ConditionOutcomes.neverTrue(in: subject).filter(\.isAlwaysError).map { outcome in
      let methods = outcome.method.map { " for `\($0.rawValue)`" } ?? ""
      return Diagnostic(
        .alwaysError, "the condition always ends in an error\(methods)", at: subject.location(outcome.span),
        help: outcome.method.map(help) ?? "nothing is allowed by this statement: see what its operands need")
    }
    return parts + statements
  }

  /// What a condition says about one method is said once.
  private struct Said: Hashable {
    var root: Int?
    var help: String?
  }

  private static func help(_ method: RulesMethod) -> String {
    switch method {
    case .create: "`resource` is null when a document is created: write a statement of its own for `create`"
    case .delete: "`request.resource` is null when a document is deleted: write a statement of its own for `delete`"
    case .get, .list, .update: "write a statement of its own for `\(method.rawValue)`"
    }
  }

  private static func text(
    of problem: TypeProblem, _ expression: Expression, _ subject: LintSubject
  ) -> (message: String, help: String?)? {
    let source = QuotedText.of(subject.text(expression.span))
    switch problem {
    case .absentProperty(_, let name) where name == "query":
      return ("\(source) is there only for `list`", "write a statement of its own: `allow list: if …`")
    case .absentProperty:
      return ("\(source) is absent when documents are read", "the stored document is `resource`")
    case .partOfNull(let name):
      let part = name.map { " has no \(QuotedText.of($0))" } ?? " has no parts"
      return ("\(owner(of: expression, subject))\(part): it is null", nullHelp(expression))
    case .evaluation(let error):
      return ("\(source) is always an error", plain(error))
    default: return nil
    }
  }

  private static func owner(of expression: Expression, _ subject: LintSubject) -> String {
    expression.children.first.map { QuotedText.of(subject.text($0.span)) } ?? "null"
  }

  private static func nullHelp(_ expression: Expression) -> String? {
    switch expression.children.first?.asMemberChain {
    case ["resource"]: "a document that is created has no stored data: its new data is `request.resource.data`"
    case ["request", "resource"]: "a document that is deleted has no new data: its stored data is `resource.data`"
    case ["request", "auth"]: "an operand before requires that nobody is signed in"
    default: "an operand before requires that it is null, or it is never anything else"
    }
  }

  /// The error in production's words.
  private static func plain(_ error: EvaluationError) -> String { "production says: \(error.message)" }
}

extension LintSubject {
  /// Whether each statement that evaluates an erroneous part can still allow every method that it covers, or another
  /// statement of its block does.
  fileprivate func allowsAlthough(_ expression: Expression) -> Bool {
    let reaching = allows.filter { expressionsReached(from: $0).contains(expression.id) }
    return !reaching.isEmpty
      && reaching.allSatisfy { allow in
        types.truths(of: allow).contains(.isTrue) && allow.methods.allSatisfy { canAllow($0, beside: allow) }
      }
  }

  private func canAllow(_ method: RulesMethod, beside allow: AllowView) -> Bool {
    // A delete that `write` covers and that its condition denies is for FB4019.
    if method == .delete, allow.word(for: method)?.text == "write" { return true }
    let others = allows.filter { $0.scope == allow.scope && $0.covers(method) }
    return others.contains { types.truths(of: $0, for: method).contains(.isTrue) }
  }
}
