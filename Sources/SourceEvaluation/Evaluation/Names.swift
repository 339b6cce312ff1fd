import Diagnostics
import SourceSemantics
import SourceSyntax
import SourceTokens

/// Names of units, of what they import, and of the language.
extension Evaluator {
  mutating func unitFunction(_ unit: Int) -> Int {
    function(FunctionKey(unit: unit, node: program.units[unit].tree.root))
  }

  mutating func global(_ name: NameID, _ function: Int) -> ValueID {
    let unit = functions[function].key.unit
    let top = unitFunction(unit)
    let site = Site(function: function, node: NodeID(0))
    // Whether or not what the build has made is read, too.
    if let value = generated(name, site) { return value }
    if functions[top].graph.exits[name] != nil || isWrittenOutside(unit, name) { return unitMember(unit, name, site) }
    if let value = found(program.modules.referents(of: name, in: UnitID(UInt32(unit))), name, unit, site) {
      return value
    }
    if let value = fileClass(name) ?? broughtByAll(name, unit, site) { return value }
    if let section = models.section(unbound: name), let module = models.sections[Int(section)].modules.last {
      let path = externalModule(module)
      return models.declares(name, section) ? imported(external: external(path, name), site) : path
    }
    return ofSiblings(name, unit) ?? undeclared(name, function)
  }

  /// The markup of a page sees the names of its scripts.
  private mutating func ofSiblings(_ name: NameID, _ unit: Int) -> ValueID? {
    guard program.units[unit].rules.seesScripts else { return nil }
    let path = program.units[unit].tree.unit.source.path
    for other in program.units.indices where other != unit && program.units[other].tree.unit.source.path == path {
      let top = unitFunction(other)
      guard
        functions[top].graph.exits[name] != nil || isWrittenOutside(other, name)
          || !program.modules.referents(of: name, in: UnitID(UInt32(other))).isEmpty
      else { continue }
      return global(name, top)
    }
    return nil
  }

  /// Scripts without imports and exports share the names of the page that loads them.
  private mutating func ofPage(_ name: NameID, _ unit: Int, _ site: Site) -> ValueID? {
    guard program.units[unit].rules.sharesScriptNames, isPlainScript(unit) else { return nil }
    for case .definition(let def) in program.modules.looseReferents(of: name, in: UnitID(UInt32(unit)))
    where isPlainScript(Int(def.unit.raw)) && program.modules[def].parent == 0 {
      if let value = value(of: def, name, site) { return value }
    }
    return nil
  }

  private func isPlainScript(_ unit: Int) -> Bool {
    let outline = program.modules.outlines[unit]
    return outline.imports.isEmpty && outline.exports.isEmpty
  }

  /// A name that nothing declares: of the language, or of something that is not read.
  private mutating func undeclared(_ name: NameID, _ function: Int) -> ValueID {
    let value = external(nil, name)
    if applicableLibrary(name) || models.isOfLibrary(name) || models.isRoot(name) { return value }
    let unit = functions[function].key.unit
    if mayBeOfSDK(unit), let root = models.bareModule(of: name) {
      let site = Site(function: function, node: NodeID(0))
      return imported(external: external(external(nil, root), name), site)
    }
    if let value = ofModels(name, function) { return value }
    if let value = ofPage(name, unit, Site(function: function, node: NodeID(0))) { return value }
    return unknown(.undeclared, function, NodeID(0), name)
  }

  /// A name that one of the objects may have that the code around it is called on, an extension, or the unit.
  mutating func memberOrGlobal(_ name: NameID, _ receivers: [GraphNode], _ function: Int, _ site: Site) -> ValueID {
    let objects = receivers.map { value($0, of: function) }
    for object in objects where hasMember(object, name) == true { return member(object, name, site) }
    if let value = outerMember(name, function, site) { return value }
    let found = global(name, function)
    if arena.kind(found) == .function, let first = objects.first { return extending(found, first) }
    guard [.unknown, .external].contains(arena.kind(found)) else { return found }
    // A class that is not read, and no field that a base may have.
    if program.names.isTypeName(name) { return found }
    for object in objects where hasMember(object, name) == nil {
      if arena.kind(object) == .choice {
        if mayBeOfHandle(name) { return memberOfAny(object, name, otherwise: found, site) }
      } else if arena.kind(found) == .unknown {
        return member(object, name, site)
      }
    }
    return found
  }

