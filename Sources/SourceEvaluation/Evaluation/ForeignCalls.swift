import SourceSemantics
import SourceSyntax
import SourceTokens

/// Calls of code that is not read.
extension Evaluator {
  /// Code that is not read: the functions that it gets are run once, whatever they get.
  mutating func foreign(
    _ callee: ValueID, _ arguments: [ValueID], _ info: CallShape, _ name: NameID?
  ) -> Applied {
    let place = origins[Int(info.origin.raw)]
    let cause = arena.cause(callee).flatMap { $0 == .parameter || $0 == .undeclared ? $0 : nil } ?? .foreign
    var result = Applied(
      value: unknown(cause == .parameter ? .undeclared : cause, place.function, place.node, name ?? .empty))
    if let handedOut = handedOut(info, arguments) ?? refined(callee, arguments, info) { result.value = handedOut }
    for (argument, isLater) in handed(arguments, info.labels) where !isOfComponent(argument) {
      let given = rootArguments(of: argument)
      let count = given.count
      let shape = shape(
        CallShape(origin: info.origin, name: nil, labels: Array(repeating: .empty, count: count)))
      for var effect in apply(argument, given, shape).effects {
        effect.isLater = effect.isLater || isLater
        result.effects.append(effect)
      }
    }
    noteParts(arguments, info)
    noteTypes(arguments)
    for argument in arguments { noteHandedOn(argument, to: info.origin) }
    return result
  }

  mutating func noteHandedOn(_ argument: ValueID, to call: OriginID) {
    switch arena.kind(argument) {
    case .query: handedOn[argument, default: []].insert(call)
    case .choice: for item in arena.items(argument) { noteHandedOn(item.value, to: call) }
    default: break
    }
  }

  /// `locator<Repository>()`, `context.read<Repository>()`: the type says what is handed out.
  private mutating func handedOut(_ info: CallShape, _ arguments: [ValueID]) -> ValueID? {
    guard arguments.isEmpty, info.types.count == 1, arena.kind(info.types[0]) == .type else { return nil }
    let type = Int(arena[info.types[0]].payload)
    return isEnumeration(type) ? nil : symbol(.instance(type: type))
  }

  /// A function that only a caller knows makes a query of a query, as its declared type says: with what constraints
  /// nobody knows.
  private mutating func refined(_ callee: ValueID, _ arguments: [ValueID], _ info: CallShape) -> ValueID? {
    guard arena.cause(callee) == .parameter, arguments.count == 1, arena.kind(arguments[0]) == .query else {
      return nil
    }
    let place = origins[Int(arena[callee].payload)]
    let tree = program.units[functions[place.function].key.unit].tree
    guard let type = tree.functionType(of: place.node),
      let answer = tree.children(of: type).first(where: {
        tree.kind($0) == .namedType
      })
    else { return nil }
    return models.isQuery(type: tree.name(answer))
      ? plus(arguments[0], GuardedItem(.always, arena.make(.unfollowed, []), info.origin)) : nil
  }

  /// Whoever gets a class may make objects of it.
  mutating func noteTypes(_ arguments: [ValueID]) {
    for argument in arguments {
      if arena.kind(argument) == .list { noteTypes(arena.items(argument).map(\.value)) }
      let isMaker = arena.kind(argument) == .function && arena[argument].variant == FunctionForm.maker
      if arena.kind(argument) == .type || isMaker { handedTypes.insert(Int(arena[argument].payload)) }
    }
  }

  /// The functions among arguments, and whether they run when something happens.
  private func handed(_ arguments: [ValueID], _ labels: [NameID]) -> [(function: ValueID, isLater: Bool)] {
    arguments.enumerated().flatMap { place, argument in
      // Where no row says so, whoever has a function runs it later.
      let isLater = models.later.isEmpty || labels.indices.contains(place) && models.later.contains(labels[place])
      return handed([argument], depth: 3).map { ($0, isLater) }
    }
  }

  /// What a function gets from code that is not read.
  private mutating func rootArguments(of function: ValueID) -> [ValueID] {
    switch arena[function].variant {
    case FunctionForm.own:
      let place = Int(arena[function].payload)
      return functions[place].graph.parameters.indices.map { rootValue(place, $0) }
    case FunctionForm.partial:
      let inner = arena.value(function, 0)
      guard arena.kind(inner) == .function else { return [] }
      return Array(rootArguments(of: inner).dropFirst(arena.wordCount(function) - 1))
    default: return []
    }
  }

  /// The functions of the code among what is handed over, in lists and records, too.
  func handed(_ values: [ValueID], depth: Int) -> [ValueID] {
    values.flatMap { value -> [ValueID] in
      switch arena.kind(value) {
      case .function:
        arena[value].variant == FunctionForm.own || arena[value].variant == FunctionForm.partial ? [value] : []
      case .list, .record, .choice: depth > 0 ? handed(arena.parts(value), depth: depth - 1) : []
      default: []
      }
    }
  }
}

extension SyntaxTree {
  /// The type of functions that a parameter is declared to be of.
  fileprivate func functionType(of parameter: NodeID) -> NodeID? {
    for child in children(of: parameter) {
      switch kind(child) {
      case .functionType: return child
      case .optionalType: if let inner = self.child(.functionType, of: child) { return inner }
      default: break
      }
    }
    return nil
  }
}
