import CostAnalysis
import Diagnostics
import Project
import Terminal

/// The ratchet of one project as it stands on disk.
struct RatchetFile {
  var path: String
  /// Nil: there is no file yet, or it cannot be read.
  var ratchet: Ratchet?
  /// Why it cannot be read.
  var failures: [Diagnostic] = []

  init(of project: Project) {
    path = DisplayPath.join(project.root, Ratchet.path)
    guard InputFile.kind(path) != .missing else { return }
    do throws(InputFileError) {
      let reading = Ratchet.read(try InputFile.read(path))
      ratchet = reading.ratchet
      failures = reading.diagnostics
    } catch {
      failures = [error.diagnostic]
    }
  }
}
