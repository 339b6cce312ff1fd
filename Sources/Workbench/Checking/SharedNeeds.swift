import Diagnostics

/// What several places need alike is one problem: each of the findings names the others.
enum SharedNeeds {
  /// A finding with hundreds of other places says no more than one with a few.
  private static let limit = 8

  static func related(_ findings: [Diagnostic]) -> [Diagnostic] {
    var groups: [Need: [Int]] = [:]
    for (index, finding) in findings.enumerated() {
      guard let needs = finding.needs, finding.location != nil else { continue }
      groups[Need(code: finding.code, file: needs.file, json: needs.json), default: []].append(index)
    }
    var findings = findings
    for members in groups.values where members.count > 1 {
      for member in members {
        let others = members.lazy.filter { $0 != member }.prefix(limit)
        findings[member].related += others.compactMap { other in
          guard let location = findings[other].location, let needs = findings[other].needs else { return nil }
          return RelatedLocation(needs.mention, at: location)
        }
        if members.count - 1 > limit {
          findings[member].notes.append("needed at \(members.count) places")
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
