package import FirestoreModel
import RealtimeService
import RulesTesting
package import StructuredText
import Synchronization

extension Emulation {
  /// What requests have evaluated of the rules that an instance has now; empty without any.
  func realtimeCoverage(of instance: Text) -> CoverageSummary {
    let rules = state.withLock { realtimeConfiguration(of: instance, in: $0).rules }
    guard let rules else { return CoverageSummary([]) }
    let coverage = recording.state.withLock { $0.realtimeCoverage.coverage(of: rules, of: instance) }
    return CoverageSummary([coverage.report(on: rules)])
  }

  /// In the shape of Firestore's: the source, and the expressions with the values they came out as.
  package func realtimeCoverageDocument(of instance: Text) -> JSONValue {
    .object(realtimeCoverage(of: instance).members)
  }

  /// A page of its own.
  package func realtimeCoveragePage(of instance: Text) -> String { realtimeCoverage(of: instance).page }
}
