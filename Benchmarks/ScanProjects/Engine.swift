import ArgumentParser
import Diagnostics
import QueryScanner

/// What reads the sources: engines that stand beside one another are compared.
enum Engine: String, CaseIterable, ExpressibleByArgument {
  /// The one that `firebreak` uses.
  case current

  func scan(_ sources: [SourceText]) -> ScanReport {
    switch self {
    case .current: SourceScanner.scan(sources)
    }
  }
}
