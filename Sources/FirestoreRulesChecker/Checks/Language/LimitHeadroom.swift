// FB3301 limit-headroom info
//
// means: The rules come near one of the limits of the language, such as expressions per request or document accesses.
//   The finding gives the share that is used.
// why: From 80 % of a limit on, the next change may be the one that is refused: 7 parameters, 11 locals (10 are
//   promised), 20 calls within calls, 98 levels of nesting, 10 nested blocks, 20 wildcards and 100 segments of a path,
//   256 KiB of source when deploying, and 1,000 evaluated expressions per request, parentheses included.
// example:
//   a `get` of `/docs/{id}` evaluates up to 999 of 1,000 expressions
// fix: Share what several statements test, test first what decides most requests, and move inner parts into functions.
//   For expressions functions do not help, since each call counts its body again.
// ignore: When the rules will not grow any more.

package import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// Rules that use at least 80 % of a limit of the language (FB3301), or that no request can evaluate within the budget
/// of 1,000 expressions (FB3302). What does not compile is found by the compiler.
package enum LimitHeadroom: RulesLint {
  package static let codes: [DiagnosticCode] = [.limitHeadroom, .limitExceeded]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    source(subject) + subject.functions.filter(\.isForFirestore).flatMap { function($0.declaration, subject) }
      + callDepth(subject) + subject.scopes.flatMap { scope($0, subject) } + nesting(subject)
      + budgets(subject)
  }

  private static func near(
    _ used: Int, of limit: Int, _ what: String, at span: Span, _ subject: LintSubject, help: String
  ) -> [Diagnostic] {
    // Above the limit the compiler speaks, or nobody has seen a limit.
    guard used * 10 >= limit * 8, used <= limit else { return [] }
    return [
      Diagnostic(
        .limitHeadroom, "\(what): \(used) of \(limit)", at: subject.location(span), help: help)
    ]
  }

  private static func source(_ subject: LintSubject) -> [Diagnostic] {
    near(
      subject.ruleset.source.bytes.count, of: 262_144, "bytes of the source",
      at: subject.ruleset.tokens.first?.span ?? Span(0, 0), subject, help: "shorten comments and repeated conditions")
  }

  private static func function(_ function: FunctionDeclaration, _ subject: LintSubject) -> [Diagnostic] {
    let name = QuotedText.of(function.name.text)
    return near(
      function.parameters.count, of: CompilationLimits.parameters, "parameters of \(name)", at: function.name.span,
      subject,
      help: "pass one map, or split the function")
      + near(
        function.lets.count, of: CompilationLimits.bindings, "locals of \(name)", at: function.name.span, subject,
        help: "move some of them into a function of their own; documentation promises 10")
  }

  private static func scope(_ scope: MatchScope, _ subject: LintSubject) -> [Diagnostic] {
    let own = scope.block.path
    let names = scope.segments.filter { $0.captureName != nil }.count
    let hasOwnNames = own.segments.contains { $0.captureName != nil }
    return near(
      scope.depth, of: CompilationLimits.matchNesting, "nested `match` blocks", at: own.span, subject,
      help: "write several segments in one header: `match /a/{b}/c/{d}`")
      + near(
        hasOwnNames ? names : 0, of: CompilationLimits.captures, "wildcards of one path", at: own.span, subject,
        help: "use a recursive wildcard for the upper levels")
      + near(
        scope.segments.count, of: CompilationLimits.segments, "segments of one path", at: own.span, subject,
        help: "shorten the path")
  }

  private static func nesting(_ subject: LintSubject) -> [Diagnostic] {
    let limit = CompilationLimits.nesting
    return subject.expressions.flatMap { expression in
      near(
        expression.nestingLevels(from: limit * 4 / 5) ?? 0, of: limit, "levels of nesting in one expression",
        at: expression.span, subject, help: "move inner parts into functions")
    }
  }

  private static func callDepth(_ subject: LintSubject) -> [Diagnostic] {
    var depth = CallDepth()
    var deepest: (function: FunctionView, calls: Int)?
    for function in subject.functions where function.isForFirestore {
      let calls = depth.calls(below: function, subject)
      if calls > deepest?.calls ?? 0 { deepest = (function, calls) }
    }
    guard let deepest else { return [] }
    return near(
      deepest.calls, of: CompilationLimits.callDepth, "calls within calls",
      at: deepest.function.declaration.name.span, subject,
      help: "put functions that only pass arguments on into one")
  }

  // MARK: - Expressions per request

  private static func budgets(_ subject: LintSubject) -> [Diagnostic] {
    let excess = CompilationLimits.nesting + 1
    guard subject.expressions.allSatisfy({ $0.nestingLevels(from: excess) == nil }) else { return [] }
    var costs = ExpressionCosts(subject)
    return subject.scopes.flatMap { scope -> [Diagnostic] in
      let statements = subject.allows(of: scope).filter { $0.statement.condition != nil }
      let impossible = statements.filter { costs.cost(of: $0).toAllow > EvaluationLimits.expressions }
      let tooMuch = impossible.map { allow in
        Diagnostic(
          .limitExceeded, "the condition cannot be true within the 1,000 expressions of a request",
          at: subject.location((allow.statement.condition?.span) ?? allow.statement.span),
          help: "it evaluates at least \(costs.cost(of: allow).toAllow) nodes; parentheses count too")
      }
      return tooMuch + (impossible.isEmpty ? headroom(scope, statements, &costs, subject) : [])
    }
  }

  /// All statements of one method are tried when none of them allows.
  private static func headroom(
    _ scope: MatchScope, _ statements: [AllowView], _ costs: inout ExpressionCosts, _ subject: LintSubject
  ) -> [Diagnostic] {
    var worst: (method: RulesMethod, cost: Int)?
    for method in RulesMethod.allCases {
      let cost = statements.filter { $0.covers(method) }.reduce(0) { min($0 + costs.cost(of: $1).atMost, 1_000_000) }
      if cost > worst?.cost ?? 0 { worst = (method, cost) }
    }
    guard let worst, worst.cost * 10 >= EvaluationLimits.expressions * 8 else { return [] }
    return [
      Diagnostic(
        .limitHeadroom,
        "a `\(worst.method.rawValue)` of \(QuotedText.of(scope.path)) evaluates up to \(worst.cost) of 1,000 expressions",
        at: subject.location(scope.block.path.span),
        severity: worst.cost > EvaluationLimits.expressions ? .warning : .info,
        help: "a request above 1,000 is denied whatever the result would be: test what decides first, and share it")
    ]
  }
}
