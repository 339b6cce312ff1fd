import Diagnostics
import Project
import ProjectCheck
import Terminal

/// What `check` says about a revision, so that only what a change brought is shown.
struct RevisionCheck {
  var global: GlobalOptions<CheckFormats>
  var paths: [String]
  var includesTests: Bool
  var console: Console

  func known(at revision: String) throws -> KnownFindings {
    try refuseVariables()
    console.status?.begin("checking \(QuotedText.singleLine(revision))")
    return try RevisionTree.with(
      revision, from: global.project.projectDirectory ?? ".", mayBeReport: false, followsRenames: true,
      console.environment
    ) { tree in
      KnownFindings(
        FindingList(try findings(in: tree)),
        then: FindingFingerprints(paths: RepositoryPaths(root: tree.root), renames: tree.renames),
        now: FindingFingerprints(paths: RepositoryPaths(folder: ProjectFolder.workingDirectory, root: tree.top)),
        reason: "known before: \(QuotedText.singleLine(revision))")
    }
  }

  /// What the revision did not have yet, a folder, a project or a database, brings no finding.
  private func findings(in tree: RevisionTree) throws -> [Diagnostic] {
    var global = self.global
    global.project.projectDirectory = global.project.projectDirectory.map(tree.path)
    global.project.config = global.project.config.map(tree.path)
    global.project.indexes = global.project.indexes.map(tree.path)
    global.project.rules = global.project.rules.map(tree.path)
    let places = paths.map(tree.path).filter { InputFile.kind($0) != .missing }
    if !paths.isEmpty, places.isEmpty { return [] }
    do throws(UsageError) {
      let loaded = try ProjectLoader(global, console.silenced, startedIn: tree.folder).load(
        places, readsSources: true, includesTests: includesTests, span: .all)
      return CheckedProjects(loaded).findings.diagnostics
    } catch {
      let message = error.message.replacing(tree.root + "/", with: "")
      console.note("\(QuotedText.singleLine(tree.revision)) has no such project, so all findings are new: \(message)")
      return []
    }
  }

  /// Files that the environment names are those of today: the revision would be judged with them.
  private func refuseVariables() throws(UsageError) {
    for flag in ["project-dir", "config", "indexes", "rules"] {
      guard let (variable, _) = console.environment.flag(flag) else { continue }
      throw UsageError("`--since` cannot be used with \(variable)", help: "use the flag `--\(flag)` instead")
    }
  }
}
