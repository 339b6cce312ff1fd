package import FirestoreModel
import RealtimeRules
import RealtimeService
import RulesTesting
package import StructuredText
import Synchronization

/// What of the rules of instances was evaluated, since these rules hold.
struct RealtimeCoverageTable {
  private struct Entry {
    var rules: RealtimeRuleset
    var coverage = RealtimeCoverage()
    /// Ascends with everything that is added.
    var lastUse: Int
  }

  /// Clients invent instances: the one that was used longest ago gives way.
  private static let limit = 1_000

  private var entries: [Text: Entry] = [:]
  private var uses = 0

  mutating func add(_ evidence: RealtimeEvidence, of instance: Text) {
    uses += 1
    if entries[instance]?.rules.identity != evidence.rules.identity {
      entries[instance] = nil
      if entries.count >= Self.limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key {
        entries[oldest] = nil
      }
    }
    var entry = entries.removeValue(forKey: instance) ?? Entry(rules: evidence.rules, lastUse: uses)
    entry.lastUse = uses
    entry.coverage.add(evidence.trace)
    entries[instance] = entry
  }

  func coverage(of rules: RealtimeRuleset, of instance: Text) -> RealtimeCoverage {
    guard let entry = entries[instance], entry.rules.identity == rules.identity else { return RealtimeCoverage() }
    return entry.coverage
  }
}

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
