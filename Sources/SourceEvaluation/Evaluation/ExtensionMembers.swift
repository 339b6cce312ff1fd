import SourceSemantics
import SourceSyntax
import SourceTokens

/// What code adds to types that are not read: `extension Query { var newest: Query { … } }`.
struct ExtensionTable: Sendable {
  /// Extensions, by what values of the type are and by the names that they add.
  var bySort: [ValueSort: [NameID: [Int]]] = [:]
  /// Extensions by the name of the type.
  var byType: [NameID: [Int]] = [:]
  var isFilled = false
  /// Names of types that extensions are written for; nil where nobody has asked.
  var names: Set<NameID>?
}

extension Evaluator {
  private mutating func fillExtensions() {
    guard !extensionTable.isFilled else { return }
    extensionTable.isFilled = true
    declareExtensions()
    for type in types.indices {
      let tree = program.units[types[type].key.unit].tree
      guard tree.child(.receiver, of: types[type].key.node) != nil, let base = types[type].bases.first,
        arena.kind(base) == .external || arena.kind(base) == .unknown, types[type].name != .empty
      else { continue }
      extensionTable.byType[types[type].name, default: []].append(type)
      let site = Site(function: function(types[type].key), node: types[type].key.node)
      guard let any = value(ofType: base, site, .empty) else { continue }
      let names = functions[function(types[type].key)].graph.exits.keys.filter { $0 != Word.this.name }
      for name in names.sorted() { extensionTable.bySort[sort(any), default: [:]][name, default: []].append(type) }
    }
  }

  /// They stand at the top of units, and have no name by which others ask for them.
  private mutating func declareExtensions() {
    for unit in program.units.indices {
      let tree = program.units[unit].tree
      guard tree.children(of: tree.root).contains(where: { tree.child(.receiver, of: $0) != nil }) else { continue }
      let top = unitFunction(unit)
      for place in functions[top].graph.cells.indices where functions[top].graph.cells[place].operation == .type {
        _ = value(GraphNode(raw: UInt32(place)), of: top)
      }
    }
  }

  /// A member that an extension of the code gives a value of the SDKs or the library.
  mutating func addedMember(_ value: ValueID, _ name: NameID, _ site: Site) -> ValueID? {
    fillExtensions()
    for type in extensionTable.bySort[sort(value)]?[name] ?? [] {
      guard let found = bodyMember(type, name, of: value) else { continue }
      return bound(found, to: value, site)
    }
    return nil
  }

  /// The same of the type itself.
  mutating func extensionMember(ofType type: ValueID, _ name: NameID, _ site: Site) -> ValueID? {
    guard arena.kind(type) == .external, let own = path(type).last, isExtended(own) else { return nil }
    fillExtensions()
    for place in extensionTable.byType[own] ?? [] {
      let added = arena.intern(.type, payload: UInt32(place))
      guard let found = bodyMember(place, name, of: added) else { continue }
      guard arena.kind(found) == .function, arena[found].variant == FunctionForm.own else { return found }
      return bound(found, to: added, site)
    }
    return nil
  }

  private mutating func isExtended(_ type: NameID) -> Bool {
    if let names = extensionTable.names { return names.contains(type) }
    var names: Set<NameID> = []
    for unit in program.units {
      for child in unit.tree.children(of: unit.tree.root) where unit.tree.child(.receiver, of: child) != nil {
        names.insert(unit.tree.name(child))
      }
    }
    extensionTable.names = names
    return names.contains(type)
  }

  private mutating func bodyMember(_ type: Int, _ name: NameID, of receiver: ValueID) -> ValueID? {
    let body = function(types[type].key)
    guard let node = functions[body].graph.exits[name] else { return nil }
    return substitute(value(node, of: body), bodyBinding(type, receiver))
  }

  /// A method that an extension adds, where a call means it and not the SDK's of the same name.
  mutating func applyExtension(
    _ callee: ValueID, _ name: NameID, _ arguments: [ValueID], _ shape: UInt32
  ) -> Applied? {
    var info = calls[Int(shape)]
    let place = origins[Int(info.origin.raw)]
    guard let found = addedMember(callee, name, Site(function: place.function, node: place.node)),
      arena.kind(found) == .function
    else { return nil }
    let all = arena[found].variant == FunctionForm.overloads ? overloads(found) : [found]
    let fitting = all.filter { one in
      guard arena[one].variant == FunctionForm.own else { return false }
      let function = Int(arena[one].payload)
      return accepts(function, arguments.count, info.labels) && !following.contains { $0.function == function }
        && takes(function, arguments)
    }
    guard let method = anyOf(alike(fitting), info.origin) else { return nil }
    info.name = nil
    return apply(method, arguments, self.shape(info))
  }

  /// The first of the functions, and those that calls tell apart from it only by what they expect.
  private func alike(_ all: [ValueID]) -> [ValueID] {
    func labels(_ one: ValueID) -> [NameID] { functions[Int(arena[one].payload)].graph.parameters.map(\.label) }
    guard all.count > 1, let first = all.first.map(labels) else { return all }
    return all.filter { labels($0) == first }
  }

  /// Whether the types of the parameters allow the arguments.
  private mutating func takes(_ function: Int, _ arguments: [ValueID]) -> Bool {
    guard let (outer, node) = functions[function].declaration else { return true }
    for (place, argument) in arguments.enumerated() where place < functions[function].graph.parameters.count {
      let declared = functions[outer].graph.operand(node, place * 2 + 1)
      guard functions[outer].graph[declared].operation != .absent else { continue }
      let type = value(declared, of: outer)
      switch (arena.kind(type), arena.kind(argument)) {
      case (.type, .text), (.type, .integer), (.type, .list), (.type, .record), (.type, .boolean): return false
      default: continue
      }
    }
    return true
  }
}
