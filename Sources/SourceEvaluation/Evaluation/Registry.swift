import SourceSemantics
import SourceSyntax
package import SourceTokens

extension Evaluator {
  /// The function, closure, class body or unit that is written at a node.
  mutating func function(_ key: FunctionKey) -> Int {
    if let known = functionIndex[key] { return known }
    let unit = program.units[key.unit]
    let graph = FunctionLowering.graph(of: key.node, in: unit.tree, unit.scopes, unit.rules)
    if graph.isCut { limitCounts.size += 1 }
    let place = functions.count
    functionIndex[key] = place
    unitFunctions[key.unit, default: []].append(place)
    functions.append(
      FunctionRecord(
        key: key, graph: graph, values: Array(repeating: 0, count: graph.cells.count), heights: graph.heights,
        outer: nil, type: nil))
    guard let scope = unit.scopes.scope(of: key.node) else { return place }
    if let outer = unit.scopes.function(around: scope) {
      functions[place].outer = function(FunctionKey(unit: key.unit, node: unit.scopes.scopes[outer].node))
    }
    functions[place].hasReceiver = unit.scopes.hasReceiver(scope)
    if let type = unit.scopes.type(of: scope)
      ?? (functions[place].hasReceiver && unit.scopes.scopes[scope].isType ? scope : nil)
    {
      functions[place].type = self.type(FunctionKey(unit: key.unit, node: unit.scopes.scopes[type].node))
    }
    return place
  }

  mutating func type(_ key: FunctionKey) -> Int {
    if let known = typeIndex[key] { return known }
    let place = types.count
    typeIndex[key] = place
    types.append(TypeRecord(key: key, name: program.units[key.unit].tree.name(key.node), bases: []))
    types[place].parameterNames = parameterNames(place)
    return place
  }

  /// A parameter in the head of a class is a field of its objects; one that declares no property gets a name that code
  /// cannot write.
  private mutating func parameterNames(_ type: Int) -> [NameID] {
    let key = types[type].key
    let tree = program.units[key.unit].tree
    return functions[function(key)].graph.parameters.map { parameter in
      if tree[parameter.node].flags.contains(.property) { return parameter.name }
      return program.names.intern("\(program.names.text(parameter.name)) of \(type)")
    }
  }

  mutating func origin(_ function: Int, _ node: NodeID, extra: UInt32 = 0) -> OriginID {
    OriginID(raw: origins.number(of: Origin(function: function, node: node, extra: extra)))
  }

  mutating func symbol(_ symbol: Symbol) -> ValueID {
    arena.intern(.symbol, payload: symbols.number(of: symbol))
  }

  func symbol(of value: ValueID) -> Symbol? {
    arena.kind(value) == .symbol ? symbols[Int(arena[value].payload)] : nil
  }

  mutating func external(_ parent: ValueID?, _ name: NameID) -> ValueID {
    let path = ExternalPath(parent: parent.map { arena[$0].payload }, name: name)
    let count = externals.count
    let number = externals.number(of: path)
    if externals.count > count, parent == nil { models.resolve(name, program.names) }
    return arena.intern(.external, payload: number)
  }

  /// The names of a path into something that is not read.
  func path(_ external: ValueID) -> [NameID] {
    var names: [NameID] = []
    var next: UInt32? = arena[external].payload
    while let place = next {
      names.append(externals[Int(place)].name)
      next = externals[Int(place)].parent
    }
    return names.reversed()
  }

  mutating func shape(_ shape: CallShape) -> UInt32 { calls.number(of: shape) }

  mutating func request(_ shape: RequestShape) -> UInt32 { requests.number(of: shape) }

  mutating func binding(_ pairs: [Binding.Pair]) -> UInt32 {
    bindings.number(of: Binding(pairs: pairs.filter { $0.symbol != $0.value }))
  }

  mutating func unknown(_ cause: UnknownCause, _ function: Int, _ node: NodeID, _ name: NameID = .empty) -> ValueID {
    let place = origin(function, node)
    if name != .empty { unknownNames[place] = name }
    return arena.unknown(cause, place)
  }

  /// What an operation makes of values when nothing says what. Where it stands may not be known any more: then its
  /// operands tell it from others.
  mutating func unknown(madeOf operands: [ValueID], _ site: Site) -> ValueID {
    guard site.node == NodeID(0) else { return unknown(.operation, site.function, site.node) }
    let number = madeUnknowns.number(of: operands)
    return arena.unknown(.operation, origin(0, NodeID(0), extra: 1 << 31 | number))
  }

  /// How the code calls something that is not known.
  package func name(ofUnknown value: ValueID) -> NameID? {
    arena.kind(value) == .unknown ? unknownNames[OriginID(raw: arena[value].payload)] : nil
  }

  // MARK: - Symbols of a function

  /// The symbols that what is written in a function may have in it: its own and those of the functions around it.
  /// - Parameter loops: those around the place in question.
  mutating func environment(_ function: Int, _ loops: [Int]) -> [ValueID] {
    var all: [ValueID] = []
    let graph = functions[function].graph
    for index in graph.parameters.indices { all.append(symbol(.parameter(function: function, place: index))) }
    if functions[function].hasReceiver { all.append(symbol(.this(function: function))) }
    for loop in loops {
      all.append(symbol(.element(function: function, loop: loop)))
      for index in graph.loops[loop].carried { all.append(symbol(.carried(function: function, place: index))) }
    }
    guard let outer = functions[function].outer else { return all }
    return all + environment(outer, self.loops(around: functions[function].key.node, in: outer))
  }

  /// The loops of a function that a node lies in.
  func loops(around node: NodeID, in function: Int) -> [Int] {
    let graph = functions[function].graph
    guard !graph.loops.isEmpty else { return [] }
    let parents = program.units[functions[function].key.unit].parents
    var sites: Set<NodeID> = []
    var next = node
    while next != functions[function].key.node, parents[Int(next.raw)] != next {
      sites.insert(next)
      next = parents[Int(next.raw)]
    }
    return graph.loops.indices.filter { sites.contains(graph.loops[$0].site) }
  }

  /// A loop and those around it.
  func loops(from loop: Int, in function: Int) -> [Int] {
    var all: [Int] = []
    var next: Int? = loop
    while let place = next {
      all.append(place)
      next = functions[function].graph.loops[place].parent
    }
    return all
  }
}
