import Diagnostics
import Foundation
import ProjectCheck
import QueryScanner
import ScanComparison

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What scanning one project took, and found.
struct Measurement: Codable {
  var files: Int
  var lines: Int
  /// Reading the files is not counted.
  var seconds: Double
  var processorSeconds: Double
  /// Of the whole process.
  var peakMegabytes: Double
  var shapes: Int
  var record: ScanRecord

  static func of(project: String) -> Measurement {
    let files = SourceFiles.read([project])
    let sources = files.sources
    let before = ProcessUsage.current
    let clock = ContinuousClock()
    let start = clock.now
    let report = SourceScanner.scan(sources, configuration: files.configuration)
    let seconds = start.duration(to: clock.now) / .seconds(1)
    let after = ProcessUsage.current
    return Measurement(
      files: sources.count, lines: sources.reduce(0) { $0 + $1.bytes.count(where: { $0 == UInt8(ascii: "\n") }) },
      seconds: seconds, processorSeconds: after.seconds - before.seconds, peakMegabytes: after.peakMegabytes,
      shapes: report.requests.count, record: ScanRecord(report, below: project))
  }
}

private struct ProcessUsage {
  var seconds: Double
  var peakMegabytes: Double

  static var current: ProcessUsage {
    var usage = rusage()
    // `RUSAGE_SELF`, whose type differs between systems.
    _ = unsafe getrusage(0, &usage)
    #if canImport(Darwin)
      let bytes = Double(usage.ru_maxrss)
    #else
      let bytes = Double(usage.ru_maxrss) * 1024
    #endif
    return ProcessUsage(
      seconds: usage.ru_utime.seconds + usage.ru_stime.seconds, peakMegabytes: bytes / 1_000_000)
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1_000_000 }
}
