import Diagnostics
import Project

/// A folder of the workspace with the project that it belongs to, all of whose files lie in the workspace, too.
package struct ProjectFolderInWorkspace: Hashable, Sendable {
  /// Absolute: where commands are carried out.
  package let path: String
  private let workspace: Workspace
  /// What `firebase.json` says; paths in it are absolute.
  private let project: Project

  init(path: String, workspace: Workspace) throws(ToolRefusal) {
    self.path = path
    self.workspace = workspace
    do throws(ProjectRequestError) {
      project = try Project.discover(ProjectRequest(startFolder: path))
    } catch {
      throw ToolRefusal(error.message, help: error.help)
    }
    try confine([project.root], "the `firebase.json` of this folder lies in")
    let files =
      project.databases.flatMap { [$0.rules, $0.indexes] } + project.realtimeDatabases.map(\.rules)
    try confine(files.compactMap { $0?.path }, "`firebase.json` names")
  }

  /// A file or folder that a call names, as a command that is started here prints it.
  package func file(_ name: String) throws(ToolRefusal) -> String {
    let whole = try workspace.inside(name, of: path)
    guard DisplayPath.contains(path, whole) else { return whole }
    return whole == path ? "." : String(whole.dropFirst(path == "/" ? 1 : path.count + 1))
  }

  /// The rules of the first database.
  package var rulesFile: String? {
    guard let file = project.databases.first?.rules, file.exists else { return nil }
    return try? self.file(file.path)
  }

  private func confine(_ paths: [String], _ what: String) throws(ToolRefusal) {
    for named in paths where !workspace.contains(InputFile.withoutLinks(named)) {
      throw ToolRefusal(
        "\(what) \(QuotedText.of(named, limit: 200)), outside of the workspace",
        help: "start the server with a folder that holds both: `firebreak mcp DIR`")
    }
  }
}
