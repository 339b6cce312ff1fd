import Diagnostics
import Project
import Terminal

/// The files of a git revision in a folder of their own, for as long as they are read.
struct RevisionExport {
  /// As the user named it.
  var revision: String
  /// The folder of the export that the working folder corresponds to.
  var folder: String
  /// Everything that was exported.
  var root: String
  /// The working folder below the repository's own, empty or ending with a slash.
  var prefix: String

  /// Exports the revision, gives its folder to `body` and removes it again.
  ///
  /// - Parameters:
  ///   - folder: where the user works, in the repository.
  ///   - mayBeReport: a file with a report would do as well.
  static func with<Result>(
    _ revision: String, from folder: String, mayBeReport: Bool = true, _ environment: ProcessEnvironment,
    _ body: (RevisionExport) throws -> Result
  ) throws -> Result {
    try ScratchFolder.with(environment) { scratch in
      try body(try export(revision, from: folder, to: scratch, mayBeReport: mayBeReport, environment))
    }
  }

  private static func export(
    _ revision: String, from folder: String, to scratch: String, mayBeReport: Bool, _ environment: ProcessEnvironment
  ) throws -> RevisionExport {
    var git = GitProcess(folder: folder, scratch: scratch, environment: environment)
    let name = QuotedText.of(revision, limit: 200)
    let top = try git.run(["rev-parse", "--show-toplevel", "--show-prefix"])
    guard top.status == 0, !top.line.isEmpty else {
      guard mayBeReport else {
        throw UsageError("\(QuotedText.of(folder, limit: 200)) is in no git working tree, so it has no revisions")
      }
      throw UsageError(
        "there is no file \(name), and \(QuotedText.of(folder, limit: 200)) is in no git working tree",
        help: "name a report (`firebreak run -o json=FILE`), or a revision of a repository")
    }
    let lines = top.output.split(separator: "\n", omittingEmptySubsequences: false)
    let prefix = lines.count > 1 ? String(lines[1]) : ""
    let commit = try git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"])
    guard commit.status == 0, !commit.line.isEmpty else {
      guard mayBeReport else {
        throw UsageError(
          "there is no revision \(name)",
          help: "name a branch, a tag or a commit; CI may have fetched one commit only")
      }
      throw UsageError(
        InputFile.kind(revision) == .folder
          ? "the folder \(name) holds no report, and there is no revision of that name"
          : "there is no file and no revision \(name)",
        help:
          "name a report (`firebreak run -o json=FILE`), a branch, a tag or a commit; CI may have fetched one commit only"
      )
    }
    git.folder = top.line
    let (index, tree) = ("\(scratch)/index", "\(scratch)/tree")
    for arguments in [["read-tree", commit.line], ["checkout-index", "--all", "--quiet", "--prefix=\(tree)/"]] {
      let answer = try git.run(arguments, index: index)
      guard answer.status == 0 else {
        let reason = answer.errors.split(separator: "\n").last.map(String.init) ?? "git ended with \(answer.status)"
        throw EnvironmentFailure(message: "cannot export \(name): \(QuotedText.singleLine(reason))")
      }
    }
    let start = DisplayPath.join(tree, prefix)
    guard InputFile.kind(start) == .folder else {
      throw UsageError("\(name) has no folder \(QuotedText.of(prefix.isEmpty ? "." : prefix, limit: 200))")
    }
    return RevisionExport(revision: revision, folder: start, root: tree, prefix: prefix)
  }

  /// How a file of the export is called for people: `main:feed.workload.yaml`, as git does.
  func shown(_ path: String) -> String {
    for folder in [folder.hasSuffix("/") ? folder : folder + "/", root + "/"] where path.hasPrefix(folder) {
      return "\(revision):\(path.dropFirst(folder.count))"
    }
    return path
  }

  func shown(_ location: SourceLocation) -> SourceLocation {
    SourceLocation(
      source: SourceText(path: shown(location.source.path), bytes: location.source.bytes), span: location.span)
  }

  /// Messages may name files, too.
  func shown(_ diagnostic: Diagnostic) -> Diagnostic {
    var result = diagnostic
    result.location = diagnostic.location.map { shown($0) }
    result.related = diagnostic.related.map { RelatedLocation($0.message, at: shown($0.location)) }
    let folder = self.folder.hasSuffix("/") ? self.folder : self.folder + "/"
    func named(_ text: String) -> String {
      text.replacing(folder, with: "\(revision):").replacing(root + "/", with: "\(revision):")
    }
    result.message = named(diagnostic.message)
    result.help = diagnostic.help.map(named)
    result.notes = diagnostic.notes.map(named)
    result.fixes = []
    return result
  }
}
