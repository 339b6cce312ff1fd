package import Diagnostics
import FirestoreModel
package import RunReports
package import Workloads

extension Ratchet {
  /// FB7020 for every record that a run exceeds, warnings for records of steps that it did not call.
  package func findings(on report: RunReport) -> [ReportedFinding] {
    RatchetVerdict(self, measured: MeasuredReads.all(in: MeasuredReport(report))).findings(in: self).map { diagnostic in
      let record = records.first { $0.location == diagnostic.location }
      return ReportedFinding(
        diagnostic: diagnostic, variants: record.map { [$0.key.variant.string] } ?? [], isExpected: false)
    }
  }

  /// What can be said without a run: warnings (FB7005) for records of workloads, variants or steps that do not exist.
  ///
  /// - Parameter suites: all workloads of the project.
  package func findings(among suites: [WorkloadSuite]) -> [Diagnostic] {
    records.compactMap { record in
      guard let suite = suites.first(where: { Text($0.name) == record.key.workload }) else {
        return unknown("workload", record.key.workload.string, at: record, among: suites.map(\.name))
      }
      guard suite.variants.contains(where: { Text($0.name) == record.key.variant }) else {
        return unknown("variant", record.key.variant.string, at: record, among: suite.variants.map(\.name))
      }
      guard suite.stepNames.contains(where: { Text($0) == record.key.step }) else {
        return unknown("step", record.key.step.string, at: record, among: suite.stepNames)
      }
      return nil
    }
  }

  private func unknown(_ kind: String, _ name: String, at record: Record, among known: [String]) -> Diagnostic {
    Diagnostic(
      .unknownBudgetStep, "reads are recorded for a \(kind) \(QuotedText.of(name)) that does not exist",
      at: record.location, severity: .warning,
      help: NearestName.of(name, among: known).map { "did you mean \(QuotedText.of($0))?" } ?? "remove the record")
  }
}
