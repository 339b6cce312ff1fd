import Emulation
import Project
import ProjectCheck
import Terminal
import Workloads

/// `--record FILE`: what a command asked, as a workload to begin with.
enum RecordedWorkload {
  /// Before anything runs: what somebody has written is not overwritten.
  static func refuse(_ path: String) throws(UsageError) {
    guard path.hasSuffix(".workload.yaml") else {
      throw UsageError(
        "`--record \(path)` is no name of a workload",
        help: "its name ends in `.workload.yaml`, as in `\(path.replacing(".yaml", with: "")).workload.yaml`")
    }
    guard InputFile.kind(path) == .missing else {
      throw UsageError("`\(path)` is there already", help: "remove it, or record to another file")
    }
  }
}

extension EmulatorSession {
  /// Queries that the sources of the project ask are named after the code.
  func writeWorkload(to path: String) async throws {
    let name = DisplayPath.name(of: path).replacing(".workload.yaml", with: "")
    guard
      let text = await emulation.sessionWorkload(
        of: emulation.mostAskedDatabase, named: name, at: path, code: CodeRequests.of(project))
    else {
      console.note("no workload: nothing was asked that a workload could ask")
      return
    }
    try console.makeFolder(DisplayPath.folder(of: path))
    try console.write(text, toFile: path)
    console.note("wrote \(path): firebreak run \(path)")
  }
}
