import Diagnostics
import FoundationEssentials
import Project
import Terminal

/// What git says of a repository and its revisions.
extension GitProcess {
  /// The absolute folder of the work tree around a folder, and how the folder is called in it: empty, or with a slash at
  /// its end.
  func place(
    of folder: String, namedWith revision: String, mayBeReport: Bool
  ) throws -> (top: String, prefix: String) {
    let answer = try run(["rev-parse", "--show-toplevel", "--show-prefix"])
    let shown = QuotedText.of(folder, limit: 200)
    guard answer.status == 0, !answer.line.isEmpty else {
      guard mayBeReport else { throw UsageError("\(shown) is in no git working tree, so it has no revisions") }
      throw UsageError(
        "there is no file \(QuotedText.of(revision, limit: 200)), and \(shown) is in no git working tree",
        help: "name a report (`firebreak run -o json=FILE`), or a revision of a repository")
    }
    let lines = answer.output.split(separator: "\n", omittingEmptySubsequences: false)
    return (answer.line, lines.count > 1 ? String(lines[1]) : "")
  }

  /// The id of the commit that a revision names.
  func commit(_ revision: String, mayBeReport: Bool) throws -> String {
    let answer = try run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"])
    guard answer.status != 0 || answer.line.isEmpty else { return answer.line }
    let name = QuotedText.of(revision, limit: 200)
    guard mayBeReport else {
      throw UsageError(
        "there is no revision \(name)", help: "name a branch, a tag or a commit; CI may have fetched one commit only")
    }
    throw UsageError(
      InputFile.kind(revision) == .folder
        ? "the folder \(name) holds no report, and there is no revision of that name"
        : "there is no file and no revision \(name)",
      help:
        "name a report (`firebreak run -o json=FILE`), a branch, a tag or a commit; CI may have fetched one commit only"
    )
  }

  /// New names of files, by their old ones, also of files that git does not know yet. Nothing is written into the
  /// repository: what is new is noted in a copy of its index.
  func renames(since commit: String) throws -> [String: String] {
    let index = "\(scratch)/index"
    let own = try run(["rev-parse", "--git-path", "index"])
    let path = DisplayPath.absolute(own.line, from: DisplayPath.absolute(folder, from: ProjectFolder.workingDirectory))
    if own.status == 0 { try? FileManager.default.copyItem(atPath: path, toPath: index) }
    _ = try run(["add", "--intent-to-add", "--all"], index: index)
    let answer = try run(
      [
        "diff", "--name-status", "--find-renames", "--diff-filter=R", "--no-relative", "--no-ext-diff",
        "--no-textconv", "-z", commit,
      ], index: index)
    guard answer.status == 0 else { return [:] }
    var renames: [String: String] = [:]
    var rest = answer.output.split(separator: "\0")[...]
    while rest.count >= 3, let status = rest.popFirst(), let old = rest.popFirst(), let new = rest.popFirst() {
      if status.hasPrefix("R") { renames[String(old)] = String(new) }
    }
    return renames
  }
}

extension GitProcess.Answer {
  /// The last line of what it complains about.
  var reason: String {
    QuotedText.singleLine(errors.split(separator: "\n").last.map(String.init) ?? "git ended with \(status)")
  }
}
