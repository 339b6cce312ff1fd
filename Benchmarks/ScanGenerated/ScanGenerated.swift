import ArgumentParser
import Diagnostics
import Foundation
import ScanComparison
import QueryScanner

/// Scans generated code that grows in one direction, at two lengths, and fails where that takes too long or more than in
/// proportion.
@main struct ScanGenerated: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan-generated", abstract: "Scan generated code; print the seconds of a length and of half of it.")

  @Option(help: "Only this kind of code.") var only: String?
  @Option(help: "Seconds that none may take.") var limit = 2.0

  func run() throws {
    var isSlow = false
    for kind in GeneratedSource.allCases where only.map({ $0 == kind.rawValue }) ?? true {
      let half = Self.seconds(kind, kind.length / 2)
      let whole = Self.seconds(kind, kind.length)
      isSlow = isSlow || whole.seconds > limit
      print(
        kind.rawValue, kind.length, "requests \(whole.requests)", String(format: "%.3f s", whole.seconds),
        String(format: "half %.3f s", half.seconds))
    }
    if isSlow { throw ExitCode(1) }
  }

  private static func seconds(_ kind: GeneratedSource, _ length: Int) -> (seconds: Double, requests: Int) {
    let source = kind.source(length)
    let start = clock()
    let requests = SourceScanner.scan([source]).requests.count
    return (Double(clock() - start) / Double(CLOCKS_PER_SEC), requests)
  }
}

extension GeneratedSource {
  /// As long as code that people wrote is not.
  fileprivate var length: Int {
    switch self {
    case .conditions, .returns: 10_000
    case .filters: 40
    case .callers, .choosers: 5_000
    case .chain: 300
    case .recursion: 500
    case .functions: 100_000
    }
  }
}
