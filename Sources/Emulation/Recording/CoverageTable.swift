import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator

/// What of the rules was evaluated, by project: clients ask for the coverage of one.
struct CoverageTable {
  private struct Project {
    /// Oldest first.
    var entries: [Entry] = []
    /// Ascends with everything that is added.
    var lastUse = 0
  }

  private struct Entry {
    var rules: CompiledRules
    var coverage: Coverage
  }

  /// Rules of one project that are remembered; those in use are among the newest.
  private static let limit = 16
  /// Clients invent projects, too: the one that was used longest ago gives way.
  private static let projectLimit = 1_000

  private var projects: [Text: Project] = [:]
  private var uses = 0

  mutating func add(_ evidence: AccessEvidence, project: Text) {
    guard let rules = evidence.rules else { return }
    let identity = rules.identity
    if projects[project] == nil, projects.count >= Self.projectLimit,
      let oldest = projects.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      projects[oldest] = nil
    }
    uses += 1
    var known = projects.removeValue(forKey: project) ?? Project()
    known.lastUse = uses
    if let place = known.entries.firstIndex(where: { $0.rules.identity == identity }) {
      known.entries[place].coverage.merge(evidence.coverage)
    } else {
      if known.entries.count >= Self.limit { known.entries.removeFirst() }
      known.entries.append(Entry(rules: rules, coverage: evidence.coverage))
    }
    projects[project] = known
  }

  func coverage(of rules: CompiledRules, project: Text) -> Coverage {
    projects[project]?.entries.first { $0.rules.identity == rules.identity }?.coverage ?? Coverage()
  }
}
