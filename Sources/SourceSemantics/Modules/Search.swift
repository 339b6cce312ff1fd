import SourceSyntax
package import SourceTokens

/// One search for a name through imports. What is being looked for already is not looked for again.
struct Search {
  let graph: ModuleGraph
  private var asked: Set<Question> = []

  private struct Question: Hashable {
    var name: NameID
    var unit: UnitID
    var isExport: Bool
  }

  init(graph: ModuleGraph) { self.graph = graph }

  mutating func referents(of name: NameID, in unit: UnitID, at place: UInt32) -> [Referent] {
    guard name != .empty, asked.insert(Question(name: name, unit: unit, isExport: false)).inserted else { return [] }
    let outline = graph.outlines[Int(unit.raw)]
    let scopes = place == 0 ? [0] : [place] + outline.enclosing(place)
    // `const a = require('a')` is an import, and a variable as well.
    let nodes = Set(outline.imports(binding: name).map { outline.imports[$0.place].node })
    var found: [Referent] = scopes.flatMap { scope in
      outline.members(of: scope, named: name).filter { scope == 0 || outline[$0].flags.contains(.isLocal) }
        .filter { !nodes.contains(outline[$0].node) && !outline[$0].isUnnamedExtension }
    }.map { .definition(DefID(unit, $0)) }
    found += imported(name, in: unit, scopes)
    if found.isEmpty { found = shownBefore(name, unit) }
    if found.isEmpty { found = neighbours(name, of: unit) }
    if found.isEmpty { found = broughtByAll(name, in: unit) }
    if found.isEmpty, graph.family(of: unit) == .dart { found = seenByLibrary(name, of: unit) }
    return distinct(found)
  }

  mutating func members(_ name: NameID, of module: ModuleTarget) -> [Referent] {
    switch module {
    case .unit(let unit): return exported(name, by: unit)
    case .units(let units): return distinct(units.flatMap { exported(name, by: $0) })
    case .type(let path, let units): return nested(name, path, units)
    case .folder(let folder): return submodule(name, in: folder)
    case .external(let module): return [.external(module: module, name: name)]
    }
  }

  private func nested(_ name: NameID, _ path: [NameID], _ units: [UnitID]) -> [Referent] {
    var found = units.flatMap { unit in
      graph.outlines[Int(unit.raw)].members(of: 0, named: path[0]).map { DefID(unit, $0) }
    }
    for part in path.dropFirst() + [name] { found = found.flatMap { graph.members(part, of: $0) } }
    return distinct(found.map { .definition($0) })
  }

  /// What an earlier piece of the same document declares, the nearest one: documents show code piece by piece.
  private func shownBefore(_ name: NameID, _ unit: UnitID) -> [Referent] {
    guard graph.units[unit].isShown else { return [] }
    var place = unit.raw
    while place > 0 {
      place -= 1
      let other = UnitID(place)
      guard graph.units.showsBoth(unit, other) else { return [] }
      let found = declared(name, by: other)
      if !found.isEmpty { return found }
    }
    return []
  }

  // MARK: - Imports

  private mutating func imported(_ name: NameID, in unit: UnitID, _ scopes: [UInt32]) -> [Referent] {
    let outline = graph.outlines[Int(unit.raw)]
    var found: [Referent] = []
    for binding in outline.imports(binding: name) where scopes.contains(outline.imports[binding.place].owner) {
      found += referents(
        of: outline.imports[binding.place].items[binding.item], graph.targets[Int(unit.raw)][binding.place])
    }
    return found
  }

  mutating func referents(of item: ImportFact.Item, _ target: ModuleGraph.ImportTarget) -> [Referent] {
    switch item.kind {
    case .member: members(item.name, of: target.module)
    case .module: [.module(item.name == .empty ? target.module : target.first)]
    case .isDefault: defaultExport(of: target.module)
    case .hidden: []
    }
  }

  /// A module without a default export is one in the older form: then it is all that the module exports.
  private mutating func defaultExport(of module: ModuleTarget) -> [Referent] {
    let found = members(Word.default.name, of: module)
    return found.isEmpty ? [.module(module)] : found
  }

  private mutating func broughtByAll(_ name: NameID, in unit: UnitID) -> [Referent] {
    var found: [Referent] = []
    for (fact, target) in zip(graph.outlines[Int(unit.raw)].imports, graph.targets[Int(unit.raw)])
    where fact.bringsAll || graph.bringsAllWithoutItems(fact, unit) {
      if case .external = target.module { continue }
      if fact.items.contains(where: { $0.kind == .hidden && $0.name == name }) { continue }
      found += members(name, of: target.module)
    }
    return found
  }

