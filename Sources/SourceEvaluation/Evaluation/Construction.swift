import SourceSemantics
import SourceSyntax
import SourceTokens

/// New objects, and calls on bases.
extension Evaluator {
  /// Objects of one class that are told apart.
  private static let mostCreations = 64

  /// - Parameter named: the constructor, where the call names it.
  mutating func construct(
    _ type: ValueID, _ arguments: [ValueID], _ shape: UInt32, by named: ValueID? = nil
  ) -> Applied {
    let info = calls[Int(shape)]
    let place = Int(arena[type].payload)
    if isEnumeration(place), arguments.count == 1 { return Applied(value: arguments[0]) }
    let maker = arena.unknown(.operation, info.origin)
    var result = Applied(value: object(UInt32(place), maker, []))
    let constructor = named ?? constructor(of: place, arguments, info.labels, result.value)
    if let constructor, isFactory(constructor) {
      let answer = call(unnamed: constructor, arguments, info)
      guard redirects(constructor), [.unknown, .absent].contains(arena.kind(answer.value)) else { return answer }
      result.value = holding(result.value, parametersOf: Int(arena[constructor].payload), arguments, info)
      note(result.value, of: place)
      return result
    }
    if constructor == nil, let found = self.case(of: place, arguments, info) { return Applied(value: found) }
    initialize(&result, place, constructor, arguments, info)
    note(result.value, of: place)
    return result
  }

  /// Gives an object the fields that the constructor of a class makes.
  private mutating func initialize(
    _ result: inout Applied, _ type: Int, _ constructor: ValueID?, _ arguments: [ValueID], _ info: CallShape
  ) {
    let body = function(types[type].key)
    if hasHead(body), constructor == nil || accepts(body, arguments.count, info.labels) {
      initialize(byHead: &result, type, arguments, info)
    } else if let constructor {
      run(constructor, &result, arguments, info)
    } else {
      result.value = filled(result.value, type, arguments, info)
    }
    guard functions[body].hasReceiver else { return }
    let caller = origins[Int(info.origin.raw)].function
    if caller != body { callers[body, default: []].insert(caller) }
    let binding = bodyBinding(type, result.value)
    result.effects += asked(of: body, binding, by: info.origin)
  }

  /// What a class gets, or hands to its bases, stands beside its name.
  private func hasHead(_ body: Int) -> Bool {
    let graph = functions[body].graph
    return !graph.parameters.isEmpty || !graph.baseCalls.isEmpty && graph.constructors.isEmpty
  }

  private mutating func run(
    _ constructor: ValueID, _ result: inout Applied, _ arguments: [ValueID], _ info: CallShape
  ) {
    let site = origins[Int(info.origin.raw)]
    let method = bound(constructor, to: result.value, Site(function: site.function, node: site.node))
    let applied = call(unnamed: method, arguments, info)
    result.value = applied.receiver ?? result.value
    result.effects += applied.effects
  }

  private mutating func call(unnamed callee: ValueID, _ arguments: [ValueID], _ info: CallShape) -> Applied {
    var info = info
    info.name = nil
    return apply(callee, arguments, shape(info))
  }

  /// It names a class in its own place.
  private func redirects(_ constructor: ValueID) -> Bool {
    let key = functions[Int(arena[constructor].payload)].key
    return program.units[key.unit].tree.redirectionTarget(of: key.node) != nil
  }

  /// The class that is named in place of the constructor is not read: a build makes it, and it holds what it is given.
  private mutating func holding(
    _ object: ValueID, parametersOf constructor: Int, _ arguments: [ValueID], _ info: CallShape
  ) -> ValueID {
    let values = bind(arguments, info.labels, to: constructor)
    return zip(functions[constructor].graph.parameters, values).reduce(object) { put($0, $1.0.name, $1.1) }
  }

  /// It answers an object that it has from elsewhere.
  private func isFactory(_ constructor: ValueID) -> Bool {
    // What code puts there may be any function: one with its first arguments, one of several.
    guard arena.kind(constructor) == .function, arena[constructor].variant == FunctionForm.own else { return false }
    let key = functions[Int(arena[constructor].payload)].key
    return program.units[key.unit].tree[key.node].functionForm == .factory
  }

