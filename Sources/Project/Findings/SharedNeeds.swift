import Diagnostics

/// What several places need alike is one problem: each of the findings names others, as far as nobody has silenced them.
enum SharedNeeds {
  /// A finding with hundreds of other places says no more than one with a few.
  private static let limit = 8

  /// The findings with their related places.
  static func related(_ findings: [Diagnostic]) -> [Diagnostic] {
    var groups: [Need: [Int]] = [:]
    for (index, finding) in findings.enumerated() {
      guard let needs = finding.needs, finding.location != nil, finding.suppression == nil else { continue }
      groups[Need(code: finding.code, file: needs.file, json: needs.json), default: []].append(index)
    }
    var findings = findings
    for members in groups.values where members.count > 1 {
      for (position, member) in members.enumerated() {
        // Of many places the first names some, and the others name the first.
        let shown = position == 0 || members.count <= limit + 1 ? limit : 1
        let others = members.lazy.filter { $0 != member }.prefix(shown)
        findings[member].related += others.compactMap { other in
          guard let location = findings[other].location, let needs = findings[other].needs else { return nil }
          return RelatedLocation(needs.mention, at: location)
        }
        if members.count - 1 > shown {
          findings[member].notes.append("needed at \(Counted.grouped(members.count)) places")
        }
      }
    }
    return findings
  }

  private struct Need: Hashable {
    var code: DiagnosticCode
    var file: String
    var json: String
  }
}
