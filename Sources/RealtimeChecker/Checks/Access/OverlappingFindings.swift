import Diagnostics
import FirestoreModel

/// Findings that one fault of one rule gives rise to: the first says it, and the others stand beside it.
enum OverlappingFindings {
  /// A rule that asks for the owner only of what is new lets others overwrite, lets strangers in, and nobody delete.
  private static let ranking: [DiagnosticCode] = [.ownerOverwritten, .nonMemberWrite, .ownerCannotDelete]

  static func merged(_ findings: [Diagnostic], _ subject: RealtimeSubject) -> [Diagnostic] {
    let rules = subject.locations.flatMap { $0.conditions.map(\.span) }.sorted { $0.start < $1.start }
    func rule(of finding: Diagnostic) -> Int? {
      guard ranking.contains(finding.code), let span = finding.location?.span else { return nil }
      // The last rule that starts at or before it.
      var (low, high) = (0, rules.count)
      while low < high {
        let middle = (low + high) / 2
        if rules[middle].start <= span.start { low = middle + 1 } else { high = middle }
      }
      return low > 0 && span.end <= rules[low - 1].end ? low - 1 : nil
    }
    var byRule: [Int: [Diagnostic]] = [:]
    var result: [Diagnostic] = []
    for finding in findings {
      if let rule = rule(of: finding) { byRule[rule, default: []].append(finding) } else { result.append(finding) }
    }
    for rule in byRule.keys.sorted() {
      var group = (byRule[rule] ?? []).sorted {
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