  /// `class B(val x: X) : A(x)`
  private mutating func initialize(
    byHead result: inout Applied, _ type: Int, _ arguments: [ValueID], _ info: CallShape
  ) {
    let body = function(types[type].key)
    let values = bind(arguments, info.labels, to: body)
    for (name, value) in zip(types[type].parameterNames, values) { result.value = put(result.value, name, value) }
    for call in functions[body].graph.baseCalls where types[type].bases.indices.contains(call.base) {
      guard arena.kind(types[type].bases[call.base]) == .type else { continue }
      let binding = bodyBinding(type, result.value)
      let given = call.arguments.map { substitute(value($0, of: body), binding) }
      let shape = CallShape(origin: origin(body, call.site), name: nil, labels: call.labels)
      initialize(&result, base: Int(arena[types[type].bases[call.base]].payload), given, shape)
    }
  }

  private mutating func initialize(
    _ result: inout Applied, base type: Int, _ arguments: [ValueID], _ info: CallShape
  ) {
    let constructor = constructor(of: type, arguments, info.labels, result.value)
    initialize(&result, type, constructor, arguments, info)
  }

  /// The constructor that a call means; the nearest base has it where the class has none.
  private mutating func constructor(
    of type: Int, _ arguments: [ValueID], _ labels: [NameID], _ object: ValueID
  ) -> ValueID? {
    let named = program.units[types[type].key.unit].words.initializer
    if named != .empty, let found = classMember(type, named, of: object) {
      return arena.kind(found) == .function ? found : nil
    }
    for place in lineage(type) {
      let body = function(types[place].key)
      let all = functions[body].graph.constructors.map { value($0, of: body) }
      if let found = all.first(where: { accepts(Int(arena[$0].payload), arguments.count, labels) }) ?? all.first {
        return substitute(found, bodyBinding(place, object))
      }
      if !functions[body].graph.parameters.isEmpty { return nil }
    }
    return nil
  }

  /// Whether a call may be one of a function.
  func accepts(_ function: Int, _ count: Int, _ labels: [NameID]) -> Bool {
    let parameters = functions[function].graph.parameters
    if labels.contains(Word.each.name) || labels.contains(Word.or.name) { return true }
    let takesMore = parameters.contains { $0.form != .plain }
    if !takesMore, count > parameters.count { return false }
    if labels.contains(where: { label in label != .empty && !takesMore && !parameters.contains { $0.label == label } })
    {
      return false
    }
    return parameters.count { $0.form == .plain && $0.initial == nil && !isOptional($0, function) } <= count
  }

  private func isOptional(_ parameter: ValueGraph.Parameter, _ function: Int) -> Bool {
    program.units[functions[function].key.unit].tree[parameter.node].flags.contains(.optional)
  }

  /// Classes without a constructor of their own take their fields in the order of their declarations.
  private mutating func filled(_ object: ValueID, _ type: Int, _ arguments: [ValueID], _ info: CallShape) -> ValueID {
    guard !arguments.isEmpty else { return object }
    var names: [NameID] = []
    for place in lineage(type).reversed() {
      for field in functions[function(types[place].key)].graph.fields where !names.contains(field.name) {
        names.append(field.name)
      }
    }
    var result = object
    for (place, value) in arguments.enumerated() {
      let label = place < info.labels.count ? info.labels[place] : .empty
      let name = label == .empty ? (names.indices.contains(place) ? names[place] : .empty) : label
      if name != .empty { result = put(result, name, value) }
    }
    return result
  }

  private mutating func note(_ object: ValueID, of type: Int) {
    guard arena.kind(object) == .object, !creations[type, default: []].contains(object) else { return }
    // Others are as nobody is seen to make them.
    guard creations[type, default: []].count < Self.mostCreations else {
      handedTypes.insert(type)
      return
    }
    creations[type, default: []].append(object)
  }

