import FirestoreModel
import RealtimeRules
import RealtimeService
import RulesTesting

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
