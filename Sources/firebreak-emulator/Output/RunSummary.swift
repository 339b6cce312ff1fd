import Diagnostics
import Emulation
import FirestoreModel
import StructuredText
import Terminal
import Workbench

extension EmulatorSession {
  /// Says on standard error what a command has cost and missed, and gives the exit code.
  func summarize(_ end: CommandEnd, of command: ChildCommand, failsOnFindings: Bool) -> Int32 {
    let totals = emulation.recording.totals
    let findings = policy.apply(to: emulation.findings, settings: project.settings, isComplete: false)
    let parts = [
      Counted.text(totals.requests, "request"), Counted.text(Int(totals.reads), "read"),
      Counted.text(Int(totals.writes), "write"), totals.deletes > 0 ? Counted.text(Int(totals.deletes), "delete") : nil,
      Counted.text(totals.denials, "denial"), Counted.text(findings.diagnostics.count, "finding"),
    ]
    console.note("firebreak: " + parts.compactMap(\.self).joined(separator: console.drawsASCII ? ", " : " · "))
    console.report(findings)
    for line in missingDefinitions { console.note(line) }
    guard failsOnFindings, end.exitCode == 0, findings.fails(at: policy.failLevel) || projectFails else {
      return end.exitCode
    }
    console.note("\(command.text) exited 0; firebreak exits 1 because of --fail-on-findings")
    return Outcome.findings.exitCode
  }

  /// Rules and index files may be wrong without any request that shows it.
  private var projectFails: Bool {
    policy.apply(to: emulation.start.findings, settings: project.settings, isComplete: false).fails(at: policy.failLevel)
  }

  /// What to paste into the index files so that production serves every query that was asked.
  private var missingDefinitions: [String] {
    emulation.configuredDatabases.flatMap { database in
      let additions = emulation.suggestedIndexes(for: Text(database.id)).additions
      guard !additions.isEmpty else { return [String]() }
      let file = database.indexes ?? DisplayPath.join(project.root, "firestore.indexes.json")
      return ["to add to \(file):"] + additions.map { "  " + JSONWriter.text($0.json, .compact) }
    }
  }
}
