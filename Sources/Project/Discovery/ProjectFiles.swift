/// The files below a folder that say which projects are there, wherever they lie: hidden folders, build products, other
/// people's code and what `.gitignore` leaves out aside.
package struct ProjectFiles: Sendable {
  /// By name; each list in the order of its paths.
  private var found: [String: [String]] = [:]
  /// Configurations that are examples, or data of tests: nobody deploys them, unless somebody asks for their folder.
  private var examples: [String] = []
  private let start: String

  package static let configuration = "firebase.json"
  package static let indexes = "firestore.indexes.json"
  package static let rules = "firestore.rules"
  package static let realtimeRules = "database.rules.json"
  /// They say what a package is called and what it uses.
  package static let manifests = [
    "package.json", "pubspec.yaml", "pyproject.toml", "Package.swift", "build.gradle", "build.gradle.kts",
  ]

  /// Folders of examples and of what tests read, in lower case.
  private static let foldersOfExamples: Set<String> = [
    "example", "examples", "sample", "samples", "fixture", "fixtures", "__fixtures__", "testfixtures", "testdata",
    "test-data", "test_data", "test", "tests", "__tests__", "spec", "e2e", "__mocks__",
  ]

  private static let names = Set([configuration, indexes, rules, realtimeRules] + manifests)

  package subscript(name: String) -> [String] { found[name] ?? [] }

  private struct Folder {
    var path: String
    /// From the folder that ignore rules count from.
    var names: [[UInt8]]
    var rules: IgnoreRules
    var depth: Int
    /// It is, or lies in, a folder of examples.
    var isExample = false
  }

  package init(below root: String) {
    start = ProjectFolder.workingDirectory
    let (names, rules) = IgnoreRules.above(DisplayPath.absolute(root, from: start))
    var waiting = [Folder(path: root, names: names, rules: rules, depth: 0)]
    while let folder = waiting.popLast() { visit(folder, &waiting) }
    for name in found.keys { found[name]?.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    examples.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func visit(_ folder: Folder, _ waiting: inout [Folder]) {
    guard let content = FolderListing.names(in: folder.path) else { return }
    var folder = folder
    if content.contains(".gitignore") { folder.rules.read(in: folder.path, depth: folder.names.count) }
    for name in content where !name.hasPrefix(".") && !ProjectFolder.foldersOfOthers.contains(name) {
      let path = DisplayPath.child(name, of: folder.path, startedIn: start)
      let names = folder.names + [Array(name.utf8)]
      switch FolderListing.kind(of: path) {
      case .folder? where folder.depth < ProjectFolder.maximumDepth:
        if folder.rules.ignores(names, isFolder: true) { continue }
        let isExample = folder.isExample || Self.foldersOfExamples.contains(name.lowercased())
        waiting.append(
          Folder(
            path: path, names: names, rules: folder.rules.inside(names), depth: folder.depth + 1, isExample: isExample))
      // Folders behind links are left out, since they may lead back.
      case .file?, .link?:
        guard Self.names.contains(name), InputFile.kind(path) == .file else { continue }
        if !folder.rules.ignores(names, isFolder: false) { add(path, name, isExample: folder.isExample) }
      case .folder?, .other?, nil: break
      }
    }
  }

  private mutating func add(_ path: String, _ name: String, isExample: Bool) {
    if !isExample {
      found[name, default: []].append(path)
    } else if name == Self.configuration {
      examples.append(path)
    }
  }
}

extension ProjectFiles {
  /// Folders with a `firebase.json` that configures databases, or cannot be read, in the order of their paths.
  package var projectFolders: [String] { Self.projects(self[Self.configuration]) }

  /// Folders with a `firebase.json` that configures other products only, in the order of their paths.
  package var foldersOfOtherProducts: [String] {
    self[Self.configuration].map(DisplayPath.folder).filter { Project.configuresDatabases($0) == false }
  }

  /// Those that configure databases in folders of examples and of what tests read.
  package var exampleFolders: [String] { Self.projects(examples) }

  private static func projects(_ configurations: [String]) -> [String] {
    configurations.map(DisplayPath.folder).filter { Project.configuresDatabases($0) != false }
  }

  package var onlyProjectFolder: String? {
    let folders = projectFolders
    return folders.count == 1 ? folders[0] : nil
  }
}
