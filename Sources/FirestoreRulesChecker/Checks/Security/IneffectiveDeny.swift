// FB4020 ineffective-deny warning
//
// means: A statement with the condition `false` stands beside one that allows the same. False does not deny.
// why: There is no deny. `false` only means that this statement does not allow; any other statement of a matching block
//   still can.
// example:
//   match /{path=**} { allow read: if request.auth != null; }
//   match /secrets/{id} { allow 1️⃣read: if false; }
// fix: Restrict the statement that allows. What no statement allows is denied.
// ignore: When the other statement is the intended exception, such as one for administrators.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// `if false` beside a statement that allows the same: false does not deny.
enum IneffectiveDeny: RulesLint {
  static let codes: [DiagnosticCode] = [.ineffectiveDeny]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.statements.flatMap { grants in
      guard let condition = grants.first?.condition, condition.isAlwaysFalse else { return [Diagnostic]() }
      return grants.map(\.word).uniqued().compactMap { word in
        finding(grants.filter { $0.word == word }, subject)
      }
    }
  }

  /// - Parameter denied: the methods of one word.
  private static func finding(_ denied: [AccessModel.Grant], _ subject: LintSubject) -> Diagnostic? {
    guard let first = denied.first else { return nil }
    var granting: [AccessModel.Grant] = []
    for grant in denied {
      let others = subject.access.grants(grant.method, coveringBlock: grant.block)
      guard let other = others.first(where: { !$0.alternatives.isEmpty }) else { return nil }
      granting.append(other)
    }
    guard let cause = granting.first else { return nil }
    let place = cause.block == first.block ? "" : " of `\(subject.path(of: cause))`"
    return subject.finding(
      .ineffectiveDeny,
      "`if false` does not deny: \(subject.line(of: cause.span))\(place) allows \(denied.map(\.method).listed) of "
        + "`\(subject.path(of: first))`",
      at: first.word.span,
      help: "remove this statement, and restrict the one that allows; a request is denied when no statement allows it")
  }
}

extension Term {
  /// Whether the literal `false` decides the condition.
  fileprivate var isAlwaysFalse: Bool {
    switch kind {
    case .boolean(false): true
    case .logical(.and, let operands): operands.contains(where: \.isAlwaysFalse)
    case .not(let operand): operand.kind == .boolean(true)
    default: false
    }
  }
}
