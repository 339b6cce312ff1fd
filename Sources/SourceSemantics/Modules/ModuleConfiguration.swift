package import Diagnostics
import StructuredText

/// What `tsconfig.json`, `jsconfig.json`, `package.json` and `pubspec.yaml` say about where modules are.
package struct ModuleConfiguration: Sendable {
  /// `paths` and `baseUrl`.
  struct Paths: Sendable {
    /// Units in this folder and below follow it.
    var folder: String
    /// From this folder targets are looked for.
    var base: String
    /// Whether modules without a pattern are looked for there, too.
    var hasBase: Bool
    var patterns: [(pattern: String, targets: [String])]
  }

  /// A package of the project itself: others import it by its name.
  struct Package: Sendable {
    var folder: String
    var name: String
    /// Files that stand for the package, the likely ones first.
    var entries: [String]
  }

  var paths: [Paths] = []
  var packages: [Package] = []
  /// Folders of packages that depend on Firebase, and whether only on what servers have; the innermost ones first.
  private var sdkFolders: [(folder: String, isServer: Bool)] = []
  /// Packages of Dart by their names: the folders that hold their `lib`.
  var dartPackages: [String: [String]] = [:]
  /// Files that are no JSON: nothing is known of what they say.
  package private(set) var unread: [String] = []
  /// What it was read from.
  package private(set) var files: [SourceText] = []

  package init() {}

  /// - Parameter files: whatever files; those with other names are left out.
  package init(_ files: [SourceText]) {
    self.files = files.filter { Self.isConfiguration($0.path) }
    for file in self.files {
      let folder = file.path.lastIndex(of: "/").map { String(file.path[..<$0]) } ?? ""
      if Self.name(of: file.path) == Self.dartFile {
        if let name = YAMLReader.read(file).valid?.member("name")?.text {
          dartPackages[name, default: []].append(folder)
        }
        continue
      }
      guard let node = JSONReader.read(file, .lenient).valid else {
        unread.append(file.path)
        continue
      }
      if Self.name(of: file.path) == "package.json" { addPackage(node, folder) } else { addPaths(node, folder) }
    }
    paths.sort { $0.folder.utf8.count > $1.folder.utf8.count }
    packages.sort { $0.name.utf8.count > $1.name.utf8.count }
    sdkFolders.sort { $0.folder.utf8.count > $1.folder.utf8.count }
  }

  /// Whether the package that a file belongs to depends on Firebase for servers, and on none for clients.
  package func isOnServer(_ path: String) -> Bool {
    sdkFolders.first { $0.folder.isEmpty || path.hasPrefix($0.folder + "/") }?.isServer ?? false
  }

  /// Whether it is one of the files that are read.
  package static func isConfiguration(_ path: String) -> Bool {
    let name = name(of: path)
    return name == "package.json" || name == dartFile
      || name.hasSuffix(".json") && (name.hasPrefix("tsconfig") || name.hasPrefix("jsconfig"))
  }

  private static let dartFile = "pubspec.yaml"

  private static func name(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }

  private mutating func addPaths(_ node: Node, _ folder: String) {
    guard let options = node.member("compilerOptions") else { return }
    let base = options.member("baseUrl")?.text
    let patterns = (options.member("paths")?.members ?? []).map { member in
      (pattern: member.key, targets: (member.value.elements ?? []).compactMap(\.text))
    }
    guard base != nil || !patterns.isEmpty else { return }
    paths.append(
      Paths(folder: folder, base: Self.join(folder, base ?? "."), hasBase: base != nil, patterns: patterns))
  }

  private mutating func noteSDKs(_ node: Node, _ folder: String) {
    let names = ["dependencies", "devDependencies", "peerDependencies"].flatMap {
      (node.member($0)?.members ?? []).map(\.key)
    }
    let isServer = names.contains { Self.serverPackages.contains($0) }
    let isClient = names.contains { name in
      let name = name.lowercased()
      return !Self.serverPackages.contains(name) && name.contains("fire") && !Self.tools.contains(name)
    }
    if isServer || isClient { sdkFolders.append((folder, isServer && !isClient)) }
  }

  private static let serverPackages: Set<String> = ["firebase-admin", "firebase-functions", "@google-cloud/firestore"]
  private static let tools: Set<String> = [
    "firebase-tools", "firebase-functions-test", "@firebase/rules-unit-testing", "@google-cloud/functions-framework",
    "geofire-common",
  ]

  private mutating func addPackage(_ node: Node, _ folder: String) {
    noteSDKs(node, folder)
    guard let name = node.member("name")?.text else { return }
    let stated = ["source", "types", "module", "main"].compactMap { node.member($0)?.text }
    packages.append(Package(folder: folder, name: name, entries: ["src/index", "index"] + stated))
  }

  static func join(_ folder: String, _ path: String) -> String { folder.isEmpty ? path : "\(folder)/\(path)" }
}

extension Node {
  fileprivate var members: [(key: String, value: Node)]? {
    if case .object(let members) = content { members.map { ($0.key, $0.value) } } else { nil }
  }

  fileprivate func member(_ key: String) -> Node? { members?.first { $0.key == key }?.value }
  fileprivate var elements: [Node]? { if case .array(let elements) = content { elements } else { nil } }
  fileprivate var text: String? { if case .string(let text) = content { text } else { nil } }
}
