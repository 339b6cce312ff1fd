/// What the codes of one range are about. `SubjectHeading` has the same ranges with their titles.
package enum CodeSubject: String, Hashable, Sendable, CaseIterable {
  case project, queries, indexes
  case rulesLanguage = "rules-language"
  case rulesSecurity = "rules-security"
  case proofs
  case rulesTests = "rules-tests"
  case realtimeDatabase = "realtime-database"
  case cost, fidelity
  case firebreak

  /// How seldom a finding is wrong, in the words of code scanning. What the service itself would refuse is computed as
  /// the service computes it; what rules allow is judged by their text; what something costs depends on how it is used.
  package var precision: Precision {
    switch self {
    case .project, .queries, .indexes, .rulesLanguage, .proofs, .rulesTests, .firebreak: .veryHigh
    case .rulesSecurity, .realtimeDatabase, .fidelity: .high
    case .cost: .medium
    }
  }

  package enum Precision: String, Hashable, Sendable {
    case veryHigh = "very-high"
    case high, medium
  }

  /// Whether a finding is about who may read or write, not about whether something works or what it costs.
  package var isSecurity: Bool {
    switch self {
    case .rulesSecurity, .proofs: true
    case .project, .queries, .indexes, .rulesLanguage, .rulesTests, .realtimeDatabase, .cost, .fidelity, .firebreak:
      false
    }
  }
}

extension DiagnosticCode {
  package var subject: CodeSubject {
    switch number {
    case ..<1000: .project
    case ..<2000: .queries
    case ..<3000: .indexes
    case ..<4000: .rulesLanguage
    case ..<4100: .rulesSecurity
    case ..<5000: .proofs
    case ..<6000: .rulesTests
    case ..<7000: .realtimeDatabase
    case ..<8000: .cost
    case ..<9000: .fidelity
    default: .firebreak
    }
  }
}
