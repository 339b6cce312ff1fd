// FB4008 overlapping-match-widens warning
//
// means: Whatever this statement allows, a broader one allows already, for the same documents and with a weaker
//   condition. The condition restricts nothing.
// why: Statements only add up. A request is allowed as soon as one statement of any block that matches its path allows
//   it; a more specific block does not replace a general one.
// example:
//   match /{path=**} { allow read: if request.auth != null; }
//   match /secrets/{id} { allow 1️⃣read: if request.auth.token.admin == true; }
// fix: Restrict the broader statement, or name the collections it is meant for.
// ignore: When the narrow statement is a reminder of what was. It is information where one block allows the same to more
//   people (`allow read: if isAdmin();` beside `allow read: if isSignedIn();`), and where all that is broader takes a right.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// Whatever a statement allows is already allowed by a broader one for the same documents: its condition restricts
/// nothing.
enum OverlappingMatchWidens: RulesLint {
  static let codes: [DiagnosticCode] = [.overlappingMatchWidens]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.statements.flatMap { grants in
      grants.map(\.word).uniqued().compactMap { word in
        finding(grants.filter { $0.word == word }, isAlone: grants.allSatisfy { $0.word == word }, subject)
      }
    }
  }

  /// - Parameter grants: the methods of one word of one statement, which may be there for its other words.
  private static func finding(_ grants: [AccessModel.Grant], isAlone: Bool, _ subject: LintSubject) -> Diagnostic? {
    guard let first = grants.first else { return nil }
    var broader: [Broader] = []
    for grant in grants {
      guard let found = widening(of: grant, subject.access) else { return nil }
      broader += found
    }
    // Restricted `get` beside free `list` has a check of its own.
    if grants.map(\.method) == [.get],
      broader.allSatisfy({ $0.grant.block == first.block && ReadCoversList.frees($0.grant, subject.access) })
    {
      return nil
    }
    guard let cause = (broader.first { !$0.grant.isPrivileged } ?? broader.first)?.grant else { return nil }
    let place = cause.block == first.block ? "" : " of `\(subject.path(of: cause))`"
    let matters = broader.contains { isGrave($0, besides: first.block, isAlone: isAlone) }
    return subject.finding(
      .overlappingMatchWidens,
      "this condition restricts nothing: \(subject.line(of: cause.span))\(place) already allows "
        + "\(grants.map(\.method).listed) of `\(subject.path(of: first))`",
      at: first.word.span, severity: matters ? nil : .info,
      help: "statements only add up: restrict the broader one, or move it to paths that this block does not match")
  }

  /// A statement that allows some way of a narrower one.
  private struct Broader {
    var grant: AccessModel.Grant
    /// What the narrower one asks beyond it.
    var missing: [Term]
  }

  /// Whether somebody means to restrict what this allows. One block that lists more and more people mostly means them
  /// all; but when the same people are asked for less there, a condition on what they read or write is lost.
  private static func isGrave(_ broader: Broader, besides block: Int, isAlone: Bool) -> Bool {
    if broader.grant.isPrivileged { return false }
    if broader.grant.block != block { return true }
    return isAlone && broader.missing.contains { !$0.isAboutUsers }
      && broader.missing.allSatisfy { !$0.isAboutUsers || $0.isSignInTest }
  }

  /// The grants that allow every way of `grant` with less; nil when some way is not allowed elsewhere, or all are
  /// repeated as they are.
  private static func widening(of grant: AccessModel.Grant, _ access: AccessModel) -> [Broader]? {
    let others = access.grants(grant.method, coveringBlock: grant.block).filter { $0.statement != grant.statement }
    guard !grant.alternatives.isEmpty, !others.isEmpty else { return nil }
    var found: [Broader] = []
    var isStrict = false
    for way in grant.alternatives {
      guard let other = others.first(where: { $0.alternatives.contains { way.implies($0) } }) else { return nil }
      let implied = other.alternatives.filter { way.implies($0) }
      isStrict = isStrict || !implied.contains { $0.implies(way) }
      found.append(Broader(grant: other, missing: way.filter { term in implied.allSatisfy { !$0.contains(term) } }))
    }
    return isStrict ? found : nil
  }
}

extension Term {
  /// Whether it says who may, more than what may be done.
  fileprivate var isAboutUsers: Bool { mentionsAuth || mentionsAccess || isPartlyOpaque }
}

extension AccessModel.Grant {
  var isPrivileged: Bool { alternatives.allSatisfy(\.isPrivileged) }
}
