import Benchmark
import QueryScanner

/// What it takes to find every query of a project: 100,000 lines of six languages in about a thousand files.
func scannerBenchmarks() {
  let once = Benchmark.Configuration(metrics: [.wallClock, .peakMemoryResident], warmupIterations: 0, maxIterations: 5)
  Benchmark("Parse 100,000 lines of sources", configuration: once) { benchmark in
    let sources = GeneratedSources.project(lines: 100_000)
    benchmark.startMeasurement()
    blackHole(sources.flatMap { SourceReader.read($0) })
    benchmark.stopMeasurement()
  }
  Benchmark("Scan 100,000 lines of sources", configuration: once) { benchmark in
    let sources = GeneratedSources.project(lines: 100_000)
    benchmark.startMeasurement()
    let report = SourceScanner.scan(sources)
    benchmark.stopMeasurement()
    precondition(report.requests.count > 1_000)
  }
}
