import JSONRPC
import Project
import StructuredText

/// The folders that an editor has open, absolute, in its order.
struct WorkspaceFolders: Sendable {
  private(set) var paths: [String] = []

  init() {}

  /// - Parameter parameters: `InitializeParams`. Older clients know one folder only.
  init(_ parameters: Node?) {
    if case .array(let folders)? = parameters?.member("workspaceFolders")?.content {
      paths = folders.compactMap(Self.path)
    } else if let address = parameters?.member("rootUri")?.text {
      paths = [DocumentAddress.path(address)].compactMap(\.self)
    } else if let path = parameters?.member("rootPath")?.text, path.hasPrefix("/") {
      paths = [DisplayPath.absolute(path, from: "/")]
    }
  }

  /// - Parameter event: `WorkspaceFoldersChangeEvent`
  mutating func take(_ event: Node?) {
    let removed = Set((event?.member("removed")?.elements ?? []).compactMap(Self.path))
    paths.removeAll(where: removed.contains)
    paths += (event?.member("added")?.elements ?? []).compactMap(Self.path).filter { !paths.contains($0) }
  }

  /// With the projects of files that lie elsewhere.
  func covering(_ files: [String]) -> [String] {
    var folders = paths
    for file in files.sorted() where !folders.contains(where: { DisplayPath.contains($0, file) }) {
      let own = DisplayPath.folder(of: file)
      folders.append(ProjectFolder.nearest(holding: "firebase.json", from: own) ?? own)
    }
    return folders
  }

  private static func path(_ folder: Node) -> String? { folder.member("uri")?.text.flatMap(DocumentAddress.path) }
}
