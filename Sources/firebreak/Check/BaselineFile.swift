import Diagnostics
import Project
import Terminal

/// The file with the findings that a team knows.
struct BaselineFile {
  var path: String
  /// How findings are named in it: by the paths of the repository, from whatever folder the command is started.
  var names: FindingFingerprints
  /// It is that of the projects which are checked, and not of others besides.
  var isOfProjects: Bool

  var exists: Bool { InputFile.kind(path) == .file }

  /// The one that is named, else the one of the project or the nearest above it in the repository.
  init(_ checked: CheckedProjects, named: String?) {
    let folder = Self.folder(checked)
    names = FindingFingerprints(paths: RepositoryPaths(ofRepositoryAround: folder))
    let own = DisplayPath.join(folder, KnownFindings.path)
    path = named ?? own
    isOfProjects = true
    guard named == nil, !exists,
      let above = ProjectFolder.nearestFile(KnownFindings.path, inRepositoryFrom: folder)
    else { return }
    path = above
    isOfProjects = false
  }

  /// Of several projects the repository around them.
  private static func folder(_ checked: CheckedProjects) -> String {
    let folders = checked.projects.map(\.loaded.project.folder)
    guard let first = folders.first else { return "." }
    return folders.count == 1 ? first : ProjectFolder.repository(around: first) ?? "."
  }

  func write(_ findings: FindingList, _ console: Console) throws {
    try console.makeFolder(of: path)
    try console.write(KnownFindings.text(findings, names), toFile: path)
    let count = findings.diagnostics.count { !$0.isInputFailure }
    console.note("wrote \(Counted.text(count, "finding")) to \(path)")
  }
}
