package import Diagnostics
import Metering
package import RulesTesting

extension RunReport {
  /// What a run demands as tests: one per assertion and budget, and one per finding that is neither.
  package func tests(file: String, failLevel: Severity?) -> JUnitReport.Suite {
    let assertions = assertions.map { assertion -> JUnitReport.Case in
      let notes = assertion.notes.map(QuotedText.singleLine)
      return JUnitReport.Case(
        QuotedText.singleLine(assertion.text), group: "\(workload).assertions", file: file,
        result: assertion.passed
          ? .passed(nil)
          : .failed(
            type: DiagnosticCode.assertionFailed.label, message: notes.first ?? "does not hold",
            text: notes.joined(separator: "\n")))
    }
    let demanded: Set<DiagnosticCode> = [.budgetExceeded, .budgetNearlyUsed, .unknownBudgetStep, .assertionFailed]
    let others = unexpectedFindings.filter { !demanded.contains($0.code) }
    let found = others.isEmpty ? [] : JUnitReport.Suite.findings(others, named: workload, failLevel: failLevel).cases
    let cases = assertions + budgets.map { $0.test(of: workload, file: file) } + found
    return JUnitReport.Suite(
      workload,
      cases.isEmpty ? [JUnitReport.Case("no findings", group: workload, file: file, result: .passed(nil))] : cases)
  }
}

extension BudgetReport {
  fileprivate func test(of workload: String, file: String) -> JUnitReport.Case {
    let per = period == "run" ? "in the run" : "per \(period)"
    let name = "\(scope) \(metric) at most \(maximum) \(per) in \(variant)"
    let figure = "\(measured ?? "not run") of \(maximum) \(metric) \(per)"
    let result: JUnitReport.Case.Result
    switch verdict {
    case .passed: result = .passed(nil)
    case .nearlyUsed: result = .passed("nearly used: \(figure)")
    case .exceeded where isExpected: result = .passed("exceeded, as the variant is meant to: \(figure)")
    case .exceeded where level != .error: result = .passed("exceeded, which is only to be said: \(figure)")
    case .exceeded:
      result = .failed(type: DiagnosticCode.budgetExceeded.label, message: "exceeded: \(figure)", text: figure)
    case .unknownStep:
      result = .error(
        type: DiagnosticCode.unknownBudgetStep.label, message: "there is no operation \(QuotedText.of(scope))",
        text: figure)
    }
    return JUnitReport.Case(QuotedText.singleLine(name), group: "\(workload).budgets", file: file, result: result)
  }
}

extension RuleTestReport {
  /// One suite per case file, one test per case.
  package var tests: JUnitReport {
    JUnitReport(
      name: "firebreak rules test",
      suites: files.map { file in JUnitReport.Suite(file.path, file.cases.map { $0.test(in: file.path) }) })
  }
}

extension RuleCaseResult {
  fileprivate func test(in file: String) -> JUnitReport.Case {
    let lines = problems.flatMap { [$0.message] + $0.notes }.map(QuotedText.singleLine)
    let place = QuotedText.singleLine(location.description)
    let message = lines.first ?? "expected \(expected), got \(actual)"
    let text = (["\(place): expected \(expected), got \(actual)"] + lines).joined(separator: "\n")
    let type = problems.first?.code.label ?? DiagnosticCode.testFailed.label
    let result: JUnitReport.Case.Result =
      switch outcome {
      case .passed: .passed(nil)
      case .failed: .failed(type: type, message: message, text: text)
      case .error: .error(type: type, message: message, text: text)
      }
    return JUnitReport.Case(QuotedText.singleLine(name), group: file, file: file, result: result)
  }
}
