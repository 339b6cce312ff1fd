// FB3107 unreachable-condition warning
//
// means: The condition, or a part of it, can never be true, and it was not written as `false`. What it seems to allow
//   is always denied. A function that is always false is one finding, however many conditions need it.
// why: Types and earlier operands leave no value for which the operand is true. The rules deploy, and what was meant to
//   be allowed is denied.
// example:
//   allow read: if resource.data.role == 'admin' && 1️⃣resource.data.role == 'owner';
//   // resource.data.role in ['admin', 'owner']
// fix: Write alternatives with `||` or `in`. When nothing is meant to be allowed write `if false`, which is never
//   reported.
// ignore: When a condition is switched off for a while by a constant.

package import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A condition, or an operand of one, that can never be true and was not written as `false` (FB3107).
package enum UnreachableConditions: RulesLint {
  package static let codes: [DiagnosticCode] = [.unreachableCondition]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    let parts: [Diagnostic] = subject.types.problems.compactMap { expression, problem in
      guard case .neverTrue = problem else { return nil }
      return Diagnostic(
        .unreachableCondition, "\(QuotedText.of(subject.text(expression.span))) can never be true here",
        at: subject.location(expression.span),
        help: "compare with what the operands before it say; alternatives are written with `||` or `in`")
    }
    let outcomes = ConditionOutcomes.neverTrue(in: subject).filter { !$0.isAlwaysError }
    let statements = outcomes.filter { $0.constant == nil }.map { outcome in
      let methods = outcome.method.map { " for `\($0.rawValue)`" } ?? ""
      return Diagnostic(
        .unreachableCondition, "the condition can never be true\(methods)", at: subject.location(outcome.span),
        help: outcome.comparesUserWithNull
          ? "`request.auth == null` tests that nobody is signed in; without a user there is no `uid`"
          : "write `false` when nothing is meant to be allowed")
    }
    return parts + constants(outcomes, subject) + statements
  }

  /// A function that is always false is one cause, however many conditions need it.
  private static func constants(_ outcomes: [ConditionOutcomes], _ subject: LintSubject) -> [Diagnostic] {
    Dictionary(grouping: outcomes.compactMap(\.constant)) { $0 }.sorted { $0.key < $1.key }.map { id, uses in
      let function = subject.functions[id].declaration
      return Diagnostic(
        .unreachableCondition,
        "\(QuotedText.of(function.name.text)) is always false, so that \(Counted.text(uses.count, "condition")) "
          + "that \(uses.count == 1 ? "needs" : "need") it can never be true",
        at: subject.location(function.result.span),
        help: "what these conditions seem to allow is denied until the function may be true")
    }
  }
}

/// Statements whose condition can never be true although nothing in it is wrong by itself.
struct ConditionOutcomes {
  /// The condition, or the word of one method.
  var span: Span
  /// Nil: for every method of the statement.
  var method: RulesMethod?
  var isAlwaysError: Bool
  /// `request.auth.uid == null`
  var comparesUserWithNull = false
  /// The function that it needs and that is written as `false`.
  var constant: Int?

  static func neverTrue(in subject: LintSubject) -> [ConditionOutcomes] {
    guard subject.types.isComplete else { return [] }
    let explained = Set(subject.types.problems.filter { $0.problem.isError }.map(\.expression.id))
    return subject.allows.flatMap { allow -> [ConditionOutcomes] in
      guard let condition = allow.statement.condition, !isFalse(condition), !(allow.condition.map(isFalse) ?? false),
        explained.isDisjoint(with: subject.expressionsReached(from: allow)), !allow.methods.isEmpty
      else { return [] }
      let truths = subject.types.truths(of: allow)
      if !truths.contains(.isTrue) {
        return [
          ConditionOutcomes(
            span: condition.span, method: nil, isAlwaysError: truths == .isError,
            comparesUserWithNull: allow.conjuncts.contains(where: comparesUserWithNull),
            constant: constant(condition, subject.scopes[allow.scope].visibleFunctions, subject))
        ]
      }
      return words(of: allow, in: subject)
    }
  }

  /// Methods that the statement names itself; of `read` and `write` it is enough that they apply to something. A
  /// `delete` beside other writes is what FB4014 is about.
  private static func words(of allow: AllowView, in subject: LintSubject) -> [ConditionOutcomes] {
    allow.statement.methods.compactMap { word in
      guard let method = RulesMethod(rawValue: word.text) else { return nil }
      let truths = subject.types.truths(of: allow, for: method)
      if truths.contains(.isTrue) || (method == .delete && truths.contains(.isError)) { return nil }
      return ConditionOutcomes(span: word.span, method: method, isAlwaysError: truths == .isError)
    }
  }

  private static func comparesUserWithNull(_ test: Expression) -> Bool {
    guard case .binary(.equal, let left, let right) = test.kind else { return false }
    return [(left, right), (right, left)].contains { value, other in
      guard case .null = other.unparenthesized.kind else { return false }
      return value.asMemberChain?.starts(with: ["request", "auth"]) == true && value.asMemberChain?.count ?? 0 > 2
    }
  }

  /// The function that a condition needs and that is `false`, whichever functions lead to it.
  private static func constant(
    _ condition: Expression, _ visible: [String: Int], _ subject: LintSubject, depth: Int = 0
  ) -> Int? {
    if depth > 20 { return nil }
    for operand in condition.conjuncts {
      guard case .call(let name, _) = operand.kind, let id = visible[name.text] else { continue }
      let function = subject.functions[id]
      if function.declaration.result.conjuncts.contains(where: isFalse) { return id }
      let inner = constant(function.declaration.result, function.visibleFunctions, subject, depth: depth + 1)
      if let inner { return inner }
    }
    return nil
  }

  private static func isFalse(_ condition: Expression) -> Bool {
    if case .boolean(false) = condition.unparenthesized.kind { true } else { false }
  }
}

extension TypeProblem {
  /// Whether the expression is an error or always the same, and not only suspect.
  var isError: Bool {
    switch self {
    case .sliceMayExceed: false
    case .unknownName, .unknownFunction, .wrongFunctionArguments, .unknownProperty, .absentProperty, .propertyOfType,
      .partOfNull, .unknownMethod, .unknownNamespaceFunction, .wrongArgumentCount, .wrongArguments, .operands,
      .neverEqual, .operand, .negatedOperand, .index, .slice, .sliceOfNothing, .notACondition, .evaluation, .neverTrue,
      .invalidPattern,
      .wrongDocumentPath:
      true
    }
  }
}
