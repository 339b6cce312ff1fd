package import Diagnostics
import SourceSemantics
import SourceSyntax
import SourceTokens

/// What names of scripts mean by what their files import and declare, where modules say it exactly.
package struct ImportedDeclarations {
  package enum Place: Hashable, Sendable {
    /// The path of the file that declares it.
    case file(String)
    /// A package that is not read.
    case package
  }

  private let graph: ModuleGraph
  private let names: NameTable
  private let units: [String: [UnitID]]
  private let paths: [String]

  /// - Parameter cache: has read the files already.
  package init(in sources: [SourceText], configuration: [SourceText], cache: ScanCache) {
    let (trees, names) = cache.trees(in: .script)
    var all = names
    graph = ModuleGraph(
      ProjectUnits(trees.map(\.unit), &all), trees.map { [names] in Outline($0, names) },
      ModuleConfiguration(configuration + sources), &all)
    self.names = all
    paths = trees.map(\.unit.source.path)
    units = Dictionary(grouping: trees.indices.map { UnitID(UInt32($0)) }) { trees[Int($0.raw)].unit.source.path }
  }

  /// Where a name of a file is declared; nil where nothing says so for certain.
  package func place(of name: String, in path: String) -> Place? {
    guard let units = units[path], units.count == 1, let id = names.id(of: name) else { return nil }
    let referents = graph.referents(of: id, in: units[0])
    guard referents.count == 1 else { return nil }
    switch referents[0] {
    case .definition(let def): return .file(paths[Int(def.unit.raw)])
    case .external: return .package
    case .value, .module, .perhaps: return nil
    }
  }
}
