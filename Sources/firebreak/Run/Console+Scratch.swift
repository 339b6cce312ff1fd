import Project
import RunReports
import Terminal

/// Files below a project's scratch folder are written without being asked for by name. A symbolic link there, which a
/// change under review may bring along, would let it write over any file of whoever runs the command.
extension Console {
  func makeScratchFolder(_ folder: String, of runs: SavedRuns) throws(EnvironmentFailure) {
    for path in [runs.scratch, folder] { try refuseLink(path) }
    try makeFolder(folder)
  }

  func write(_ text: String, toScratch path: String) throws(EnvironmentFailure) {
    try refuseLink(path)
    try write(text, toFile: path)
  }

  private func refuseLink(_ path: String) throws(EnvironmentFailure) {
    guard InputFile.isLink(path) else { return }
    throw EnvironmentFailure(message: "`\(path)` is a symbolic link: nothing is written through it; remove it")
  }
}