  /// Of whatever a closure is called on; where that does not have the name, what the name is elsewhere.
  private mutating func memberOfAny(
    _ objects: ValueID, _ name: NameID, otherwise other: ValueID, _ site: Site
  ) -> ValueID {
    var items: [GuardedItem] = []
    for item in arena.items(objects) {
      let value = hasMember(item.value, name) == false ? other : member(item.value, name, site)
      items += alternatives(value, under: item.under)
    }
    return choice(items)
  }

  private func mayBeOfHandle(_ name: NameID) -> Bool {
    mayMatter(name) || models.steps.contains(name)
  }

  /// What a class around that of the function has: its objects are not those that the function is called on.
  private mutating func outerMember(_ name: NameID, _ function: Int, _ site: Site) -> ValueID? {
    guard let type = typeAround(function) else { return nil }
    let key = types[type].key
    let scopes = program.units[key.unit].scopes
    var next = scopes.scope(of: key.node).flatMap { scopes.scopes[$0].parent }
    while let place = next {
      next = scopes.scopes[place].parent
      guard scopes.scopes[place].isType else { continue }
      let outer = self.type(FunctionKey(unit: key.unit, node: scopes.scopes[place].node))
      guard hasMember(outer, name) else { continue }
      let own = arena.intern(.type, payload: UInt32(outer))
      let value = member(own, name, site)
      // What belongs to the class itself, or else to one of its objects.
      if arena.kind(value) == .type || arena.kind(value) == .object { return value }
      return member(instance(of: outer) ?? own, name, site)
    }
    return nil
  }

  /// A function that extends a type, called on what the code around the call is called on.
  private mutating func extending(_ value: ValueID, _ receiver: ValueID) -> ValueID {
    let function = Int(arena[value].payload)
    guard arena[value].variant == FunctionForm.own, functions[function].graph.receiverType != nil,
      arena.value(value, 0) == ValueArena.absent
    else { return value }
    return bound(value, to: receiver, Site(function: function, node: functions[function].key.node))
  }

  /// Whether something has a member; nil where it is not known.
  mutating func hasMember(_ object: ValueID, _ name: NameID) -> Bool? {
    switch arena.kind(object) {
    case .object:
      if field(object, name) != nil { return true }
      let type = Int(arena[object].payload)
      if isCopy(name, of: type) { return true }
      return hasMember(type, name) ? true : hasUnreadBase(type) ? nil : false
    case .type: return hasMember(Int(arena[object].payload), name)
    case .symbol: return hasMember(symbol: object, name)
    case .unknown, .absent, .null: return false
    case .choice: return arena.items(object).contains { hasMember($0.value, name) != false } ? nil : false
    case .stuck: return nil
    default:
      let sort = sort(object)
      return !models.methods(sort, name, isCall: true).isEmpty || !models.methods(sort, name, isCall: false).isEmpty
        ? true : nil
    }
  }

  private mutating func hasMember(symbol: ValueID, _ name: NameID) -> Bool? {
    guard case .this(let function)? = self.symbol(of: symbol) else { return nil }
    if let extended = functions[function].graph.receiverType {
      let type = value(extended, of: function)
      if arena.kind(type) == .type { return hasMember(Int(arena[type].payload), name) ? true : nil }
      return value(ofType: type, Site(function: function, node: NodeID(0)), .empty).flatMap { hasMember($0, name) }
    }
    guard let type = functions[function].type else { return nil }
    if isCopy(name, of: type) { return true }
    return hasMember(type, name) ? true : hasUnreadBase(type) ? nil : false
  }

  /// A name of an SDK or library, where the language does not say which import brings it.
  private mutating func ofModels(_ name: NameID, _ function: Int) -> ValueID? {
    let unit = program.units[functions[function].key.unit]
    // Pieces that documents show mostly leave imports out. What scripts call is told by `bare` sections.
    let isPiece = unit.tree.unit.isShown && unit.tree.unit.language.family != .script
    guard unit.words.namesNeedNoImport || isPiece else { return nil }
    for place in models.sections.indices where models.declares(name, UInt16(place)) {
      // A module that several sections name is that of the first of them.
      let own = models.sections[place].modules.last { module in
        models.module(of: program.names.knownModulePath(module))?.section == UInt16(place)
      }
      guard let module = own else { continue }
      return imported(external: external(externalModule(module), name), Site(function: function, node: NodeID(0)))
    }
    return nil
  }

