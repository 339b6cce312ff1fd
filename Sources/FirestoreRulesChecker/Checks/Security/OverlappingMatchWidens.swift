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
// ignore: When the narrow statement is a reminder of what was. `allow read, write` beside `allow read` is information.

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
    var broader: [AccessModel.Grant] = []
    for grant in grants {
      guard let found = widening(of: grant, subject.access) else { return nil }
      broader += found
    }
    // Restricted `get` beside free `list` has a check of its own.
    if grants.map(\.method) == [.get],
      broader.allSatisfy({ $0.block == first.block && ReadCoversList.frees($0, subject.access) })
    {
      return nil
    }
    guard let cause = broader.first(where: { !$0.isPrivileged }) ?? broader.first else { return nil }
    let place = cause.block == first.block ? "" : " of `\(subject.path(of: cause))`"
    return subject.finding(
      .overlappingMatchWidens,
      "this condition restricts nothing: \(subject.line(of: cause.span))\(place) already allows "
        + "\(grants.map(\.method).listed) of `\(subject.path(of: first))`",
      at: first.word.span, severity: !isAlone && broader.allSatisfy { $0.block == first.block } ? .info : nil,
      help: "statements only add up: restrict the broader one, or move it to paths that this block does not match")
  }

  /// The grants that allow every way of `grant` with less; nil when some way is not allowed elsewhere, or all are
  /// repeated as they are.
  private static func widening(of grant: AccessModel.Grant, _ access: AccessModel) -> [AccessModel.Grant]? {
    let others = access.grants(grant.method, coveringBlock: grant.block).filter { $0.statement != grant.statement }
    guard !grant.alternatives.isEmpty, !others.isEmpty else { return nil }
    var found: [AccessModel.Grant] = []
    var isStrict = false
    for way in grant.alternatives {
      guard let other = others.first(where: { $0.alternatives.contains { way.implies($0) } }) else { return nil }
      isStrict = isStrict || !other.alternatives.contains { way.implies($0) && $0.implies(way) }
      found.append(other)
    }
    return isStrict ? found : nil
  }
}

extension AccessModel.Grant {
  var isPrivileged: Bool { alternatives.allSatisfy(\.isPrivileged) }
}
