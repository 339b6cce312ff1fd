import Diagnostics
import Project

/// The folders that a server was started for. Nothing that a call names lies elsewhere, by whatever way it is named.
package struct Workspace: Hashable, Sendable {
  /// Absolute, by way of no link. Never empty; the first is meant where a call names no project.
  package let roots: [String]
  /// Tools may change files of the workspace.
  package let allowsWriting: Bool

  /// - Parameter start: the absolute folder that relative roots are read from.
  package init(roots: [String], startedIn start: String, allowsWriting: Bool = false) throws(ToolRefusal) {
    var folders: [String] = []
    for root in roots.isEmpty ? ["."] : roots {
      let folder = InputFile.withoutLinks(DisplayPath.absolute(root, from: start))
      guard InputFile.kind(folder) == .folder else {
        throw ToolRefusal("there is no folder \(QuotedText.of(root, limit: 200))")
      }
      if !folders.contains(folder) { folders.append(folder) }
    }
    self.roots = folders
    self.allowsWriting = allowsWriting
  }

  /// The folder of a project.
  ///
  /// - Parameter path: relative to the first root; nil: that.
  package func project(_ path: String?) throws(ToolRefusal) -> ProjectFolderInWorkspace {
    let first = roots.first ?? "/"
    let folder = try path.map { text throws(ToolRefusal) in try inside(text, of: first) } ?? first
    guard InputFile.kind(folder) == .folder else {
      throw ToolRefusal("\(QuotedText.of(path ?? ".", limit: 200)) is no folder")
    }
    return try ProjectFolderInWorkspace(path: folder, workspace: self)
  }

  /// The absolute path by way of no link of something that is there.
  func inside(_ path: String, of folder: String) throws(ToolRefusal) -> String {
    let named = QuotedText.of(path, limit: 200)
    guard !path.isEmpty, !path.utf8.contains(0) else { throw ToolRefusal("\(named) is no path") }
    let whole = InputFile.withoutLinks(path.hasPrefix("/") ? path : "\(folder)/\(path)")
    guard contains(whole) else {
      throw ToolRefusal(
        "\(named) lies outside of the workspace", help: "name something in \(roots.joined(separator: ", "))")
    }
    // A link that is still there leads nowhere, or in a circle: where it will lead is not known.
    guard InputFile.kind(whole) != .missing, !InputFile.isLink(whole) else {
      throw ToolRefusal("there is no file or folder \(named)")
    }
    return whole
  }

  func contains(_ whole: String) -> Bool { roots.contains { DisplayPath.contains($0, whole) } }
}
