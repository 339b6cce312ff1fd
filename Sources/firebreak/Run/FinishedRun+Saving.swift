import Diagnostics
import Project
import RunReports
import StructuredText
import Terminal

extension FinishedRun {
  /// Keeps the report for `firebreak report`. A folder that cannot be written is worth a note, and no failure: the run is
  /// done.
  func save(below root: String, _ console: Console) {
    guard let report else { return }
    let runs = SavedRuns(root: root)
    let file = runs.file(ofWorkload: path, from: WorkingFolder.path)
    do throws(EnvironmentFailure) {
      try console.makeScratchFolder(runs.folder, of: runs)
      if InputFile.kind(runs.ignoreFile) == .missing {
        try console.write(SavedRuns.ignoreText, toScratch: runs.ignoreFile)
      }
      try console.write(JSONWriter.text(report.json(outcome: outcome.rawValue), .figures) + "\n", toScratch: file)
      let line = "saved to \(QuotedText.singleLine(file))"
      if console.showsProgress { console.note(line) } else { console.detail(line) }
    } catch {
      console.note("note: the run is not saved: \(error.message)")
    }
  }
}
