import SourceSemantics
import SourceSyntax
import SourceTokens

/// Calls: of functions that are read, of classes, of what rows describe.
extension Evaluator {
  /// Calls inside of one another that are followed.
  static let deepestCalls = 24

  /// What the call at a node of a function makes and does.
  mutating func application(_ node: GraphNode, _ function: Int) -> Applied {
    let outer = openBudget(for: function)
    defer { budget = outer }
    let result = newApplication(node, function)
    if budget.isSpent { functions[function].cutCalls.insert(node) }
    return result
  }

  private mutating func newApplication(_ node: GraphNode, _ function: Int) -> Applied {
    let graph = functions[function].graph
    let cell = graph[node]
    let (callee, name) = self.callee(node, function)
    var labels = graph.shapes[Int(cell.payload)].labels
    var values: [ValueID] = []
    let typeCount = graph.shapes[Int(cell.payload)].typeCount
    for (place, argument) in graph.operands(node).dropFirst().dropLast(typeCount).enumerated() {
      let value = value(argument, of: function)
      guard graph[argument].operation == .spread else {
        values.append(value)
        continue
      }
      labels[place] = graph[argument].code == 2 ? Word.or.name : Word.each.name
      values.append(value)
    }
    var info = CallShape(origin: origin(function, cell.site), name: name, labels: labels)
    info.types = graph.operands(node).suffix(typeCount).map { value($0, of: function) }
    let called = graph.operand(node, 0)
    if graph[called].operation == .index, unit(of: function).rules.indexNamesMembers {
      let parts = operands(called, function)
      return apply(methodOf: parts[0], named: parts[1], values, info)
    }
    return apply(callee, values, shape(info))
  }

  /// What is called: for a method what it is called on, and its name.
  mutating func callee(_ call: GraphNode, _ function: Int) -> (ValueID, NameID?) {
    let graph = functions[function].graph
    let node = graph.operand(call, 0)
    guard graph[node].operation == .member, graph.shapes[Int(graph[call].payload)].isMethod else {
      if let beside = functionBesideVariable(node, function) { return beside }
      let value = value(node, of: function)
      return ownMethod(value, graph[node])
    }
    return (value(graph.operand(node, 0), of: function), NameID(graph[node].payload))
  }

  /// What is called without a receiver, a method of a class that is not read: rows say what it does on the object.
  private func ownMethod(_ callee: ValueID, _ cell: GraphCell) -> (ValueID, NameID?) {
    let name = NameID(cell.payload)
    guard cell.operation == .global, arena.kind(callee) == .stuck,
      arena[callee].variant == StuckOperation.member.rawValue, arena[callee].payload == name.raw,
      !models.methods(.object, name, isCall: true).isEmpty
    else { return (callee, nil) }
    return (arena.value(callee, 0), name)
  }

  /// A call whose operands are what it is made on and its arguments.
  mutating func call(_ shape: UInt32, _ operands: [ValueID]) -> Applied {
    apply(operands[0], Array(operands.dropFirst()), shape)
  }

  mutating func apply(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let key = Application(callee: callee, arguments: arguments, shape: shape)
    if let known = applied[key] { return known }
    guard isFollowed, spend() else { return notFollowed(callee, arguments, shape) }
    let outerCycle = openCycle()
    depth += 1
    let result = carryOut(callee, arguments, shape)
    depth -= 1
    let isKept = closeCycle(outerCycle) || isLastAttempt(.call(key))
    if isKept, !budget.isSpent { applied[key] = result }
    return result
  }

