import FirestoreModel
import RulesEnforcement
import RulesEvaluator

/// What of the rules was evaluated, by project: clients ask for the coverage of one.
struct CoverageTable {
  private struct Entry {
    var rules: CompiledRules
    var coverage: Coverage
  }

  /// Rules of one project that are remembered; those in use are among the newest.
  private static let limit = 16
  /// Clients invent projects, too.
  private static let projectLimit = 1_000

  /// Oldest first.
  private var entries: [Text: [Entry]] = [:]

  mutating func add(_ evidence: AccessEvidence, project: Text) {
    guard let rules = evidence.rules, entries[project] != nil || entries.count < Self.projectLimit else { return }
    let identity = rules.identity
    var known = entries.removeValue(forKey: project) ?? []
    if let place = known.firstIndex(where: { $0.rules.identity == identity }) {
      known[place].coverage.merge(evidence.coverage)
    } else {
      if known.count >= Self.limit { known.removeFirst() }
      known.append(Entry(rules: rules, coverage: evidence.coverage))
    }
    entries[project] = known
  }

  func coverage(of rules: CompiledRules, project: Text) -> Coverage {
    entries[project]?.first { $0.rules.identity == rules.identity }?.coverage ?? Coverage()
  }
}
