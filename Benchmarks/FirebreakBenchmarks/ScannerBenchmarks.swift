import Benchmark
import Diagnostics
import QueryScanner
import SourceSyntax
import SourceTokens

/// What it takes to find every query of a project: 100,000 lines of six languages in about a thousand files; and of code
/// that is no project, which only has to come to an end in time.
func scannerBenchmarks() {
  let once = Benchmark.Configuration(
    metrics: [.wallClock, .cpuTotal, .peakMemoryResident], warmupIterations: 0, maxIterations: 5)
  Benchmark("Parse 100,000 lines of sources", configuration: once) { benchmark in
    let sources = GeneratedSources.project(lines: 100_000)
    benchmark.startMeasurement()
    blackHole(SyntaxReader.trees(of: sources.flatMap { SourceUnit.all(in: $0) }))
    benchmark.stopMeasurement()
  }
  Benchmark("Scan 100,000 lines of sources", configuration: once) { benchmark in
    let sources = GeneratedSources.project(lines: 100_000)
    benchmark.startMeasurement()
    let report = SourceScanner.scan(sources)
    benchmark.stopMeasurement()
    precondition(report.requests.count > 1_000)
  }
  // Nothing of it can be evaluated beside the rest, and much of it twice: methods assign what others read.
  Benchmark("Scan 100,000 lines of Swift", configuration: once) { benchmark in
    let sources = GeneratedSources.project(lines: 100_000, only: "swift")
    benchmark.startMeasurement()
    let report = SourceScanner.scan(sources)
    benchmark.stopMeasurement()
    precondition(report.requests.count > 1_000)
  }
  hostile("a bundle of 5 MB in one line") { HostileSources.bundle(bytes: 5_000_000) }
  hostile("10,000 conditions that refine one query") { HostileSources.conditions(10_000) }
  hostile("a selection of 10,000 cases") { HostileSources.cases(10_000) }
  hostile("40 buttons that change 16 filters of one query") { HostileSources.board(buttons: 40, filters: 16) }

  func hostile(_ name: String, _ make: @escaping @Sendable () -> SourceText) {
    Benchmark("Scan \(name)", configuration: once) { benchmark in
      let source = make()
      benchmark.startMeasurement()
      let report = SourceScanner.scan([source])
      benchmark.stopMeasurement()
      precondition(!report.requests.isEmpty)
    }
  }
}
