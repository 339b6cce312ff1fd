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
    let sorted = diagnostics.sorted(by: precedes)
    var unique: [Diagnostic] = []
    for diagnostic in sorted where unique.last.map({ precedes($0, diagnostic) }) ?? true { unique.append(diagnostic) }
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

  private static func precedes(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    let paths = (left.location?.source.path ?? "", right.location?.source.path ?? "")
    if paths.0 != paths.1 { return paths.0.utf8.lexicographicallyPrecedes(paths.1.utf8) }
    let spans = (left.location?.span ?? Span(-1, -1), right.location?.span ?? Span(-1, -1))
    let leftNumbers = (spans.0.start, left.code.number, spans.0.end, right.severity)
    let rightNumbers = (spans.1.start, right.code.number, spans.1.end, left.severity)
    if leftNumbers != rightNumbers { return leftNumbers < rightNumbers }
    return words(left).lexicographicallyPrecedes(words(right))
  }

  private static func words(_ diagnostic: Diagnostic) -> [String] {
    [diagnostic.message] + diagnostic.notes + [diagnostic.help ?? ""]
  }
}
