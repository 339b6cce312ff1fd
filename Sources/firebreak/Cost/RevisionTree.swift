import Diagnostics
import Project
import Terminal

/// A git revision in a work tree of its own beside the user's, for as long as it is read.
struct RevisionTree {
  /// As the user named it.
  var revision: String
  /// The folder of the work tree that the user's folder corresponds to, or the nearest above that the revision has.
  var folder: String
  /// The absolute folder of the work tree.
  var root: String
  /// The absolute folder of the user's own.
  var top: String
  /// What files of the revision are called today, where git finds that they were renamed.
  var renames: [String: String] = [:]

  /// Makes the work tree, gives it to `body` and removes it again.
  ///
  /// - Parameters:
  ///   - folder: where the user works, in the repository.
  ///   - mayBeReport: a file with a report would do as well.
  ///   - followsRenames: finds out what files are called today.
  static func with<Result>(
    _ revision: String, from folder: String, mayBeReport: Bool = true, followsRenames: Bool = false,
    _ environment: ProcessEnvironment, _ body: (RevisionTree) throws -> Result
  ) throws -> Result {
    try ScratchFolder.with(environment) { scratch in
      let git = GitProcess(folder: folder, scratch: scratch.path, environment: environment)
      let place = try git.place(of: folder, namedWith: revision, mayBeReport: mayBeReport)
      let commit = try git.commit(revision, mayBeReport: mayBeReport)
      let root = "\(scratch.path)/tree"
      var own = git
      own.folder = place.top
      let main = own
      try scratch.doing {
        let answer = try main.run(["worktree", "add", "--detach", "--force", "--quiet", root, commit])
        guard answer.status == 0 else {
          throw EnvironmentFailure(
            message: "cannot make a work tree of \(QuotedText.of(revision, limit: 200)): \(answer.reason)")
        }
      } undo: {
        _ = try? main.run(["worktree", "remove", "--force", root])
      }
      var tree = RevisionTree(
        revision: revision, folder: nearest(DisplayPath.join(root, place.prefix), in: root), root: root, top: place.top)
      if followsRenames { tree.renames = try main.renames(since: commit) }
      return try body(tree)
    }
  }

  /// A folder, or the nearest above it that is there.
  private static func nearest(_ folder: String, in root: String) -> String {
    var folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    while folder != root, InputFile.kind(folder) != .folder { folder = DisplayPath.folder(of: folder) }
    return folder
  }

  /// What a path of today is called in the work tree; a path outside of the repository stays what it is.
  func path(_ path: String) -> String {
    let start = ProjectFolder.workingDirectory
    let places = [DisplayPath.absolute(path, from: start), InputFile.withoutLinks(path)]
    guard let whole = places.first(where: { DisplayPath.contains(top, $0) }) else { return path }
    let name = String(whole.dropFirst(top == "/" ? 1 : top.count + 1))
    let plain = DisplayPath.join(root, name)
    return InputFile.kind(plain) == .missing ? renamed(name).map { DisplayPath.join(root, $0) } ?? plain : plain
  }

  /// What a file or folder of today was called then, as far as renames say it.
  private func renamed(_ name: String) -> String? {
    for (old, new) in renames.sorted(by: { $0.key < $1.key }) {
      if new == name { return old }
      // A folder was renamed when what lies in it has kept its name below.
      guard new.hasPrefix(name + "/") else { continue }
      let rest = new.dropFirst(name.count)
      if old.hasSuffix(rest) { return String(old.dropLast(rest.count)) }
    }
    return nil
  }

  /// How a file of the revision is called for people: `main:feed.workload.yaml`, as git does.
  func shown(_ path: String) -> String {
    for folder in [folder + "/", root + "/"] where path.hasPrefix(folder) {
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
    let folder = self.folder + "/"
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
