import SourceSyntax
import SourceTokens

/// Where imports lead, by the rules of each language.
struct ModuleRules: Sendable {
  var units: ProjectUnits
  let outlines: [Outline]
  let packages: Packages
  let scriptPaths: ScriptPaths
  /// Packages of Dart by their names: the folders that hold their `lib`.
  let dartPackages: [[UInt8]: [FolderID]]
  let words: Words
  /// Modules of packages that models describe: no files of the project, whatever its folders are called.
  let known: Set<NameID>

  /// Names of files and folders with a meaning.
  struct Words: Sendable {
    let initFile, index, src, companion: NameID

    init(_ names: inout NameTable) {
      initFile = names.intern("__init__")
      index = names.intern("index")
      src = names.intern("src")
      companion = names.intern("Companion")
    }
  }

  init(
    _ units: ProjectUnits, _ outlines: [Outline], _ packages: Packages, _ configuration: ModuleConfiguration,
    _ known: Set<NameID>, _ names: inout NameTable
  ) {
    self.units = units
    self.known = known
    self.outlines = outlines
    self.packages = packages
    scriptPaths = ScriptPaths(configuration, units)
    dartPackages = Self.dartPackages(configuration, units)
    words = Words(&names)
  }

  func target(of fact: ImportFact, from unit: UnitID) -> ModuleGraph.ImportTarget {
    switch units[unit].language.family {
    case .python: return python(fact, from: unit)
    case .jvm: return whole(jvm(fact) ?? .external(fact.module))
    case .script, .dart, .swift, .none: return whole(target(of: fact.module, from: unit))
    }
  }

  /// Where the text of a module leads.
  func target(of module: NameID, from unit: UnitID) -> ModuleTarget {
    switch units[unit].language.family {
    case .script: script(module, from: unit) ?? .external(module)
    case .dart: dart(module, from: unit).map { .unit($0) } ?? .external(module)
    case .python, .jvm, .swift, .none: .external(module)
    }
  }

  private func whole(_ target: ModuleTarget) -> ModuleGraph.ImportTarget {
    ModuleGraph.ImportTarget(module: target, first: target)
  }

  private func jvm(_ fact: ImportFact) -> ModuleTarget? {
    let path = fact.bringsAll ? fact.path.names : Array(fact.path.names.dropLast())
    return packages.longest(path).map { $0.rest.isEmpty ? .units($0.units) : .type($0.rest, in: $0.units) }
  }
}
