struct CoverageRecorder: EvaluationObserver {
  typealias Outcome = RuleOutcome
  var coverage: Coverage
  init(_ coverage: Coverage) { self.coverage = coverage }
  mutating func evaluated(_ expression: Int, _ outcome: RuleOutcome) {}
}
