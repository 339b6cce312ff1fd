// FB6010 error-before-or warning
//
// means: The left operand of `||` can end in an error. An error ends the evaluation, so that the right operand is not
//   tried.
// why: `||` absorbs no errors here, unlike in the rules of Firestore: an error on its left side makes the rule false,
//   although the right side would allow the request.
// example:
//   {"rules": {"$id": {".read": "data.child('tags').val().1️⃣contains('public') || auth.uid === 'admin'"}}}
// fix: Put the operand that cannot fail first, or guard the other one with `isString()`.
// ignore: When the value is always there and always of this type.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// The left side of `||` can end in an error, and the right side is then not evaluated.
enum ErrorBeforeOr: RealtimeLint {
  static let codes: [DiagnosticCode] = [.errorBeforeOr]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      let reader = subject.reader(location)
      return location.conditions.flatMap { condition in
        values(condition, reader, subject) + callers(condition, reader, subject) + claims(condition, reader, subject)
      }
    }
  }

  private static func values(
    _ condition: Condition, _ reader: ConditionReader, _ subject: RealtimeSubject
  ) -> [Diagnostic] {
    ValueUse.uses(of: condition.rule.expression, reader).compactMap { use in
      guard let enclosingOr = use.enclosingOr, !use.isGuarded(use.kind.leaf),
        case .infix(_, _, let right, _) = enclosingOr
      else { return nil }
      let what =
        switch use.kind {
        case .text(let method): "`\(method)` of `\(use.reference.description)` is an error unless a text stands there"
        case .ordered(let sign):
          "`\(sign)` on `\(use.reference.description)` is an error unless a number or a text stands there"
        }
      return subject.finding(
        .errorBeforeOr, "\(what), and `\(right.spelling)` is then not tried", at: use.span,
        notes: ["an error makes the whole rule false"],
        help: "test the type before, or put the side that cannot fail first")
    }
  }

  /// Reports `root.child('admins').hasChild(auth.uid) || …`, an error without sign-in.
  private static func callers(
    _ condition: Condition, _ reader: ConditionReader, _ subject: RealtimeSubject
  ) -> [Diagnostic] {
    guard condition.rule.kind != .validate else { return [] }
    return CallerUse.uses(of: condition.rule.expression, reader).compactMap { use in
      guard use.claim == nil, let enclosingOr = use.enclosingOr, case .infix(_, _, let right, _) = enclosingOr,
        DisjunctiveNormalForm(right, reader).conjunctions.contains(where: {
          $0.allSatisfy { !$0.isAboutCaller && $0.atom != .signedIn }
        }
        )
      else { return nil }
      return subject.finding(
        .errorBeforeOr, "without sign-in `auth.uid` is no key: an error, and `\(right.spelling)` is then not tried",
        at: use.span, notes: ["an error makes the whole rule false"],
        help: "write `auth != null &&` before it, or put the side that cannot fail first")
    }
  }

  /// Reports `auth.token.email.endsWith('@example.com') || …`, an error for a user without an address.
  private static func claims(
    _ condition: Condition, _ reader: ConditionReader, _ subject: RealtimeSubject
  ) -> [Diagnostic] {
    guard condition.rule.kind != .validate else { return [] }
    return CallerUse.uses(of: condition.rule.expression, reader).compactMap { use in
      guard let claim = use.claim, let enclosingOr = use.enclosingOr, case .infix(_, _, let right, _) = enclosingOr
      else { return nil }
      return subject.finding(
        .errorBeforeOr,
        "`\(claim.method)` of `auth.\(claim.name)` is an error for who has none, and `\(right.spelling)` is then not tried",
        at: use.span, notes: ["an error makes the whole rule false"],
        help: "write `auth.\(claim.name) != null &&` before it, or put the side that cannot fail first")
    }
  }
}

extension ValueUse.Kind {
  var leaf: AtomicCondition.LeafKind? { if case .text = self { .string } else { nil } }
}

/// A use of `auth.uid` as a key without a test of sign-in, or of a method of a claim that may be missing.
private struct CallerUse {
  var span: Span
  /// The claim, such as `token.email`, and the method; nil for `auth.uid` as a key.
  var claim: (name: String, method: String)?
  var enclosingOr: RuleExpression?

  static func uses(of expression: RuleExpression, _ reader: ConditionReader) -> [CallerUse] {
    var uses: [CallerUse] = []
    visit(expression, reader, known: [], enclosingOr: nil, &uses)
    return uses
  }

  private static func visit(
    _ expression: RuleExpression, _ reader: ConditionReader, known: [Literal], enclosingOr: RuleExpression?,
    _ uses: inout [CallerUse]
  ) {
    switch expression {
    case .infix(let left, .and, let right, _):
      visit(left, reader, known: known, enclosingOr: enclosingOr, &uses)
      visit(
        right, reader, known: known + DisjunctiveNormalForm(left, reader).commonLiterals, enclosingOr: enclosingOr,
        &uses)
    case .infix(let left, .or, let right, _):
      visit(left, reader, known: known, enclosingOr: enclosingOr ?? expression, &uses)
      visit(
        right, reader, known: known + DisjunctiveNormalForm(left, isTrue: false, reader).commonLiterals,
        enclosingOr: enclosingOr, &uses)
    case .conditional(let condition, let then, let otherwise, _):
      visit(condition, reader, known: known, enclosingOr: enclosingOr, &uses)
      visit(
        then, reader, known: known + DisjunctiveNormalForm(condition, reader).commonLiterals, enclosingOr: enclosingOr,
        &uses)
      visit(
        otherwise, reader, known: known + DisjunctiveNormalForm(condition, isTrue: false, reader).commonLiterals,
        enclosingOr: enclosingOr, &uses)
    case .call(let callee, let arguments, _):
      let isKey = callee.method.map { $0.name == "child" || $0.name == "hasChild" } ?? false
      let signedIn = known.contains { $0.isTrue && ($0.atom == .signedIn || $0.isAboutCaller) }
      if isKey, !signedIn, let argument = arguments.first, argument.mentionsCaller {
        uses.append(CallerUse(span: argument.span, enclosingOr: enclosingOr))
      }
      if let (base, name) = callee.method, let claim = base.claim, claim.hasPrefix("token."), !isTested(claim, known) {
        uses.append(CallerUse(span: callee.nameSpan, claim: (claim, name), enclosingOr: enclosingOr))
      }
      for part in [callee] + arguments { visit(part, reader, known: known, enclosingOr: enclosingOr, &uses) }
    default:
      for part in expression.parts { visit(part, reader, known: known, enclosingOr: enclosingOr, &uses) }
    }
  }

  /// Whether the claim is known to exist. A user with a verified address has an address.
  private static func isTested(_ claim: String, _ known: [Literal]) -> Bool {
    func isClaim(_ operand: Operand, _ name: String) -> Bool { operand == .claim(Text(name)) }
    return known.contains { literal in
      switch literal.atom {
      case .equal(let left, let right):
        let other = isClaim(left, claim) ? right : isClaim(right, claim) ? left : nil
        if let other { return literal.isTrue ? other.constant != nil : other == .null }
        return literal.isTrue && claim == "token.email"
          && [left, right].contains { isClaim($0, "token.email_verified") }
          && [left, right].contains(.boolean(true))
      case .textTest(_, let text, _): return isClaim(text, claim)
      default: return false
      }
    }
  }
}
