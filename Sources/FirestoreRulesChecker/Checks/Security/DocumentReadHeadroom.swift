import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A path whose statements together read more documents than a request may, or nearly as many: from the first one above
/// the limit on, a read is an error.
enum DocumentReadHeadroom: RulesLint {
  static let codes: [DiagnosticCode] = [.limitHeadroom, .limitExceeded]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.blocks.compactMap { block in
      var worst: (method: RulesMethod, count: Int)?
      for method in RulesMethod.allCases {
        let grants = subject.access.grants(method, coveringBlock: block.index)
        // A statement that is above the limit alone is another check's.
        guard grants.contains(where: { $0.block == block.index }), !grants.contains(where: CostlyRuleRead.isOverLimit)
        else { continue }
        let count = RuleReads(grants.compactMap(\.condition)).count
        if share(count, method) > worst.map({ share($0.count, $0.method) }) ?? 0 { worst = (method, count) }
      }
      guard let worst, share(worst.count, worst.method) >= 80 else { return nil }
      return finding(block, worst.method, worst.count, subject)
    }
  }

  /// Of the limit, in percent, rounded down.
  private static func share(_ count: Int, _ method: RulesMethod) -> Int {
    count * 100 / CostlyRuleRead.limit(method)
  }

  private static func finding(
    _ block: AccessModel.Block, _ method: RulesMethod, _ count: Int, _ subject: LintSubject
  ) -> Diagnostic {
    let limit = CostlyRuleRead.limit(method)
    let help = "test what decides first, and keep what conditions need in one document or in custom claims"
    if count > limit {
      return subject.finding(
        .limitExceeded,
        "the statements for \(method.rawValue) of `\(block.pattern.text)` read up to \(count) documents: from number "
          + "\(limit + 1) on a read is an error",
        at: block.header, severity: .warning, help: help)
    }
    return subject.finding(
      .limitHeadroom,
      "\(method.rawValue) of `\(block.pattern.text)` uses \(share(count, method)) % of the document-access limit: "
        + "\(count) of \(limit)",
      at: block.header, help: help)
  }
}