  private mutating func hasMember(_ type: Int, _ name: NameID) -> Bool {
    parts(type).contains { place in
      let graph = functions[self.function(types[place].key)].graph
      return graph.exits[name] != nil || types[place].parameterNames.contains(name)
        || graph.fields.contains { $0.name == name } || hasCompanionMember(place, name)
    }
  }

  private mutating func hasCompanionMember(_ type: Int, _ name: NameID) -> Bool {
    let body = self.function(types[type].key)
    guard let node = functions[body].graph.exits[Word.companion.name] else { return false }
    let companion = value(node, of: body)
    return arena.kind(companion) == .object && hasMember(Int(arena[companion].payload), name)
  }

  private func applicableLibrary(_ name: NameID) -> Bool {
    models.sections.indices.contains { place in
      models.sections[place].kind == .library && models.declares(name, UInt16(place))
    }
  }

  /// What a unit gives a name: its last value, or one that a function assigns.
  mutating func unitMember(_ unit: Int, _ name: NameID, _ site: Site) -> ValueID {
    let value = storedMember(unit, name)
    guard arena.kind(value) == .function, arena[value].variant == FunctionForm.own,
      isAccessor(Int(arena[value].payload))
    else { return value }
    return read(value, site)
  }

  private mutating func storedMember(_ unit: Int, _ name: NameID) -> ValueID {
    if let known = unitMembers[unit]?[name] { return known }
    let top = unitFunction(unit)
    let outerCycle = openCycle()
    let own = functions[top].graph.exits[name].map { value($0, of: top) } ?? ValueArena.absent
    let key = CellKey(function: top, name: name)
    // What functions put there may depend on what they find there: what it begins with.
    let isOuter = busyCells.insert(key).inserted
    defer { if isOuter { busyCells.remove(key) } }
    let result = isOuter ? withWrites(own, unit, name) : own
    // A place for what comes later, whoever fills it.
    let later = isNothing(result) ? something(name, of: top) : nil
    let kept = later ?? lasting(result)
    let isKept = closeCycle(outerCycle) || isLastAttempt(.member(key))
    if isKept, isOuter, later == nil { unitMembers[unit, default: [:]][name] = kept }
    return kept
  }

  private func isWrittenOutside(_ unit: Int, _ name: NameID) -> Bool {
    !program.units[unit].scopes.scopesAssigning(unitVariable: name).isEmpty
  }

  /// Functions of the unit that say the name is the unit's may have given it another value.
  private mutating func withWrites(_ own: ValueID, _ unit: Int, _ name: NameID) -> ValueID {
    var result = own
    let scopes = program.units[unit].scopes
    for scope in scopes.scopesAssigning(unitVariable: name) {
      let writer = function(FunctionKey(unit: unit, node: scopes.scopes[scope].node))
      for write in functions[writer].graph.outerWrites where write.name == name {
        var written = closed(value(write.value, of: writer), writer)
        // A method that adds to it may be called again and again.
        if functions[writer].graph[write.value].operation == .after { written = repeating(written, beyond: own) }
        let subject = arena.unknown(.operation, origin(writer, write.site, extra: 3))
        let happened = diagrams.condition(Atom(SubjectID(subject.raw), .opaque(0)))
        result = result == ValueArena.absent ? written : choose(happened, written, result)
      }
    }
    return result
  }

  // MARK: - Imports

  mutating func imported(_ node: NodeID, _ function: Int) -> ValueID {
    let unit = functions[function].key.unit
    let tree = program.units[unit].tree
    let name = tree.kind(node) == .import ? boundName(of: node, tree) : tree.localName(ofImport: node)
    let site = Site(function: function, node: node)
    return found(program.modules.referents(ofItem: node, in: UnitID(UInt32(unit))), name, unit, site)
      ?? unknown(.undeclared, function, node, name)
  }

  private func boundName(of node: NodeID, _ tree: SyntaxTree) -> NameID {
    tree.child(.modulePath, of: node).map { tree.firstToken(of: $0).name } ?? .empty
  }

