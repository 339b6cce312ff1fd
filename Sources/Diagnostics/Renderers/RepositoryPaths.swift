/// How files are called in reports that other programs read: from the root of the repository, whatever folder of it the
/// command was run in.
package struct RepositoryPaths: Hashable, Sendable {
  /// The folder of the command below the root, empty where it is the root: `apps/shop`; absolute where it is not below.
  package var folder: String
  /// The absolute path of the root; nil: it is not known.
  package var root: String?
  /// What stands for a finding that has no place: it is about the project, and that is where a project is described.
  package static let wholeProject = "firebase.json"

  package init(folder: String = "", root: String? = nil) {
    self.folder = folder
    self.root = root
  }

  package func path(of source: SourceText) -> String { path(source.path) }

  /// Relative to the root where that is possible, absolute otherwise; forward slashes, no `.` and no inner `..`.
  package func path(_ path: String) -> String {
    var rest = path
    if let root, rest == root || rest.hasPrefix(root + "/") {
      rest = String(rest.dropFirst(root.count + 1))
      return normalized(rest, leading: "")
    }
    if rest.hasPrefix("/") { return normalized(rest, leading: "/") }
    if folder.hasPrefix("/") { return self.path(normalized("\(folder)/\(rest)", leading: "/")) }
    return normalized(folder.isEmpty ? rest : "\(folder)/\(rest)", leading: "")
  }

  private func normalized(_ path: String, leading: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || leading.isEmpty {
        parts.append(part)
      }
    }
    return leading + parts.joined(separator: "/")
  }
}
