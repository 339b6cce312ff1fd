/// Findings in the order in which every output shows them: by file, place and code. The same findings give the same
/// list whatever order they were found in.
package struct FindingList: Hashable, Sendable {
  package let diagnostics: [Diagnostic]
  /// Findings that somebody has silenced, in the same order. They are no part of the list and count nowhere.
  package let suppressed: [Diagnostic]

  /// Findings without a place come first; findings that are equal in everything shown are listed once.
  package init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = Self.ordered(diagnostics.filter { $0.suppression == nil })
    suppressed = Self.ordered(diagnostics.filter { $0.suppression != nil })
  }

  private static func ordered(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let sorted = diagnostics.sorted { SortKey($0) < SortKey($1) }
    var unique: [Diagnostic] = []
    for diagnostic in sorted where unique.last.map({ isSame($0, diagnostic) }) != true {
      unique.append(diagnostic)
    }
    return unique
  }

  package var isEmpty: Bool { diagnostics.isEmpty }

  package func count(_ severity: Severity) -> Int { diagnostics.count { $0.severity == severity } }

  /// The highest severity of all; nil when there are no findings.
  package var worst: Severity? { diagnostics.map(\.severity).max() }

  /// Whether some finding is at or above the level that makes a command fail. Nil means that none does.
  package func fails(at level: Severity?) -> Bool {
    guard let level, let worst else { return false }
    return worst >= level
  }

  /// `2 errors, 1 warning`, or `no findings`.
  package var summary: String {
    let parts = [(Severity.error, "error", "errors"), (.warning, "warning", "warnings"), (.info, "info", "infos")]
    let counted = parts.compactMap { severity, one, many in
      let number = count(severity)
      return number == 0 ? nil : "\(number) \(number == 1 ? one : many)"
    }
    return counted.isEmpty ? "no findings" : counted.joined(separator: ", ")
  }

  private static func isSame(_ left: Diagnostic, _ right: Diagnostic) -> Bool { SortKey(left) == SortKey(right) }

  private struct SortKey: Comparable {
    let path: String
    let start: Int
    let end: Int
    let code: Int
    let severity: Severity
    let words: [String]

    init(_ diagnostic: Diagnostic) {
      path = diagnostic.location?.source.path ?? ""
      start = diagnostic.location?.span.start ?? -1
      end = diagnostic.location?.span.end ?? -1
      code = diagnostic.code.number
      severity = diagnostic.severity
      words = [diagnostic.message] + diagnostic.notes + [diagnostic.help ?? ""]
    }

    static func < (left: SortKey, right: SortKey) -> Bool {
      if left.path != right.path { return left.path.utf8.lexicographicallyPrecedes(right.path.utf8) }
      let leftNumbers = (left.start, left.code, left.end, right.severity)
      let rightNumbers = (right.start, right.code, right.end, left.severity)
      if leftNumbers != rightNumbers { return leftNumbers < rightNumbers }
      return left.words.lexicographicallyPrecedes(right.words)
    }
  }
}
