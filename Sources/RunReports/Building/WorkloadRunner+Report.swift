package import Simulation

extension WorkloadRunner {
  /// - Parameter isFolding: false: simulates every instance, though one could stand for others. The report is the same.
  package static func run(
    _ input: RunInput, isFolding: Bool = true, progress: @escaping @Sendable (RunProgress) -> Void = { _ in }
  ) async -> RunReport {
    let outcomes = await simulate(input, isFolding: isFolding, progress: progress)
    return ReportBuilder(input: input, outcomes: outcomes).report()
  }
}
