/// The files below a folder that say which projects are there, wherever they lie: hidden folders, build products, other
/// people's code and what `.gitignore` leaves out aside.
package struct ProjectFiles: Sendable {
  /// By name; each list in the order of its paths.
  private var found: [String: [String]] = [:]

  package static let configuration = "firebase.json"
  package static let indexes = "firestore.indexes.json"
  package static let rules = "firestore.rules"
  package static let realtimeRules = "database.rules.json"
  /// They say what a package is called and what it uses.
  package static let manifests = [
    "package.json", "pubspec.yaml", "pyproject.toml", "Package.swift", "build.gradle", "build.gradle.kts",
  ]

  private static let names = Set([configuration, indexes, rules, realtimeRules] + manifests)

  package subscript(name: String) -> [String] { found[name] ?? [] }

  private struct Folder {
    var path: String
    /// From the folder that ignore rules count from.
    var names: [[UInt8]]
    var rules: IgnoreRules
    var depth: Int
  }

  package init(below root: String) {
    let (names, rules) = IgnoreRules.above(DisplayPath.absolute(root, from: ProjectFolder.workingDirectory))
    var waiting = [Folder(path: root, names: names, rules: rules, depth: 0)]
    while let folder = waiting.popLast() { visit(folder, &waiting) }
    for name in found.keys { found[name]?.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  }

  private mutating func visit(_ folder: Folder, _ waiting: inout [Folder]) {
    guard let content = FolderListing.names(in: folder.path) else { return }
    var folder = folder
    if content.contains(".gitignore") { folder.rules.read(in: folder.path, depth: folder.names.count) }
    for name in content where !name.hasPrefix(".") && !ProjectFolder.foldersOfOthers.contains(name) {
      let path = DisplayPath.join(folder.path, name)
      let names = folder.names + [Array(name.utf8)]
      switch FolderListing.kind(of: path) {
      case .folder? where folder.depth < ProjectFolder.maximumDepth:
        if folder.rules.ignores(names, isFolder: true) { continue }
        waiting.append(Folder(path: path, names: names, rules: folder.rules, depth: folder.depth + 1))
      // Folders behind links are left out, since they may lead back.
      case .file?, .link?:
        guard Self.names.contains(name), InputFile.kind(path) == .file else { continue }
        if !folder.rules.ignores(names, isFolder: false) { found[name, default: []].append(path) }
      case .folder?, .other?, nil: break
      }
    }
  }
}

extension ProjectFiles {
  /// Folders with a `firebase.json` that configures databases, or cannot be read, in the order of their paths.
  package var projectFolders: [String] {
    self[Self.configuration].map(DisplayPath.folder).filter { Project.configuresDatabases($0) != false }
  }

  package var onlyProjectFolder: String? {
    let folders = projectFolders
    return folders.count == 1 ? folders[0] : nil
  }
}
