import Diagnostics
package import SourceSemantics
import SourceSyntax
import SourceTokens

extension Evaluator {
  /// Files that are in no application: nothing that it is started with imports them, by way of others or not. Where it is not
  /// known what it is started with, nothing is said.
  ///
  /// - Parameter files: those that matter.
  package func unreachedFiles(among files: Set<String>, _ configuration: ModuleConfiguration) -> Set<String> {
    let units = program.units
    let paths = units.map(\.tree.unit.source.path)
    let packages = paths.map { path in configuration.started.firstIndex { $0.contains(path) } }
    var isStart = units.indices.map { unit in
      packages[unit].map { configuration.started[$0].isStarted(with: paths[unit], hasMain: hasMain(unit)) } ?? true
    }
    let finders = Set(units.indices.filter(findsFiles).compactMap { packages[$0] })
    // Without a start a package is a library.
    let judged = Set(units.indices.filter { isStart[$0] }.compactMap { packages[$0] }).filter {
      configuration.started[$0].isKnown && !finders.contains($0)
    }
    for unit in units.indices where !isStart[unit] {
      let package = packages[unit].flatMap { judged.contains($0) ? configuration.started[$0] : nil }
      isStart[unit] = units[unit].tree.unit.isShown || package?.mayLoad(paths[unit]) ?? true
    }
    guard !isStart.allSatisfy(\.self) else { return [] }
    while true {
      let isReached = links.reached(from: isStart)
      let left = units.indices.filter { !isReached[$0] && files.contains(paths[$0]) }
      if left.isEmpty { return [] }
      // A path that leads nowhere that is read may still be meant for them.
      let named = stems(namedIn: units.indices.filter { isReached[$0] })
      let meant = units.indices.filter { !isReached[$0] && isNamed($0, among: named) }
      if meant.isEmpty { return Set(left.map { paths[$0] }) }
      for unit in meant { isStart[unit] = true }
    }
  }

  private func hasMain(_ unit: Int) -> Bool {
    guard let main = program.names.id(of: "main") else { return false }
    return program.modules.outlines[unit].declarations.contains { $0.parent == 0 && $0.name == main }
  }

  /// Whether it has the bundler look for files: `import.meta.glob("./*.ts")`, `require.context("./")`.
  private func findsFiles(_ unit: Int) -> Bool {
    let all = [("meta", "glob"), ("require", "context")].compactMap { first, second in
      program.names.id(of: first).flatMap { first in program.names.id(of: second).map { (first, $0) } }
    }
    return all.contains { first, second in
      let nodes = program.units[unit].tree.nodes
      return nodes.contains { $0.name == second } && nodes.contains { $0.name == first }
    }
  }

  /// A folder is named where its `index` is meant.
  private func isNamed(_ unit: Int, among stems: Set<NameID>) -> Bool {
    let stem = program.modules.units.places[unit].stem
    if stems.contains(stem) { return true }
    guard stem == program.names.id(of: "index") else { return false }
    let folder = program.units[unit].tree.unit.source.path.split(separator: "/").dropLast().last
    return folder.flatMap { program.names.id(of: String($0)) }.map(stems.contains) ?? false
  }

  /// The last parts, without their endings, of texts that may be paths.
  private func stems(namedIn units: [Int]) -> Set<NameID> {
    var stems: Set<NameID> = []
    var met: Set<NameID> = []
    for unit in units {
      for node in program.units[unit].tree.nodes where node.kind == .text && met.insert(node.name).inserted {
        let bytes = program.names.bytes(of: node.name)
        let file = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes[...]
        let isAlias = bytes.first == UInt8(ascii: "#") || bytes.first == UInt8(ascii: "~")
        guard isAlias || file.count < bytes.count || file.contains(UInt8(ascii: ".")) else { continue }
        let whole = file.drop { $0 == bytes.first && isAlias }.prefix {
          $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?")
        }
        let stem = whole.lastIndex(of: UInt8(ascii: ".")).map { whole[..<$0] } ?? whole
        for name in [whole, stem] { if let id = program.names.id(of: name) { stems.insert(id) } }
      }
    }
    return stems
  }
}