  private mutating func carryOut(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    if arena.kind(callee) == .choice {
      return waitsWhole(arena.items(callee)) ? waiting(callee, arguments, shape) : applyEach(callee, arguments, shape)
    }
    let info = calls[Int(shape)]
    guard let name = info.name else { return invoke(callee, arguments, shape) }
    switch arena.kind(callee) {
    case .absent, .null: return Applied(value: ValueArena.absent)
    case .symbol, .stuck: return applyDispatching(callee, name, arguments, shape) ?? waiting(callee, arguments, shape)
    case .made where isWaiting(forSymbols: callee): return waiting(callee, arguments, shape)
    case .object, .type, .module, .external:
      let site = Site(function: origins[Int(info.origin.raw)].function, node: origins[Int(info.origin.raw)].node)
      if let copy = copied(callee, name, arguments, info.labels) { return Applied(value: copy) }
      if arena.kind(callee) == .external, let answer = applyExternal(external(callee, name), arguments, shape) {
        return answer
      }
      let member = method(besideField: name, of: callee, site) ?? member(callee, name, site)
      if arena.kind(member) == .unknown || isNamelessFunction(member),
        let answer = applyRow(callee, name, arguments, shape)
      {
        return answer
      }
      if let answer = applyAssumed(callee, name, arguments, shape) { return answer }
      if let answer = property(member, callee, name, arguments, site) { return answer }
      var inner = info
      inner.name = nil
      var result = apply(member, arguments, self.shape(inner))
      if arena.kind(member) != .function { result.receiver = nil }
      return result
    case .function where arena[callee].variant == FunctionForm.base: return applyBase(callee, name, arguments, shape)
    default:
      if arena.kind(callee) == .record, let answer = applyEntry(callee, name, arguments, shape) { return answer }
      if let answer = applyExtension(callee, name, arguments, shape) { return answer }
      if let answer = applyDeclared(callee, name, arguments, info) { return answer }
      if let answer = applyRow(callee, name, arguments, shape) { return answer }
      let place = origins[Int(info.origin.raw)]
      if let member = extensionMember(callee, name, Site(function: place.function, node: place.node)) {
        return applyUnnamed(member, arguments, info)
      }
      // Whatever the method of an interface is called that a function stands for.
      let isFunction = arena.kind(callee) == .made && arena.construct(callee) == .returning
      if isFunction || arena.kind(callee) == .function { return applyUnnamed(callee, arguments, info) }
      return foreign(callee, arguments, info, name)
    }
  }

  /// What the code declares for this type goes before what a library adds to all values.
  private mutating func applyDeclared(
    _ callee: ValueID, _ name: NameID, _ arguments: [ValueID], _ info: CallShape
  ) -> Applied? {
    guard isHandle(callee), models.methods(sort(callee), name, isCall: true).isEmpty else { return nil }
    let place = origins[Int(info.origin.raw)]
    return extensionMember(callee, name, Site(function: place.function, node: place.node))
      .map { applyUnnamed($0, arguments, info) }
  }

  private mutating func applyUnnamed(_ callee: ValueID, _ arguments: [ValueID], _ info: CallShape) -> Applied {
    var inner = info
    inner.name = nil
    return apply(callee, arguments, shape(inner))
  }

  /// A method that only reads or writes a property.
  private mutating func property(
    _ member: ValueID, _ object: ValueID, _ method: NameID, _ arguments: [ValueID], _ site: Site
  ) -> Applied? {
    if arguments.isEmpty {
      if isPlainValue(member) { return Applied(value: member) }
      guard arena.kind(member) == .unknown else { return nil }
      return property(object, readBy: method, site).map { Applied(value: $0) }
    }
    guard arguments.count == 1, arena.kind(member) == .unknown,
      let changed = self.object(object, setBy: method, arguments[0])
    else { return nil }
    return Applied(value: ValueArena.null, receiver: changed)
  }