  /// What a unit sees without an import: its package, its module, the library that it is a part of.
  private mutating func neighbours(_ name: NameID, of unit: UnitID) -> [Referent] {
    switch graph.family(of: unit) {
    case .swift:
      graph.declared.top(name, .swift).filter { def in
        def.unit == unit || !graph[def].flags.contains(.isPrivate) && graph.units.sees(unit, def.unit)
      }.map { .definition($0) }
    case .jvm, .dart:
      distinct(
        graph.packages.neighbours(of: unit).filter { graph.units.sees(unit, $0) }.flatMap { other in
          graph.outlines[Int(other.raw)].members(of: 0, named: name).map { .definition(DefID(other, $0)) }
        })
    case .script, .python, .none: []
    }
  }

  /// A part sees what its library imports.
  private mutating func seenByLibrary(_ name: NameID, of unit: UnitID) -> [Referent] {
    var found: [Referent] = []
    for other in graph.packages.neighbours(of: unit) where other != unit {
      found += imported(name, in: other, [0]) + broughtByAll(name, in: other)
    }
    return found
  }

  // MARK: - Exports

  private mutating func exported(_ name: NameID, by unit: UnitID) -> [Referent] {
    guard asked.insert(Question(name: name, unit: unit, isExport: true)).inserted else { return [] }
    switch graph.family(of: unit) {
    case .script: return exportedByScript(name, unit)
    case .dart:
      guard let known = graph.handedOn.found(name, by: unit) else {
        return distinct(declared(name, by: unit) + exportedFacts(name, unit))
      }
      return distinct(
        known.flatMap { target -> [Referent] in
          switch target {
          case .unit(let other): declared(name, by: other)
          case .external(let module): [.perhaps(module: module, name: name)]
          case .units, .type, .folder: []
          }
        })
    case .python:
      let found = referents(of: name, in: unit, at: 0)
      let isPackage = graph.units[unit].stem == graph.initName
      return found.isEmpty && isPackage ? submodule(name, in: graph.units[unit].folder) : found
    case .swift, .jvm, .none: return declared(name, by: unit)
    }
  }

  private func declared(_ name: NameID, by unit: UnitID) -> [Referent] {
    graph.outlines[Int(unit.raw)].members(of: 0, named: name).map { .definition(DefID(unit, $0)) }
  }

  /// A script without any exports is one that a page loads beside others: all that it declares can be seen.
  private mutating func exportedByScript(_ name: NameID, _ unit: UnitID) -> [Referent] {
    graph.outlines[Int(unit.raw)].exports.isEmpty ? declared(name, by: unit) : distinct(exportedFacts(name, unit))
  }

  private mutating func exportedFacts(_ name: NameID, _ unit: UnitID) -> [Referent] {
    var found: [Referent] = []
    let exports = graph.outlines[Int(unit.raw)].exports
    for export in exports where export.name == name { found += referents(of: export.source, name, in: unit) }
    guard found.isEmpty else { return found }
    for export in exports {
      guard case .all(let module) = export.source, name != Word.default.name else { continue }
      let target = graph.target(of: module, from: unit)
      if case .external(let module) = target, graph.family(of: unit) == .dart {
        found.append(.perhaps(module: module, name: name))
      } else {
        found += members(name, of: target)
      }
    }
    return found
  }

  private mutating func referents(of source: ExportFact.Source, _ name: NameID, in unit: UnitID) -> [Referent] {
    switch source {
    case .local(let own): referents(of: own, in: unit, at: 0)
    case .value(let node): [.value(unit, node)]
    case .member(let own, let module): members(own, of: graph.target(of: module, from: unit))
    case .module(let module): [.module(graph.target(of: module, from: unit))]
    case .all: []
    }
  }

  private func submodule(_ name: NameID, in folder: FolderID) -> [Referent] {
    graph.submodule(name, in: folder).map { [.module($0)] } ?? []
  }

  private func distinct(_ found: [Referent]) -> [Referent] {
    var seen: Set<Referent> = []
    return found.filter { seen.insert($0).inserted }
  }
}

extension ModuleGraph {
  /// An import without names brings all of the module in Dart and Swift, and a package's name in other languages.
  package func bringsAllWithoutItems(_ fact: ImportFact, _ unit: UnitID) -> Bool {
    [.dart, .swift].contains(family(of: unit)) && fact.word != Word.part.name
      && !fact.items.contains { $0.kind == .module }
      && fact.items.allSatisfy { $0.kind == .hidden }
  }
}
