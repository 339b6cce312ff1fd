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
    return try RevisionExport.with(revision, from: ".", mayBeReport: false, console.environment) { export in
      var global = self.global
      global.project.projectDirectory = try global.project.projectDirectory.map { try inside(export, $0) }
      global.project.config = try global.project.config.map { try inside(export, $0) }
      global.project.indexes = try global.project.indexes.map { try inside(export, $0) }
      global.project.rules = try global.project.rules.map { try inside(export, $0) }
      // What the revision did not have yet brings no finding.
      let places = try paths.map { try inside(export, $0) }.filter { InputFile.kind($0) != .missing }
      let isNew = !paths.isEmpty && places.isEmpty
      if paths.isEmpty, global.project.projectDirectory == nil { global.project.projectDirectory = export.folder }
      let quiet = console.silenced
      let loaded =
        isNew
        ? nil
        : try ProjectLoader(global, quiet).load(
          places, readsSources: true, includesTests: includesTests, span: .all)
      let findings = loaded.map { CheckedProjects($0).findings.diagnostics } ?? []
      return KnownFindings(
        FindingList(findings.map { named($0, export) }), then: RepositoryPaths(root: export.folder),
        now: RepositoryPaths(root: WorkingFolder.path),
        reason: "known before: \(QuotedText.singleLine(revision))")
    }
  }

  /// Files that the environment names are those of today: the revision would be judged with them.
  private func refuseVariables() throws(UsageError) {
    for flag in ["project-dir", "config", "indexes", "rules"] {
      guard let (variable, _) = console.environment.flag(flag) else { continue }
      throw UsageError("`--since` cannot be used with \(variable)", help: "use the flag `--\(flag)` instead")
    }
  }

  private func inside(_ export: RevisionExport, _ path: String) throws(UsageError) -> String {
    guard !path.hasPrefix("/") else {
      throw UsageError("`--since` needs paths below this folder, not \(QuotedText.of(path, limit: 200))")
    }
    return DisplayPath.join(export.folder, path)
  }

  /// Messages name files as if they lay here.
  private func named(_ finding: Diagnostic, _ export: RevisionExport) -> Diagnostic {
    var named = finding
    let folder = export.folder.hasSuffix("/") ? export.folder : export.folder + "/"
    named.message = finding.message.replacing(folder, with: "")
    return named
  }
}