  /// What a name stands for; several are alternatives, whose order says which goes first.
  private mutating func found(_ all: [Referent], _ name: NameID, _ unit: Int, _ site: Site) -> ValueID? {
    let values = all.compactMap { value(of: $0, name, unit, site) }
    return values.first { arena.kind($0) != .unknown } ?? values.first
  }

  private mutating func value(of referent: Referent, _ name: NameID, _ unit: Int, _ site: Site) -> ValueID? {
    switch referent {
    case .definition(let def): return value(of: def, name, site)
    case .value(let other, let node): return exported(node, of: Int(other.raw), name, site)
    case .module(let target): return module(target)
    case .perhaps(let module, let name): return perhaps(module, name, site)
    case .external(let module, let name):
      guard let path = externalPath(module, name, unit) else {
        guard program.units[unit].words.namesDecide else { return nil }
        if let type = looseType(name, unit, site) { return type }
        let isOwn = models.isLocal(module) || program.names.bytes(of: module).first == UInt8(ascii: ".")
        return unknown(isOwn ? .undeclared : .foreign, site.function, site.node, name)
      }
      return imported(external: path, site)
    }
  }

  /// A class of the name that the project has anywhere: its packages are imported by names, too.
  private mutating func looseType(_ name: NameID, _ unit: Int, _ site: Site) -> ValueID? {
    for case .definition(let def) in program.modules.looseReferents(of: name, in: UnitID(UInt32(unit)))
    where program.modules[def].kind == .type {
      if let value = value(of: def, name, site), arena.kind(value) == .type { return value }
    }
    return nil
  }

  /// A value that a unit exports where it stands, or a part of what it exports as a whole.
  private mutating func exported(_ node: NodeID, of unit: Int, _ name: NameID, _ site: Site) -> ValueID? {
    let top = unitFunction(unit)
    if let value = functions[top].graph.exported[node] { return self.value(value, of: top) }
    let whole = unitMember(unit, Word.default.name, site)
    let own = program.modules.outlines[unit].exports.first { export in
      if case .value(node) = export.source { true } else { false }
    }
    let name = own?.name ?? name
    return name == Word.default.name || arena.kind(whole) != .record ? whole : member(whole, name, site)
  }

  private mutating func value(of def: DefID, _ name: NameID, _ site: Site) -> ValueID? {
    let declaration = program.modules[def]
    guard declaration.parent != 0 else {
      let unit = Int(def.unit.raw)
      let isThere =
        functions[unitFunction(unit)].graph.exits[declaration.name] != nil || isWrittenOutside(unit, declaration.name)
      return isThere ? unitMember(unit, declaration.name, site) : nil
    }
    let outer = DefID(def.unit, declaration.parent)
    guard let type = value(of: outer, program.modules[outer].name, site) else { return nil }
    return member(type, declaration.name, site)
  }

  // MARK: - Modules

  /// A module that is read, or the path of one that is not.
  mutating func module(_ target: ModuleTarget) -> ValueID? {
    if case .external(let module) = target {
      return program.names.bytes(of: module).first == UInt8(ascii: ".")
        ? nil : externalModule(program.names.text(module))
    }
    if case .unit(let unit) = target, let whole = exportedWhole(Int(unit.raw)) { return whole }
    let index = moduleIndex[target] ?? UInt32(modules.count)
    if Int(index) == modules.count {
      modules.append(target)
      moduleIndex[target] = index
    }
    return arena.intern(.module, payload: index)
  }

  /// What a unit exports in the place of itself: `module.exports = a`.
  private mutating func exportedWhole(_ unit: Int) -> ValueID? {
    guard !program.units[unit].rules.exportNames.isEmpty else { return nil }
    let fact = program.modules.outlines[unit].exports.last { $0.name == Word.default.name }
    guard let fact, isWhole(fact.node, of: program.units[unit].tree) else { return nil }
    let top = unitFunction(unit)
    let site = Site(function: top, node: fact.node)
    let value = unitMember(unit, Word.default.name, site)
    return arena.kind(value) == .unknown ? nil : value
  }

  /// A record that is a file of data has names, as a module has.
  private func isWhole(_ export: NodeID, of tree: SyntaxTree) -> Bool {
    tree.kind(export) == .assign
      || tree[export].flags.contains(.all) && tree.children(of: export).last.map { tree.kind($0) } != .record
  }

