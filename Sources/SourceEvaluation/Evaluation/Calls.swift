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
    return apply(callee, values, shape(info))
  }

  /// What is called: for a method what it is called on, and its name.
  private mutating func callee(_ call: GraphNode, _ function: Int) -> (ValueID, NameID?) {
    let graph = functions[function].graph
    let node = graph.operand(call, 0)
    guard graph[node].operation == .member, graph.shapes[Int(graph[call].payload)].isMethod else {
      return (value(node, of: function), nil)
    }
    return (value(graph.operand(node, 0), of: function), NameID(graph[node].payload))
  }

  /// A call whose operands are what it is made on and its arguments.
  mutating func call(_ shape: UInt32, _ operands: [ValueID]) -> Applied {
    apply(operands[0], Array(operands.dropFirst()), shape)
  }

  mutating func apply(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let key = Application(callee: callee, arguments: arguments, shape: shape)
    if let known = applied[key] { return known }
    guard isFollowed, spend() else { return notFollowed(callee, calls[Int(shape)]) }
    depth += 1
    let result = carryOut(callee, arguments, shape)
    depth -= 1
    if !budget.isSpent { applied[key] = result }
    return result
  }

  private mutating func carryOut(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    if arena.kind(callee) == .choice { return applyEach(callee, arguments, shape) }
    let info = calls[Int(shape)]
    guard let name = info.name else { return invoke(callee, arguments, shape) }
    switch arena.kind(callee) {
    case .absent, .null: return Applied(value: ValueArena.absent)
    case .symbol, .stuck: return waiting(callee, arguments, shape)
    case .made where isWaiting(forSymbols: callee): return waiting(callee, arguments, shape)
    case .object, .type, .module, .external:
      let site = Site(function: origins[Int(info.origin.raw)].function, node: origins[Int(info.origin.raw)].node)
      if let copy = copied(callee, name, arguments, info.labels) { return Applied(value: copy) }
      if arena.kind(callee) == .external, let answer = applyExternal(external(callee, name), arguments, shape) {
        return answer
      }
      let member = member(callee, name, site)
      if arena.kind(member) == .unknown || isNamelessFunction(member),
        let answer = applyRow(callee, name, arguments, shape)
      {
        return answer
      }
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
      if let answer = applyRow(callee, name, arguments, shape) { return answer }
      let place = origins[Int(info.origin.raw)]
      if let member = extensionMember(callee, name, Site(function: place.function, node: place.node)) {
        return applyUnnamed(member, arguments, info)
      }
      // Whatever the method of an interface is called that a function stands for.
      if arena.kind(callee) == .function { return applyUnnamed(callee, arguments, info) }
      return foreign(callee, arguments, info, name)
    }
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
      case FunctionForm.keyPath:
        return Applied(value: arguments.first.map { follow(callee, $0, info.origin) } ?? ValueArena.absent)
      default:
        let unit = functions[Int(arena[callee].payload)].key.unit
        return program.units[unit].rules.receiverIsParameter
          ? Applied(value: callee) : applyConstructor(callee, arguments, shape)
      }
    case .object: return invoke(object: callee, arguments, info) ?? foreign(callee, arguments, info, nil)
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
  private mutating func waiting(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let value = stuck(.call, shape, [callee] + arguments)
    var result = Applied(value: value)
    let info = calls[Int(shape)]
    guard arena.kind(value) == .stuck, info.name.map({ mayMatter($0) }) ?? true || hands(arguments) else {
      return result
    }
    let function = origins[Int(info.origin.raw)].function
    result.effects = [PendingEffect(value: value, under: .always, loops: [], function: function)]
    return result
  }

  /// Whether a function is among the arguments that may ask something: whoever is called may run it.
  private func hands(_ arguments: [ValueID]) -> Bool {
    let members = arguments.filter { arena.kind($0) == .stuck && arena[$0].variant == StuckOperation.member.rawValue }
    if members.contains(where: { relevance.names.contains(NameID(arena[$0].payload)) }) { return true }
    return handed(arguments, depth: 3).contains { value in
      arena[value].variant == FunctionForm.own && relevance.contains(functions[Int(arena[value].payload)].key)
    }
  }

  func mayMatter(_ name: NameID) -> Bool {
    models.terminals.contains(name) || models.running.contains(name) || relevance.names.contains(name)
  }

  /// Code that is not read: the functions that it gets are run once, whatever they get.
  private mutating func foreign(
    _ callee: ValueID, _ arguments: [ValueID], _ info: CallShape, _ name: NameID?
  ) -> Applied {
    let place = origins[Int(info.origin.raw)]
    let cause = arena.cause(callee).flatMap { $0 == .parameter || $0 == .undeclared ? $0 : nil } ?? .foreign
    var result = Applied(
      value: unknown(cause == .parameter ? .undeclared : cause, place.function, place.node, name ?? .empty))
    if let handedOut = handedOut(info, arguments) ?? refined(callee, arguments, info) { result.value = handedOut }
    for (argument, isLater) in handed(arguments, info.labels) {
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
    for argument in arguments where [.query, .choice].contains(arena.kind(argument)) { escaped.insert(argument) }
    return result
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
  private mutating func noteTypes(_ arguments: [ValueID]) {
    for argument in arguments {
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
  private func handed(_ values: [ValueID], depth: Int) -> [ValueID] {
    values.flatMap { value -> [ValueID] in
      switch arena.kind(value) {
      case .function:
        arena[value].variant == FunctionForm.own || arena[value].variant == FunctionForm.partial ? [value] : []
      case .list, .record, .choice: depth > 0 ? handed(arena.parts(value), depth: depth - 1) : []
      default: []
      }
    }
  }

  // MARK: - Functions that are read

  private mutating func invokeOwn(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let function = Int(arena[callee].payload)
    let info = calls[Int(shape)]
    let caller = origins[Int(info.origin.raw)].function
    if lies(caller, in: function) { noteRecursion(callee, function, arguments, info) }
    if caller != function { callers[function, default: []].insert(caller) }
    guard !following.contains(function) else {
      noteRecursion(callee, function, arguments, info)
      return Applied(
        value: ValueArena.absent,
        effects: caller == function ? [] : visited(function, binding(of: callee, function, arguments, info)))
    }
    guard following.count < Self.deepestCalls else {
      limitCounts.depth += 1
      return notFollowed(callee, info)
    }
    following.append(function)
    defer { following.removeLast() }
    let graph = functions[function].graph
    guard !graph.isCut else { return notFollowed(callee, info) }
    _ = value(graph.result, of: function)
    let binding = again(binding(of: callee, function, arguments, info), function)
    if madeBindings[function, default: []].count < 16, !madeBindings[function, default: []].contains(binding) {
      madeBindings[function, default: []].append(binding)
    }
    var result = Applied(value: substitute(value(graph.result, of: function), binding))
    if functions[function].hasReceiver {
      let receiver = arena.value(callee, 0)
      let after = substitute(value(graph.this, of: function), binding)
      if after != receiver { result.receiver = after }
    }
    noteChanges(graph, function, arguments, info, binding, &result)
    result.effects = asked(of: function, binding)
    return result
  }

  /// A call beyond the limits.
  private mutating func notFollowed(_ callee: ValueID, _ info: CallShape) -> Applied {
    var result = Applied(value: arena.unknown(.calls, info.origin))
    guard arena.kind(callee) == .function, arena[callee].variant == FunctionForm.own else { return result }
    let function = Int(arena[callee].payload)
    unfollowed.insert(function)
    result.effects = visited(function, nil)
    return result
  }

  private mutating func noteChanges(
    _ graph: ValueGraph, _ function: Int, _ arguments: [ValueID], _ info: CallShape, _ binding: UInt32,
    _ result: inout Applied
  ) {
    for (place, argument) in arguments.enumerated() {
      let label = place < info.labels.count ? info.labels[place] : .empty
      let index = label == .empty ? place : graph.parameters.firstIndex { $0.label == label } ?? -1
      guard graph.exitParameters.indices.contains(index), graph.parameters[index].form == .plain else { continue }
      let node = graph.exitParameters[index]
      guard graph[node].operation != .parameter, graph[node].operation != .absent else { continue }
      let after = substitute(value(node, of: function), binding)
      if after != argument { result.arguments[place] = after }
    }
  }

  /// What the symbols of a function are in a call.
  mutating func binding(
    of callee: ValueID, _ function: Int, _ arguments: [ValueID], _ info: CallShape
  ) -> UInt32 {
    let words = Array(arena.words(callee))
    var pairs = stride(from: 1, to: words.count - 1, by: 2).map {
      Binding.Pair(symbol: ValueID(raw: words[$0]), value: ValueID(raw: words[$0 + 1]))
    }
    if functions[function].hasReceiver {
      pairs.append(Binding.Pair(symbol: symbol(.this(function: function)), value: ValueID(raw: words[0])))
    }
    let values = bind(arguments, info.labels, to: function)
    for (place, value) in values.enumerated() {
      pairs.append(Binding.Pair(symbol: symbol(.parameter(function: function, place: place)), value: value))
    }
    return binding(pairs)
  }

  /// The arguments in the order of the parameters, with defaults for what is left out.
  mutating func bind(_ arguments: [ValueID], _ labels: [NameID], to function: Int) -> [ValueID] {
    let parameters = functions[function].graph.parameters
    var values: [ValueID?] = Array(repeating: nil, count: parameters.count)
    var rest: [GuardedItem] = []
    var isRestEnded = true
    var keywords: [ValueID] = []
    var next = 0
    var given = expand(arguments, labels)
    given.removeAll { $0.value == ValueArena.absent && $0.label != Word.each.name && $0.label != Word.or.name }
    for (label, value) in given {
      if label == Word.each.name {
        if next < parameters.count, parameters[next].form == .rest {
          spread(value, under: .always, into: &rest, &isRestEnded)
        } else {
          // Whichever of the items come here.
          while next < parameters.count, parameters[next].form == .plain, !parameters[next].isNamedOnly {
            values[next] = element(of: value, OriginID(raw: 0))
            next += 1
          }
          if next < parameters.count, parameters[next].form == .rest {
            spread(some(value), under: .always, into: &rest, &isRestEnded)
          }
        }
      } else if label == .empty {
        if next < parameters.count, parameters[next].form == .plain, !parameters[next].isNamedOnly {
          values[next] = value
          next += 1
        } else if parameters.contains(where: { $0.form == .rest }) {
          rest.append(GuardedItem(.always, value))
        }
      } else if label == Word.or.name {
        keywords += [ValueArena.absent, value]
      } else if let place = parameters.firstIndex(where: { $0.label == label && $0.form == .plain }) {
        values[place] = handedOn(value, to: function, place)
      } else {
        keywords += [arena.text(label), value]
      }
    }
    return parameters.indices.map { place in
      switch parameters[place].form {
      case .rest: list(rest, isEnded: isRestEnded)
      case .keywords: record(keywords)
      case .plain:
        values[place].map { expected(orDefault($0, function, place), function, place) }
          ?? fromKeywords(keywords, parameters[place].name)
          ?? initial(function, place)
      }
    }
  }

  /// The argument as the declared type of the parameter makes it.
  private mutating func expected(_ value: ValueID, _ function: Int, _ place: Int) -> ValueID {
    guard hasImplicitMembers, let (outer, node) = functions[function].declaration else { return value }
    let type = functions[outer].graph.operand(node, place * 2 + 1)
    return functions[outer].graph[type].operation == .absent ? value : expect(value, self.value(type, of: outer))
  }

  /// A parameter that is handed on to a base: where it is left out, the default of the base is meant.
  private mutating func handedOn(_ value: ValueID, to function: Int, _ place: Int) -> ValueID {
    guard case .parameter(let caller, let own)? = symbol(of: value) else { return value }
    let parameter = functions[caller].graph.parameters[own]
    guard program.units[functions[caller].key.unit].tree[parameter.node].flags.contains(.ofBase) else { return value }
    return choose(given(value), value, initial(function, place))
  }

  /// What a caller passes may be nothing: then the default is meant.
  private mutating func orDefault(_ value: ValueID, _ function: Int, _ place: Int) -> ValueID {
    guard program.units[functions[function].key.unit].words.missingIsNothing, mayBeMissing(value) else { return value }
    let initial = initial(function, place)
    return initial == ValueArena.absent ? value : choose(presence(value), value, initial)
  }

  /// A part of something that is not known.
  private func mayBeMissing(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .unknown: arena.cause(value) == .parameter || arena.cause(value) == .operation
    case .stuck: arena[value].variant == StuckOperation.member.rawValue
    case .null: true
    default: false
    }
  }

  private mutating func fromKeywords(_ keywords: [ValueID], _ name: NameID) -> ValueID? {
    for place in stride(from: 0, to: keywords.count - 1, by: 2) where keywords[place] == ValueArena.absent {
      switch arena.kind(keywords[place + 1]) {
      case .record:
        let key = arena.text(name)
        if let value = entry(of: keywords[place + 1], key) { return value }
      case .symbol, .stuck: return stuck(.index, 0, [keywords[place + 1], arena.text(name)])
      default: break
      }
    }
    return nil
  }

  /// Known records and lists in the place of arguments are the arguments.
  private mutating func expand(_ arguments: [ValueID], _ labels: [NameID]) -> [(label: NameID, value: ValueID)] {
    var all: [(label: NameID, value: ValueID)] = []
    for (place, value) in arguments.enumerated() {
      let label = place < labels.count ? labels[place] : .empty
      if label == Word.each.name, arena.kind(value) == .list, arena[value].variant == 0,
        arena.items(value).allSatisfy({ $0.under == .always && $0.flags.isEmpty })
      {
        all += arena.items(value).map { (.empty, $0.value) }
      } else if label == Word.or.name, arena.kind(value) == .record {
        for entry in entries(value) {
          all.append((arena.knownText(entry.key) ?? label, entry.value))
        }
      } else {
        all.append((label, value))
      }
    }
    return all
  }

  /// The default of a parameter, as it is where the function is declared.
  mutating func initial(_ function: Int, _ place: Int) -> ValueID {
    if let node = functions[function].graph.parameters[place].ownInitial { return value(node, of: function) }
    guard let (outer, node) = functions[function].declaration else { return ValueArena.absent }
    let operand = functions[outer].graph.operand(node, place * 2)
    guard functions[outer].graph[operand].operation == .absent else {
      return expected(value(operand, of: outer), function, place)
    }
    if let value = initial(ofBaseOf: function, place) { return value }
    let unit = program.units[functions[function].key.unit]
    // The constructor of the base says what it is instead.
    let isOfBase = unit.tree[functions[function].graph.parameters[place].node].flags.contains(.ofBase)
    return unit.words.leftOutIsNull && !isOfBase ? ValueArena.null : ValueArena.absent
  }

  // MARK: - What a call changes

  mutating func afterCall(_ node: GraphNode, _ cell: GraphCell, _ function: Int) -> ValueID {
    let graph = functions[function].graph
    let object = value(graph.operand(node, 1), of: function)
    let call = graph.operand(node, 0)
    // Where the callee is known to change nothing, nothing is asked of it.
    if isHarmless(call, function) { return object }
    let applied = application(call, function)
    guard arena.kind(applied.value) == .stuck || applied.receiver != nil || !applied.arguments.isEmpty else {
      return object
    }
    let changed = cell.payload == 0 ? applied.receiver : applied.arguments[Int(cell.payload) - 1]
    if let changed { return changed }
    guard arena.kind(applied.value) == .stuck,
      arena[applied.value].variant == StuckOperation.call.rawValue
    else { return object }
    let words = arena.words(applied.value).map { ValueID(raw: $0) }
    return stuck(.after, arena[applied.value].payload, [arena.integer(Int64(cell.payload)), object] + words)
  }

  /// Calls of what is not read and what no row says anything of.
  private mutating func isHarmless(_ call: GraphNode, _ function: Int) -> Bool {
    let (value, name) = self.callee(call, function)
    if let name, case .this(let method)? = symbol(of: value), isConstructor(name, of: method) { return false }
    switch arena.kind(value) {
    case .unknown, .external: return true
    case .query, .made, .result, .list, .record, .text: return name.map { !models.changing.contains($0) } ?? true
    case .stuck, .symbol: return name.map { !mayMatter($0) && models.methods(.any, $0, isCall: true).isEmpty } ?? false
    default: return false
    }
  }

  /// `this.named(x)` among the initializers of another constructor.
  private mutating func isConstructor(_ name: NameID, of method: Int) -> Bool {
    guard let type = functions[method].type else { return false }
    let body = self.function(types[type].key)
    return functions[body].graph.constructors.contains { node in
      let value = self.value(node, of: body)
      guard arena.kind(value) == .function else { return false }
      let key = functions[Int(arena[value].payload)].key
      return program.units[key.unit].tree.name(key.node) == name
    }
  }

  /// The object behind a call that has waited.
  mutating func changed(by shape: UInt32, _ operands: [ValueID]) -> ValueID {
    let place = Int(arena.integer(operands[0]) ?? 0)
    let applied = call(shape, Array(operands.dropFirst(2)))
    if let changed = place == 0 ? applied.receiver : applied.arguments[place - 1] { return changed }
    guard arena.kind(applied.value) == .stuck else { return operands[1] }
    return stuck(.after, shape, operands)
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
