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
    if functions[top].graph.exits[name] != nil || isWrittenOutside(unit, name) { return unitMember(unit, name) }
    if let value = starImported(name, unit) { return value }
    if let section = models.section(unbound: name), let module = models.sections[Int(section)].modules.last {
      return modulePath(program.names.split(module), unit)
    }
    return undeclared(name, function)
  }

  /// A name that nothing declares: of the language, or of something that is not read.
  private mutating func undeclared(_ name: NameID, _ function: Int) -> ValueID {
    let value = external(nil, name)
    if applicableLibrary(name) { return value }
    return unknown(.undeclared, function, NodeID(0), name)
  }

  private func applicableLibrary(_ name: NameID) -> Bool {
    models.sections.indices.contains { place in
      models.sections[place].kind == .library && !models.functions(UInt16(place), name, isCall: true).isEmpty
    }
  }

  /// What a unit gives a name: its last value, or one that a function assigns.
  mutating func unitMember(_ unit: Int, _ name: NameID) -> ValueID {
    if let known = unitMembers[unit]?[name] { return known }
    let top = unitFunction(unit)
    let own = functions[top].graph.exits[name].map { value($0, of: top) } ?? ValueArena.absent
    let result = withWrites(own, unit, name)
    if result == ValueArena.absent {
      if let value = starImported(name, unit) { return value }
      return unknown(.undeclared, top, NodeID(0), name)
    }
    unitMembers[unit, default: [:]][name] = result
    return result
  }

  private func isWrittenOutside(_ unit: Int, _ name: NameID) -> Bool {
    program.units[unit].scopes.scopes.contains { $0.parent != nil && $0.outer.contains(name) }
  }

  /// Functions of the unit that say the name is the unit's may have given it another value.
  private mutating func withWrites(_ own: ValueID, _ unit: Int, _ name: NameID) -> ValueID {
    var result = own
    for scope in program.units[unit].scopes.scopes where scope.parent != nil && scope.outer.contains(name) {
      let writer = function(FunctionKey(unit: unit, node: scope.node))
      for write in functions[writer].graph.outerWrites where write.name == name {
        let written = closed(value(write.value, of: writer), writer)
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
    let site = Site(function: function, node: node)
    if tree.kind(node) == .import {
      guard let path = tree.child(.modulePath, of: node) else { return unknown(.undeclared, function, node) }
      return external(nil, tree.tokens[Int(tree[path].first)].name)
    }
    let parent = program.units[unit].parents[Int(node.raw)]
    let own = tree.child(.modulePath, of: node)
    if let own, tree.child(.binding, of: node) == nil, tree.name(node) == .empty {
      return modulePath([tree.tokens[Int(tree[own].first)].name], unit)
    }
    let path = (own ?? tree.child(.modulePath, of: parent)).map { tree.name($0) } ?? .empty
    let names = program.names.split(program.names.text(path))
    if tree[node].flags.contains(.all) { return modulePath(names, unit) }
    let name = tree.name(node)
    if let target = unitPlace(names, from: unit) {
      if functions[unitFunction(target)].graph.exits[name] != nil || isWrittenOutside(target, name) {
        return unitMember(target, name)
      }
      if let inner = unitPlace(names + [name], from: unit) { return arena.intern(.module, payload: UInt32(inner)) }
      return unitMember(target, name)
    }
    if let inner = unitPlace(names + [name], from: unit) { return arena.intern(.module, payload: UInt32(inner)) }
    guard let module = names.isEmpty ? nil : modulePath(names, unit) else {
      return unknown(.undeclared, function, node, name)
    }
    if arena.kind(module) == .unknown { return unknown(.undeclared, function, node, name) }
    return imported(external: external(module, name), site)
  }

  /// A module that is read, or the path of one that is not.
  mutating func modulePath(_ names: [NameID], _ unit: Int) -> ValueID {
    if let target = unitPlace(names, from: unit) { return arena.intern(.module, payload: UInt32(target)) }
    guard let first = names.first, first != .empty else { return arena.unknown(.undeclared, OriginID(raw: 0)) }
    var value = external(nil, first)
    for name in names.dropFirst() { value = external(value, name) }
    return value
  }

  /// The unit that a dotted name means; empty names at the beginning are dots.
  private func unitPlace(_ names: [NameID], from unit: Int) -> Int? {
    let dots = names.prefix { $0 == .empty }.count
    let rest = names.dropFirst(dots).map { program.names.text($0) }
    let own = program.units[unit].path.split(separator: ".").map(String.init)
    if dots > 0 {
      let base = own.dropLast(min(dots, own.count))
      return unitPlaces[(base + rest).joined(separator: ".")]
    }
    guard !rest.isEmpty else { return nil }
    // From the folder of the unit outwards: where the root lies is not said.
    for count in stride(from: own.count - 1, through: 0, by: -1) {
      if let found = unitPlaces[(own.prefix(count) + rest).joined(separator: ".")] { return found }
    }
    return nil
  }

  private mutating func starImported(_ name: NameID, _ unit: Int) -> ValueID? {
    let tree = program.units[unit].tree
    for child in tree.children(of: tree.root) where tree.kind(child) == .import && tree[child].flags.contains(.all) {
      guard let path = tree.child(.modulePath, of: child) else { continue }
      let names = program.names.split(program.names.text(tree.name(path)))
      guard let target = unitPlace(names, from: unit), target != unit else { continue }
      if functions[unitFunction(target)].graph.exits[name] != nil { return unitMember(target, name) }
    }
    return nil
  }

  // MARK: - What a unit imports

  /// The sections of models whose modules a unit imports.
  mutating func sections(importedBy unit: Int) -> Set<UInt16> { imports(unit).sections }
  mutating func importsNothing(_ unit: Int) -> Bool { imports(unit).isEmpty }

  private mutating func imports(_ unit: Int) -> (sections: Set<UInt16>, isEmpty: Bool) {
    if let known = importedSections[unit] { return known }
    let tree = program.units[unit].tree
    var sections: Set<UInt16> = []
    var isEmpty = true
    for index in tree.nodes.indices where tree.nodes[index].kind == .import {
      isEmpty = false
      let node = NodeID(UInt32(index))
      let path = tree.child(.modulePath, of: node).map { program.names.split(program.names.text(tree.name($0))) } ?? []
      for item in tree.children(.importItem, of: node) {
        let own = tree.child(.modulePath, of: item).map { program.names.split(program.names.text(tree.name($0))) }
        if let (section, _) = models.module(of: own ?? path + [tree.name(item)]) { sections.insert(section) }
      }
      if let (section, _) = models.module(of: path) { sections.insert(section) }
    }
    importedSections[unit] = (sections, isEmpty)
    return (sections, isEmpty)
  }
}
