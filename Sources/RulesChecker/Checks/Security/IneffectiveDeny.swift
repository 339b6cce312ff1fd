import Diagnostics
import RulesEvaluator
import RulesLanguage

/// `if false` beside a statement that allows the same: false does not deny.
enum IneffectiveDeny: RulesLint {
  static let codes: [DiagnosticCode] = [.ineffectiveDeny]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.statements.flatMap { grants in
      guard let condition = grants.first?.condition, condition.isAlwaysFalse else { return [Diagnostic]() }
      return grants.map(\.word).distinct.compactMap { word in
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
