package import Diagnostics
package import Simulation
package import Workloads

/// What is wrong with the steps of a workload before anything runs.
package typealias HazardCheck = @Sendable (Workload, SourceText) -> [StepFinding]

extension WorkloadRunner {
  /// - Parameters:
  ///   - hazards: what `check` says of a variant as well; a library above this one knows.
  ///   - isFolding: false: simulates every instance, though one could stand for others. The report is the same.
  package static func run(
    _ input: RunInput, hazards: @escaping HazardCheck, isFolding: Bool = true,
    progress: @escaping @Sendable (RunProgress) -> Void = { _ in }
  ) async -> RunReport {
    let outcomes = await simulate(input, isFolding: isFolding, progress: progress)
    return ReportBuilder(input: input, outcomes: outcomes, hazards: hazards).report()
  }
}
