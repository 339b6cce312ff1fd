package import Diagnostics
import StructuredText

/// What `tsconfig.json`, `jsconfig.json` and `package.json` say about where modules are.
package struct ScriptConfiguration: Sendable {
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
  /// Files that are no JSON: nothing is known of what they say.
  package private(set) var unread: [String] = []

  package init() {}

  /// - Parameter files: whatever files; those with other names are left out.
  package init(_ files: [SourceText]) {
    for file in files where Self.isConfiguration(file.path) {
      guard let node = JSONReader.read(file, .lenient).valid else {
        unread.append(file.path)
        continue
      }
      let folder = file.path.lastIndex(of: "/").map { String(file.path[..<$0]) } ?? ""
      if Self.name(of: file.path) == "package.json" { addPackage(node, folder) } else { addPaths(node, folder) }
    }
    paths.sort { $0.folder.utf8.count > $1.folder.utf8.count }
    packages.sort { $0.name.utf8.count > $1.name.utf8.count }
  }

  /// Whether it is one of the files that are read.
  package static func isConfiguration(_ path: String) -> Bool {
    let name = name(of: path)
    return name == "package.json"
      || name.hasSuffix(".json") && (name.hasPrefix("tsconfig") || name.hasPrefix("jsconfig"))
  }

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

  private mutating func addPackage(_ node: Node, _ folder: String) {
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
