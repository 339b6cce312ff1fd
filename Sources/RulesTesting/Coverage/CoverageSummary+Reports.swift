package import FirestoreRulesEvaluator

extension CoverageSummary {
  /// What requests have evaluated, rules by rules.
  package init(_ reports: [CoverageReport]) { self.reports = reports }
}