  /// Nothing that could be called.
  private func isPlainValue(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .text, .integer, .boolean, .scalar, .query, .made, .list, .record: true
    default: false
    }
  }

  /// A function that a record has under a name, called on the record.
  private mutating func applyEntry(
    _ record: ValueID, _ name: NameID, _ arguments: [ValueID], _ shape: UInt32
  ) -> Applied? {
    var info = calls[Int(shape)]
    let site = Site(function: origins[Int(info.origin.raw)].function, node: origins[Int(info.origin.raw)].node)
    guard let found = entry(of: record, arena.text(name)) ?? spreadMember(record, name, site) else { return nil }
    info.name = nil
    return apply(bound(found, to: record, site), arguments, self.shape(info))
  }

  /// Whether many alternatives wait for what others answer. Calls of each would be twice as many with every condition on
  /// the way, as long as nobody says what they are called on, and in the end too many to be told apart:
  /// `if (by != null) query = query.where(…)`.
  func waitsWhole(_ items: [GuardedItem]) -> Bool {
    items.count >= Self.mostCalledApart
      && items.allSatisfy { item in
        switch arena.kind(item.value) {
        case .symbol, .absent, .null: true
        case .stuck: [StuckOperation.call, .member].contains { $0.rawValue == arena[item.value].variant }
        default: false
        }
      }
  }

  /// Alternatives that wait, of which each is still called by itself.
  private static let mostCalledApart = 16

  /// Each alternative of what is called.
  private mutating func applyEach(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    var values: [GuardedItem] = []
    var receivers: [GuardedItem] = []
    var result = Applied(value: ValueArena.absent)
    for item in arena.items(callee) where !isNothing(item.value) {
      let one = apply(item.value, arguments, shape)
      if one.value != ValueArena.absent { values += alternatives(one.value, under: item.under) }
      receivers += alternatives(one.receiver ?? item.value, under: item.under)
      for effect in one.effects {
        var effect = effect
        effect.under = diagrams.and(item.under, effect.under)
        if effect.under != .never { result.effects.append(effect) }
      }
    }
    result.value = choice(values)
    let receiver = choice(receivers)
    if receiver != callee { result.receiver = receiver }
    return result
  }

  /// A call of a value.
  private mutating func invoke(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let info = calls[Int(shape)]
    switch arena.kind(callee) {
    case .absent, .null: return Applied(value: ValueArena.absent)
    case .symbol, .stuck: return waiting(callee, arguments, shape)
    case .type: return construct(callee, arguments, shape)
    case .external where implicitName(callee) != nil:
      return Applied(value: stuck(.call, shape, [callee] + arguments))
    case .external:
      return applyExternal(callee, arguments, shape) ?? foreign(callee, arguments, info, path(callee).last)
    case .function where info.labels.contains(Word.this.name) && !isCalledOnSomething(callee):
      return invoke(callee, receiverFirst: arguments, info)
    case .function:
      switch arena[callee].variant {
      case FunctionForm.own where isCalledOnFirst(callee, arguments): return invokeOwn(onFirst: callee, arguments, info)
      case FunctionForm.own: return invokeOwn(callee, arguments, shape)
      case FunctionForm.method:
        var inner = info
        inner.name = NameID(arena[callee].payload)
        // Where the method was taken from its object, unless only a caller knew the object.
        let taken = OriginID(raw: arena[arena.value(callee, 1)].payload)
        if origins[Int(taken.raw)].node != NodeID(0) { inner.origin = taken }
        return apply(arena.value(callee, 0), arguments, self.shape(inner))
      case FunctionForm.unbound:
        var inner = info
        inner.name = NameID(arena[callee].payload)
        let taken = OriginID(raw: arena[arena.value(callee, 0)].payload)
        if origins[Int(taken.raw)].node != NodeID(0) { inner.origin = taken }
        inner.labels = Array(info.labels.dropFirst())
        guard let first = arguments.first else { return foreign(callee, arguments, info, inner.name) }
        return apply(first, Array(arguments.dropFirst()), self.shape(inner))
      case FunctionForm.partial: return invokePartial(callee, arguments, shape)
      case FunctionForm.setter: return Applied(value: ValueArena.null)
      case FunctionForm.family: return Applied(value: keep(arguments, info, for: callee))
      case FunctionForm.overloads: return invokeOverload(callee, arguments, shape)
      case FunctionForm.maker:
        return construct(
          arena.intern(.type, payload: arena[callee].payload), arguments, shape, by: arena.value(callee, 0))
      case FunctionForm.constructor: return applyConstructor(callee, arguments, shape)
      case FunctionForm.caseMaker: return Applied(value: holding(callee, arguments, info))
      case FunctionForm.handlers: return run(handlers: callee, arguments, info)
      case FunctionForm.computed:
        return apply(methodOf: arena.value(callee, 0), named: arena.value(callee, 1), arguments, info)
      case FunctionForm.keyPath:
        return Applied(value: arguments.first.map { follow(callee, $0, info.origin) } ?? ValueArena.absent)
      default:
        let unit = functions[Int(arena[callee].payload)].key.unit
        return program.units[unit].rules.receiverIsParameter
          ? Applied(value: callee) : applyConstructor(callee, arguments, shape)
      }
    case .object: return invoke(object: callee, arguments, info) ?? foreign(callee, arguments, info, nil)
    case .made where arena.construct(callee) == .cell:
      return applyRow(callee, Word.call.name, arguments, shape) ?? foreign(callee, arguments, info, nil)
    case .made where arena.construct(callee) == .returning:
      let place = origins[Int(info.origin.raw)]
      let site = Site(function: place.function, node: place.node)
      var result = foreign(callee, arguments, info, nil)
      guard let value = value(ofType: arena.value(callee, 0), site, .empty) else { return result }
      result.value = value
      // A query that is made of another one is that with something more.
      if arena.kind(value) == .query, let given = arguments.first(where: { arena.kind($0) == .query }) {
        result.value = plus(given, GuardedItem(.always, arena.make(.unfollowed, []), info.origin))
      }
      return result
    default: return foreign(callee, arguments, info, name(ofUnknown: callee))
    }
  }

  /// Whether a function has a place of its own for what it is called on.
  private func isCalledOnSomething(_ callee: ValueID) -> Bool {
    guard arena[callee].variant == FunctionForm.own else { return false }
    return functions[Int(arena[callee].payload)].graph.parameters.contains { $0.label == Word.this.name }
  }

  private mutating func invoke(
    _ callee: ValueID, receiverFirst arguments: [ValueID], _ info: CallShape
  ) -> Applied {
    var (inner, values) = (info, arguments)
    guard let place = info.labels.firstIndex(of: Word.this.name) else { return apply(callee, values, shape(inner)) }
    inner.labels.remove(at: place)
    inner.labels.insert(.empty, at: 0)
    values.insert(values.remove(at: place), at: 0)
    return apply(callee, values, shape(inner))
  }

  private mutating func invokePartial(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let words = arena.words(callee).map { ValueID(raw: $0) }
    var info = calls[Int(shape)]
    let kept = arena[callee].payload
    let labels = kept > 0 ? calls[Int(kept) - 1].labels : Array(repeating: .empty, count: words.count - 1)
    info.labels = labels + info.labels
    return apply(words[0], words.dropFirst() + arguments, self.shape(info))
  }

  /// The function of a family with the arguments of a call, behind a first one that is not known.
  private mutating func keep(_ arguments: [ValueID], _ info: CallShape, for family: ValueID) -> ValueID {
    let words = [arena.value(family, 0), arena.unknown(.operation, info.origin)] + arguments
    let labels = shape(CallShape(origin: info.origin, name: nil, labels: [.empty] + info.labels))
    return arena.intern(
      .function, variant: FunctionForm.partial, payload: labels + 1, words.map(\.raw),
      isOpen: words.contains { arena.isOpen($0) })
  }

  /// Only a caller knows what is called.
  mutating func waiting(_ callee: ValueID, _ given: [ValueID], _ shape: UInt32) -> Applied {
    let arguments = given.map { handlersOfNameless($0) ?? $0 }
    var value = stuck(.call, shape, [callee] + arguments)
    // What is too large says nothing, but the call is made.
    if arena.kind(value) != .stuck {
      let call = calls[Int(shape)].origin
      value = stuck(.call, shape, [callee] + arguments.map { withoutTooMuch($0, call) })
    }
    var result = Applied(value: value)
    let info = calls[Int(shape)]
    guard arena.kind(value) == .stuck,
      info.name.map({ mayMatter($0, arguments, info.labels) }) ?? true || hands(arguments)
    else { return result }
    let function = origins[Int(info.origin.raw)].function
    result.effects = [PendingEffect(value: value, under: .always, loops: [], function: function)]
    return result
  }

  /// Arguments beyond this size say nothing where all of them together are too large.
  private static let mostOfArgument = 256

  private mutating func withoutTooMuch(_ argument: ValueID, _ call: OriginID) -> ValueID {
    arena.size([argument]) > Self.mostOfArgument ? arena.unknown(.calls, call) : argument
  }
}
