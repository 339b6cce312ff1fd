import Diagnostics
import FirestoreModel

/// Merges the findings that one mistake in one rule causes: the most important one stays, the others become related
/// locations of it.
enum OverlappingFindings {
  /// A rule that tests the owner only in the new data causes all three: others can overwrite, strangers can write, and
  /// nobody can delete. The most important one comes first.
  /// Where anybody may write, it matters little what.
  private static let rankings: [[DiagnosticCode]] = [
    [.ownerOverwritten, .nonMemberWrite, .ownerCannotDelete], [.openRoot, .openCreate, .publicNode, .noValidate],
  ]

  /// The rule that a finding is about, and which of the rankings it is in.
  private struct Place: Hashable {
    var rule: Int
    var ranking: Int
  }

  static func merged(_ findings: [Diagnostic], _ subject: RealtimeSubject) -> [Diagnostic] {
    let rules = subject.locations.flatMap { $0.conditions.map(\.span) }.sorted { $0.start < $1.start }
    func place(of finding: Diagnostic) -> Place? {
      guard let ranking = rankings.firstIndex(where: { $0.contains(finding.code) }), let span = finding.location?.span
      else { return nil }
      // A binary search for the last rule that starts at or before the finding.
      var (low, high) = (0, rules.count)
      while low < high {
        let middle = (low + high) / 2
        if rules[middle].start <= span.start { low = middle + 1 } else { high = middle }
      }
      return low > 0 && span.end <= rules[low - 1].end ? Place(rule: low - 1, ranking: ranking) : nil
    }
    var byPlace: [Place: [Diagnostic]] = [:]
    var result: [Diagnostic] = []
    for finding in findings {
      if let place = place(of: finding) { byPlace[place, default: []].append(finding) } else { result.append(finding) }
    }
    for (place, findings) in byPlace.sorted(by: { ($0.key.rule, $0.key.ranking) < ($1.key.rule, $1.key.ranking) }) {
      let ranking = rankings[place.ranking]
      var group = findings.sorted {
        (ranking.firstIndex(of: $0.code) ?? 0) < (ranking.firstIndex(of: $1.code) ?? 0)
      }
      var first = group.removeFirst()
      for other in group {
        guard other.code != first.code else {
          result.append(other)
          continue
        }
        if let location = other.location { first.related.append(RelatedLocation(other.message, at: location)) }
        first.related += other.related
        if other.code == .nonMemberWrite, let help = other.help {
          first.help = [first.help, help].compactMap(\.self).joined(separator: "; ")
        }
      }
      result.append(first)
    }
    return result
  }
}
