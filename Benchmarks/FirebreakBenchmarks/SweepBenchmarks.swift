import Benchmark
import CostAnalysis
import Diagnostics
import Metering
import Project
import Simulation

/// The month of the chat at twenty sizes up to ten million users, with the sizes at which the free tier and a budget end:
/// nobody may wait for a second. Beside it what it does not do: simulating users one by one.
func sweepBenchmarks() {
  Benchmark(
    "A sweep of 20 sizes up to 10,000,000 users",
    configuration: .init(metrics: [.wallClock, .peakMemoryResident], warmupIterations: 0, maxIterations: 3)
  ) { _ in
    let request = EstimateRequest(
      sweeps: [ParameterSweep(name: "users", values: (1...20).map { .integer($0 * 500_000) })], budget: Rational(50))
    var estimation = Estimation(Sweep.opened, path: Sweep.path, variant: "baseline", request)
    let (series, _) = try await estimation.evaluate()
    precondition(series.points.map(\.tally.reads).last == 10_000_000 * 300_000)
    precondition(series.crossings.count == 2)
  }
  Benchmark(
    "Twenty users of the same month, every one simulated",
    configuration: .init(metrics: [.wallClock, .peakMemoryResident], warmupIterations: 0, maxIterations: 3)
  ) { _ in
    let report = await WorkloadRunner.run(Month.input(users: 20), isFolding: false)
    precondition(report.variants.map(\.reads) == [20 * 300_000])
  }
}

private enum Sweep {
  static let path = "month.workload.yaml"

  static let opened: CountedRun.Opened = {
    guard let project = try? Project.discover(ProjectRequest()),
      let opened = try? CountedRun.Opened(SourceText(path: path, text: Month.text), in: project, request: RunRequest())
    else { preconditionFailure("the workload cannot be read") }
    return opened
  }()
}