  mutating func member(ofModule module: ValueID, _ name: NameID, _ site: Site) -> ValueID {
    let target = modules[Int(arena[module].payload)]
    let unit = functions[site.function].key.unit
    if let value = found(program.modules.members(name, of: target), name, unit, site) { return value }
    if case .unit(let unit) = target { return unitMember(Int(unit.raw), name, site) }
    return unknown(.undeclared, site.function, site.node, name)
  }

  private mutating func externalModule(_ text: String) -> ValueID {
    var value: ValueID?
    for part in program.names.modulePath(text) { value = external(value, part) }
    return value ?? arena.unknown(.undeclared, OriginID(raw: 0))
  }

  /// Something in a module that is not read; nil where the module is of the project and missing.
  private mutating func externalPath(_ module: NameID, _ name: NameID, _ unit: Int) -> ValueID? {
    if program.names.bytes(of: module).first == UInt8(ascii: ".") { return nil }
    let path = externalModule(program.names.text(module))
    guard arena.kind(path) == .external else { return nil }
    if program.units[unit].words.namesDecide, models.module(of: self.path(path)) == nil {
      return models.isLocal(module) ? models.bareModule(of: name).map { external(external(nil, $0), name) } : nil
    }
    if program.units[unit].rules.importsWholeNames, self.path(path).last == name { return path }
    return external(path, name)
  }

  /// A name of a module of which everything is imported, where a model says that it has one.
  private mutating func broughtByAll(_ name: NameID, _ unit: Int, _ site: Site) -> ValueID? {
    for (section, module) in modulesOfModels(importedBy: unit) where models.declares(name, section) {
      return imported(external: external(externalModule(module), name), site)
    }
    return nil
  }

  /// A name of a module that a unit hands on, where a model says that it has one.
  private mutating func perhaps(_ module: NameID, _ name: NameID, _ site: Site) -> ValueID? {
    models.resolve(module, program.names)
    let text = program.names.text(module)
    guard let (section, _) = models.module(of: program.names.knownModulePath(text)), models.declares(name, section)
    else { return nil }
    return imported(external: external(externalModule(text), name), site)
  }

  /// Sections of models of whose modules a unit imports everything.
  private func modulesOfModels(importedBy unit: Int) -> [(section: UInt16, module: String)] {
    let id = UnitID(UInt32(unit))
    return zip(program.modules.outlines[unit].imports, program.modules.targets[unit]).compactMap { fact, target in
      guard fact.bringsAll || program.modules.bringsAllWithoutItems(fact, id),
        case .external(let module) = target.module
      else { return nil }
      let text = program.names.text(module)
      return models.module(of: program.names.knownModulePath(text)).map { ($0.section, text) }
    }
  }

  // MARK: - What a unit imports

  /// The sections of models whose modules a unit imports.
  mutating func sections(importedBy unit: Int) -> Set<UInt16> { imports(unit).sections }
  mutating func importsNothing(_ unit: Int) -> Bool { imports(unit).isEmpty }

  /// A unit that imports only other libraries has no names of an SDK; one without any import is a script or a piece.
  mutating func mayBeOfSDK(_ unit: Int) -> Bool {
    if importsNothing(unit) || importsSDK(unit) { return true }
    return zip(program.modules.outlines[unit].imports, program.modules.targets[unit]).contains { fact, target in
      guard case .external(let module) = target.module else { return true }
      models.resolve(module, program.names)
      return models.isLocal(module)
    }
  }

  /// What a document shows is about queries.
  mutating func importsSDK(_ unit: Int) -> Bool {
    program.units[unit].tree.unit.isShown
      || sections(importedBy: unit).contains { models.sections[Int($0)].kind == .sdk }
  }

  private mutating func imports(_ unit: Int) -> (sections: Set<UInt16>, isEmpty: Bool) {
    if let known = importedSections[unit] { return known }
    var sections: Set<UInt16> = []
    let facts = program.modules.outlines[unit].imports
    for fact in facts where fact.module != .empty {
      models.resolve(fact.module, program.names)
      let path = program.names.modulePath(program.names.text(fact.module))
      let paths = [path] + fact.items.map { path + [$0.name] }
      for path in paths { if let (section, _) = models.module(of: path) { sections.insert(section) } }
    }
    importedSections[unit] = (sections, facts.isEmpty)
    return (sections, facts.isEmpty)
  }
}
