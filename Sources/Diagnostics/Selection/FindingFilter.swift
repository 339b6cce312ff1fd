/// Which findings are reported: `--select`, `--ignore` and the `ignore` list of `firebreak.json`.
///
/// Findings that say that an input could not be read are never left out, since nothing else is known about that input.
package struct FindingFilter: Hashable, Sendable {
  /// Only these codes; empty means all.
  package var select: [CodeSelector]
  package var ignore: [CodeSelector]
  package var entries: [IgnoreEntry]

  package init(select: [CodeSelector] = [], ignore: [CodeSelector] = [], entries: [IgnoreEntry] = []) {
    self.select = select
    self.ignore = ignore
    self.entries = entries
  }

  /// The findings that are selected, those that an entry silences marked as such, together with what is wrong with the
  /// entries: FB0011 for one without a reason, which has
  /// no effect, and, when `complete` says that every check has run, FB0009 for one that matched nothing.
  package func apply(to diagnostics: [Diagnostic], complete: Bool = true) -> [Diagnostic] {
    var used: Set<Int> = []
    var kept = diagnostics.compactMap { diagnostic -> Diagnostic? in
      if diagnostic.code.meansUnreadableInput, diagnostic.severity == .error { return diagnostic }
      let matching = entries.indices.filter { entries[$0].hasReason && entries[$0].matches(diagnostic) }
      // A comment has silenced it already.
      if diagnostic.suppression == nil { used.formUnion(matching) }
      guard isSelected(diagnostic.code) else { return nil }
      guard diagnostic.suppression == nil, let first = matching.first else { return diagnostic }
      var suppressed = diagnostic
      suppressed.suppression = Suppression(.external, reason: entries[first].reason ?? "")
      return suppressed
    }
    for (index, entry) in entries.enumerated() {
      let problem: Diagnostic
      if !entry.hasReason {
        problem = Diagnostic(
          .suppressionWithoutReason, "the entry that ignores \(QuotedText.of(entry.selector.text)) gives no reason",
          at: entry.location, help: "add `\"reason\"`; without one the entry has no effect")
      } else if complete, !used.contains(index) {
        problem = Diagnostic(
          .unusedSuppression, "the entry that ignores \(QuotedText.of(entry.selector.text)) matches no finding",
          at: entry.location, help: "remove it, or correct its code or path")
      } else {
        continue
      }
      if isSelected(problem.code) { kept.append(problem) }
    }
    return kept
  }

  private func isSelected(_ code: DiagnosticCode) -> Bool {
    (select.isEmpty || select.contains { $0.matches(code) }) && !ignore.contains { $0.matches(code) }
  }
}