  /// A class whose members are values of it.
  mutating func isEnumeration(_ type: Int) -> Bool {
    let names = program.units[types[type].key.unit].words.enumerations
    guard !names.isEmpty else { return false }
    return lineage(type).contains { place in
      types[place].bases.contains { arena.kind($0) == .external && path($0).last.map { names.contains($0) } == true }
    }
  }

  /// A case of an enumeration is an object of its own.
  mutating func enumCase(_ node: GraphNode, _ cell: GraphCell, _ function: Int) -> ValueID {
    guard let type = functions[function].type else { return unknown(.operation, function, cell.site) }
    var operands = operands(node, function)
    let body = cell.code == 2 ? operands.popLast() : nil
    let shape = shape(CallShape(origin: origin(function, cell.site), name: nil, labels: []))
    let words = program.units[functions[function].key.unit].words
    let isMade = !program.units[functions[function].key.unit].rules.takesCasesApart
    var made =
      isMade
      ? construct(arena.intern(.type, payload: UInt32(type)), Array(operands.dropFirst()), shape).value
      : object(UInt32(type), arena.unknown(.operation, calls[Int(shape)].origin), [])
    if let body, arena.kind(body) == .type, arena.kind(made) == .object {
      // Of the class of its own, and of no other one.
      creations[type]?.removeAll { $0 == made }
      made = object(arena[body].payload, ValueID(raw: arena.word(made, 0)), fields(made))
      note(made, of: Int(arena[body].payload))
    }
    var fields: [(NameID, ValueID)] = []
    let name = arena.text(NameID(cell.payload))
    if words.caseName != .empty { fields.append((words.caseName, name)) }
    let raw = operands[0] == ValueArena.absent ? name : operands[0]
    if words.caseValue != .empty { fields.append((words.caseValue, raw)) }
    for other in words.otherCaseValues { fields.append((other, raw)) }
    let result = fields.reduce(made) { put($0, $1.0, $1.1) }
    return cell.code != 1 ? result : caseMaker(result, holding: Array(operands.dropFirst()))
  }

  // MARK: - Bases

  /// A method of the base class, called on the same object.
  mutating func applyBase(_ callee: ValueID, _ name: NameID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let receiver = arena.value(callee, 0)
    guard let type = typeAround(Int(arena[callee].payload)), let member = baseMember(type, name, of: receiver) else {
      return Applied(value: arena.unknown(.foreign, calls[Int(shape)].origin))
    }
    let site = origins[Int(calls[Int(shape)].origin.raw)]
    let method = bound(member, to: receiver, Site(function: site.function, node: site.node))
    return call(unnamed: method, arguments, calls[Int(shape)])
  }

  /// `super(a)`, `this(a)`: a constructor, called on the same object.
  mutating func applyConstructor(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let info = calls[Int(shape)]
    var result = Applied(value: arena.value(callee, 0))
    guard let type = typeAround(Int(arena[callee].payload)) else { return result }
    let isOwn = arena[callee].variant == FunctionForm.constructor
    let bases = types[type].bases.filter { arena.kind($0) == .type }
    guard let target = isOwn ? type : bases.first.map({ Int(arena[$0].payload) }) else { return result }
    initialize(&result, base: target, arguments, info)
    result.receiver = result.value
    return result
  }

  func typeAround(_ function: Int) -> Int? {
    var next: Int? = function
    while let place = next, functions[place].type == nil { next = functions[place].outer }
    return next.flatMap { functions[$0].type }
  }

  /// What `with` hands out.
  mutating func entered(_ value: ValueID, _ site: Site) -> Applied {
    switch arena.kind(value) {
    case .choice: return Applied(value: mapAlternatives(value) { $0.entered($1, site).value })
    case .symbol, .stuck: return Applied(value: stuck(.entered, 0, [value]))
    case .object:
      let type = Int(arena[value].payload)
      let enter = program.units[types[type].key.unit].words.enter
      guard enter != .empty, classMember(type, enter, of: value) != nil else { return Applied(value: value) }
      let shape = shape(CallShape(origin: origin(site.function, site.node), name: enter, labels: []))
      return apply(value, [], shape)
    // What a generator yields once.
    case .list: return Applied(value: arena.items(value).first?.value ?? value)
    default: return Applied(value: value)
    }
  }
}
