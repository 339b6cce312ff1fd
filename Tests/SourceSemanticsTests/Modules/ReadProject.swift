import Diagnostics
import FirebreakTestSupport
import SourceSemantics
import SourceSyntax
import SourceTokens
import Testing

/// Files as a project: their trees, outlines and modules.
struct ReadProject {
  var names = NameTable()
  var trees: [SyntaxTree] = []
  let graph: ModuleGraph

  private static let languages: [String: SourceLanguage] = [
    "py": .python, "js": .javascript, "jsx": .javascript, "ts": .typescript, "tsx": .typescript, "kt": .kotlin,
    "java": .java, "dart": .dart, "swift": .swift,
  ]

  init(_ files: [(path: String, text: String)]) throws {
    var trees: [SyntaxTree] = []
    let configurations = files.filter { ModuleConfiguration.isConfiguration($0.path) }
    for (path, text) in files where !ModuleConfiguration.isConfiguration(path) {
      let ending = path.split(separator: ".").last.map(String.init) ?? ""
      guard let language = Self.languages[ending] else { throw SpecError("no language: \(path)") }
      let unit = SourceUnit(SourceText(path: path, text: text), language)
      guard let tree = SyntaxReader.tree(of: unit, &names) else { throw SpecError("no grammar: \(path)") }
      trees.append(tree)
    }
    self.trees = trees
    let units = ProjectUnits(trees.map(\.unit), &names)
    let outlines = trees.map { [names] in Outline($0, names) }
    let configuration = ModuleConfiguration(configurations.map { SourceText(path: $0.path, text: $0.text) })
    guard configuration.unread.isEmpty else { throw SpecError("no JSON: \(configuration.unread)") }
    graph = ModuleGraph(units, outlines, configuration, &names)
  }

  func unit(_ path: String) -> UnitID? {
    trees.firstIndex { $0.unit.source.path == path }.map { UnitID(UInt32($0)) }
  }

  /// What the names `a.b.c` stand for in a file: each name in what the names before it stand for.
  func referents(of path: String, in file: String, at function: String?) throws -> [Referent] {
    guard let unit = unit(file) else { throw SpecError("no file \(file)") }
    let parts = path.split(separator: ".").map { names.id(of: String($0)) ?? NameID(.max) }
    let outline = graph.outlines[Int(unit.raw)]
    let place = outline.declarations.indices.first { names.text(outline[UInt32($0)].name) == function } ?? 0
    var found = graph.referents(of: parts[0], in: unit, at: function == nil ? 0 : UInt32(place))
    for part in parts.dropFirst() { found = found.flatMap { graph.members(part, of: $0) } }
    return found
  }

  /// `FILE:LINE name`, `module FILE`, `external MODULE NAME`.
  func text(_ referent: Referent) -> String {
    switch referent {
    case .definition(let def):
      let declaration = graph[def]
      return "\(place(declaration.binding ?? declaration.node, def.unit)) \(names.text(declaration.name))"
    case .value(let unit, let node): return "\(place(node, unit)) value"
    case .module(let module): return "module \(text(module))"
    case .external(let module, let name): return "external \(names.text(module)) \(names.text(name))"
    case .perhaps(let module, let name): return "perhaps \(names.text(module)) \(names.text(name))"
    }
  }

  func text(_ module: ModuleTarget) -> String {
    switch module {
    case .unit(let unit): trees[Int(unit.raw)].unit.source.path
    case .units(let units): units.map { text(.unit($0)) }.joined(separator: " ")
    case .type(let path, let units):
      path.map { names.text($0) }.joined(separator: ".") + " in " + text(.units(units))
    case .folder: "folder"
    case .external(let name): "external \(names.text(name))"
    }
  }

  private func place(_ node: NodeID, _ unit: UnitID) -> String {
    let tree = trees[Int(unit.raw)]
    let start = tree.place(of: node)?.start ?? tree.span(of: node).start
    return "\(tree.unit.source.path):\(LineTable(tree.unit.source).position(of: start).line)"
  }
}
