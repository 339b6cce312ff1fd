import Diagnostics
import ProjectCheck
import Terminal

extension SafeFixes {
  /// Shows every difference, and writes the files unless it is only to be shown.
  func apply(isDryRun: Bool, _ console: Console) throws {
    console.status?.end()
    for edit in edits { console.standardOutput.write(edit.diff) }
    for refusal in refusals { console.note("\(refusal.message)\(refusal.help.map { "; \($0)" } ?? "")") }
    if !isDryRun { for edit in edits { try console.write(edit.after, toFile: edit.path) } }
    let what = Counted.text(edits.count, "file")
    console.note(edits.isEmpty ? "nothing to fix" : isDryRun ? "\(what) to change" : "changed \(what)")
  }
}
