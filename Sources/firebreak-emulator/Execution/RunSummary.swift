import Diagnostics
import Emulation
import FirestoreModel
import Project
import QueryPlanner
import QueryShapes
import StructuredText
import Terminal

extension EmulatorSession {
  /// Says on standard error what a command has cost and missed, and gives the exit code.
  func summarize(_ end: CommandEnd, of command: ChildCommand, failsOnFindings: Bool) -> Int32 {
    let totals = emulation.recording.totals
    let findings = policy.apply(to: emulation.findings, settings: project.settings, isComplete: false)
    let parts = [
      Counted.text(totals.requests, "request"), Counted.text(Int(totals.reads), "read"),
      Counted.text(Int(totals.writes), "write"), totals.deletes > 0 ? Counted.text(Int(totals.deletes), "delete") : nil,
      totals.realtimeBytes > 0 ? "\(totals.realtimeBytes) bytes of the Realtime Database" : nil,
      Counted.text(totals.denials, "denial"), Counted.text(findings.diagnostics.count, "finding"),
    ]
    console.note("firebreak: " + parts.compactMap(\.self).joined(separator: console.drawsASCII ? ", " : " · "))
    reportMissingIndexes()
    let isWritten = writeReports(findings)
    guard isWritten || end.exitCode != 0 else { return Outcome.internal.exitCode }
    guard failsOnFindings, end.exitCode == 0, findings.fails(at: policy.failLevel) || projectFails else {
      return end.exitCode
    }
    console.note("\(command.text) exited 0; firebreak exits 1 because of --fail-on-findings")
    return Outcome.findings.exitCode
  }

  /// What the command says comes first, so a report that cannot be written does not end anything early.
  private func writeReports(_ findings: FindingList) -> Bool {
    let outcome: Outcome = findings.fails(at: policy.failLevel) ? .findings : .clean
    do {
      try console.writeFiles(FindingReport(findings, outcome: outcome, failLevel: policy.failLevel))
      return true
    } catch {
      console.standardError.writeLine((error as? EnvironmentFailure)?.report ?? "error: \(error)")
      return false
    }
  }

  /// Rules and index files may be wrong without any request that shows it.
  private var projectFails: Bool {
    policy.apply(to: emulation.start.findings, settings: project.settings, isComplete: false).fails(
      at: policy.failLevel)
  }

  /// A first run of a large suite may miss hundreds of indexes, for thousands of queries.
  private static var shownIndexes: Int { 20 }

  private func reportMissingIndexes() {
    let found = policy.apply(to: emulation.findingsByIndex, settings: project.settings, isComplete: false).diagnostics
    console.report(FindingList(Array(found.prefix(Self.shownIndexes))))
    let hidden = max(0, found.count - Self.shownIndexes)
    for line in missingDefinitions { console.note(line) }
    guard hidden > 0 else { return }
    let dots = console.drawsASCII ? "..." : "…"
    console.note("\(dots) and \(hidden) more: `firebreak indexes suggest --from-recording` prints all definitions")
  }

  /// What to paste into the index files so that production serves the queries that were asked: the first of them.
  private var missingDefinitions: [String] {
    var rest = Self.shownIndexes
    return emulation.configuredDatabases.flatMap { database -> [String] in
      let additions = emulation.suggestedIndexes(for: Text(database.id)).additions.prefix(rest)
      guard !additions.isEmpty else { return [] }
      rest -= additions.count
      let file = database.indexes ?? DisplayPath.join(project.root, "firestore.indexes.json")
      return ["to add to \(file):"] + additions.map { "  " + JSONWriter.text($0.json, .compact) }
    }
  }
}
