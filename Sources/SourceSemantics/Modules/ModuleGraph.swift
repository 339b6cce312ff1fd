package import SourceSyntax
package import SourceTokens

/// Where an import leads.
package enum ModuleTarget: Hashable, Sendable {
  case unit(UnitID)
  /// Several units that are one module: a package, a library and its parts.
  case units([UnitID])
  /// The type with these names, one in the other, in one of the units.
  case type([NameID], in: [UnitID])
  /// A folder of modules without a unit of its own.
  case folder(FolderID)
  /// Something that is not read, as it is written.
  case external(NameID)
}

/// What a name stands for.
package enum Referent: Hashable, Sendable {
  case definition(DefID)
  /// A value that a unit exports without giving it a name.
  case value(UnitID, NodeID)
  case module(ModuleTarget)
  /// A name of a module that is not read.
  case external(module: NameID, name: NameID)
  /// The same, where a unit hands on all of the module: it may have the name or not.
  case perhaps(module: NameID, name: NameID)
}

/// The units of a project, what they declare and what they import from each other. Nothing is copied from one unit to
/// another: a name is followed through imports when it is asked for.
package struct ModuleGraph: Sendable {
  package let units: ProjectUnits
  package let outlines: [Outline]
  /// Of each unit, import by import: where it leads.
  package let targets: [[ImportTarget]]
  /// Of each unit: where the modules lead whose names it hands on.
  private let exportTargets: [[NameID: ModuleTarget]]
  let handedOn: HandedOn
  let rules: ModuleRules
  let packages: Packages
  let declared: DeclaredNames
  let initName: NameID

  /// Where one import leads.
  package struct ImportTarget: Hashable, Sendable {
    package let module: ModuleTarget
    /// Python's `import a.b` binds `a`.
    package let first: ModuleTarget
  }

  /// - Parameter outlines: one for each unit.
  /// - Parameter known: modules of packages that are certainly not read.
  package init(
    _ units: ProjectUnits, _ outlines: [Outline], _ configuration: ModuleConfiguration = ModuleConfiguration(),
    known: Set<NameID> = [], _ names: inout NameTable
  ) {
    self.units = units
    self.outlines = outlines
    let packages = Packages(units, outlines)
    let rules = ModuleRules(units, outlines, packages, configuration, known, &names)
    self.rules = rules
    self.packages = packages
    declared = DeclaredNames(units, outlines)
    targets = outlines.enumerated().map { number, outline in
      outline.imports.map { rules.target(of: $0, from: UnitID(UInt32(number))) }
    }
    let exportTargets = outlines.enumerated().map { number, outline -> [NameID: ModuleTarget] in
      var known: [NameID: ModuleTarget] = [:]
      for case let module? in outline.exports.map(\.source.module) where known[module] == nil {
        known[module] = rules.target(of: module, from: UnitID(UInt32(number)))
      }
      return known
    }
    self.exportTargets = exportTargets
    handedOn = HandedOn(units, outlines) { module, unit in
      exportTargets[Int(unit.raw)][module] ?? .external(module)
    }
    initName = rules.words.initFile
  }

  package subscript(def: DefID) -> Declaration { outlines[Int(def.unit.raw)][def.place] }

  /// Where a path in an export of a unit leads.
  package func target(of module: NameID, from unit: UnitID) -> ModuleTarget {
    exportTargets[Int(unit.raw)][module] ?? rules.target(of: module, from: unit)
  }

  func family(of unit: UnitID) -> SourceLanguage.Family { units[unit].language.family }

  /// What a name stands for in a unit, where no parameter and no variable of a body has it; in the order of preference.
  /// Empty: nothing that is read and no import says.
  ///
  /// - Parameter place: a declaration of the unit; imports in bodies around it count, too.
  package func referents(of name: NameID, in unit: UnitID, at place: UInt32 = 0) -> [Referent] {
    var search = Search(graph: self)
    return search.referents(of: name, in: unit, at: place)
  }

  /// What one item of an import brings.
  package func referents(ofItem node: NodeID, in unit: UnitID) -> [Referent] {
    let outline = outlines[Int(unit.raw)]
    guard let place = outline.importItem(at: node) else { return [] }
    var search = Search(graph: self)
    return search.referents(of: outline.imports[place.place].items[place.item], targets[Int(unit.raw)][place.place])
  }

  /// What a module has under a name.
  package func members(_ name: NameID, of module: ModuleTarget) -> [Referent] {
    var search = Search(graph: self)
    return search.members(name, of: module)
  }

  /// Up to two declarations of the name that the family of the unit has anywhere: for projects of which not everything is
  /// read, where nothing else says what the name stands for.
  package func looseReferents(of name: NameID, in unit: UnitID) -> [Referent] {
    let all = declared.all(name, family(of: unit)).filter { units.sees(unit, $0.unit) }
    return all.count > 2 ? [] : all.map { .definition($0) }
  }

  /// The units that declare a type of a name which a unit sees without an import.
  package func neighbours(named name: NameID, of unit: UnitID) -> [UnitID] {
    let types: [DefID]
    switch family(of: unit) {
    case .swift: types = declared.top(name, .swift).filter { units.sees(unit, $0.unit) }
    case .jvm: types = declared.top(name, .jvm).filter { packages.neighbours(of: unit).contains($0.unit) }
    case .script, .python, .dart, .none: return []
    }
    return types.filter { self[$0].kind == .type }.map(\.unit)
  }

  /// The extensions of a type by its name, whatever module declares it.
  package func extensions(of name: NameID, in unit: UnitID) -> [DefID] {
    declared.extensions(of: name, family(of: unit)).filter { units.sees(unit, $0.unit) }
  }
}

extension ModuleGraph {
  /// What something has under a name: a module what it exports, a type what it declares itself, an external name a name of
  /// its own. What an instance has is the business of who knows its type.
  package func members(_ name: NameID, of referent: Referent) -> [Referent] {
    switch referent {
    case .module(let module): return members(name, of: module)
    case .definition(let def): return members(name, of: def).map { .definition($0) }
    case .external, .perhaps, .value: return []
    }
  }

  /// What a type declares under a name, and its extensions. What the companion of a type declares is reached by the name
  /// of the type, too.
  func members(_ name: NameID, of def: DefID) -> [DefID] {
    let outline = outlines[Int(def.unit.raw)]
    var own = declared(name, by: def)
    if outline[def.place].kind == .type, outline[def.place].extended == nil {
      own += extensions(of: outline[def.place].name, in: def.unit).flatMap { declared(name, by: $0) }
    }
    if !own.isEmpty { return own }
    let companions = outline.members(of: def.place, named: .empty).filter { outline[$0].kind == .type }
    if name == rules.words.companion { return companions.map { DefID(def.unit, $0) } }
    return companions.flatMap { members(name, of: DefID(def.unit, $0)) }
  }

  private func declared(_ name: NameID, by def: DefID) -> [DefID] {
    let outline = outlines[Int(def.unit.raw)]
    return outline.members(of: def.place, named: name).filter { !outline[$0].flags.contains(.isLocal) }
      .map { DefID(def.unit, $0) }
  }
}
