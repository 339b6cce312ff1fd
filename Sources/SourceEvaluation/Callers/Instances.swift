import SourceSemantics
import SourceSyntax
import SourceTokens

/// The objects that a method may be called on when nothing says which.
extension Evaluator {
  private static let mostInstances = 16

  /// Objects of the class and of those below it: what code makes of them, else each as nobody makes it.
  mutating func instances(_ type: Int) -> [ValueID] {
    let made = isClosing ? 0 : countMade(type)
    if let known = knownInstances[type], known.isFinal || known.made == made { return known.values }
    if let known = metInstances[type] { return known }
    guard busyInstances.insert(type).inserted else { return [] }
    let found = anyInstances(type)
    busyInstances.remove(type)
    guard busyInstances.isEmpty else {
      metInstances[type] = found
      return found
    }
    metInstances = [:]
    knownInstances[type] = KnownInstances(values: found, made: made, isFinal: isClosing)
    return found
  }

  /// How much is known of what makes objects of a class and of those below it.
  private func countMade(_ type: Int) -> Int {
    family(type).reduce(0) { count, place in
      count + 1 + (creations[place]?.count ?? 0) + (handedTypes.contains(place) ? 1 : 0)
    }
  }

  private mutating func anyInstances(_ type: Int) -> [ValueID] {
    if let extended = extended(type) {
      if arena.kind(extended) == .type { return instances(Int(arena[extended].payload)) }
      return [
        value(ofType: extended, Site(function: function(types[type].key), node: types[type].key.node), .empty)
          ?? extended
      ]
    }
    if isEnumeration(type: type), let cases = cases(of: type) { return cases }
    let all = family(type)
    var found: [ValueID] = []
    for place in all { found += creations[place] ?? [] }
    var objects = found.map { closed($0, nil) }
    let unmade = all.filter { (creations[$0] == nil || handedTypes.contains($0)) && types[$0].subtypes.isEmpty }
    if objects.isEmpty || unmade.count < all.count || !handedTypes.isDisjoint(with: all) {
      objects += unmade.compactMap { madeByNobody($0) }
    }
    var seen: Set<ValueID> = []
    let known = objects.prefix(Self.mostInstances).map { atRest($0) }.filter { seen.insert($0).inserted }
    guard objects.count > Self.mostInstances || all.count >= Self.mostSubtypes else { return known }
    return known + [arena.unknown(.variants, origin(function(types[type].key), types[type].key.node))]
  }

  /// Classes below one another that are told apart.
  private static let mostSubtypes = 64

  /// The class and those below it.
  func family(_ type: Int) -> [Int] {
    var all = [type]
    var next = 0
    while next < all.count, all.count < Self.mostSubtypes {
      for below in types[all[next]].subtypes where all.count < Self.mostSubtypes && !all.contains(below) {
        all.append(below)
      }
      next += 1
    }
    return all
  }

  /// An object whose initialiser gets what nothing is known of.
  private mutating func madeByNobody(_ type: Int) -> ValueID? {
    let body = function(types[type].key)
    let place = origin(body, types[type].key.node, extra: 5)
    var given: [ValueID] = []
    var labels: [NameID] = []
    let maker = maker(of: type)
    if let maker {
      let takesNamed = program.units[types[type].key.unit].words.leftOutIsNull
      for (index, parameter) in functions[maker].graph.parameters.enumerated() {
        guard parameter.form == .plain, takesNamed || !parameter.isNamedOnly else { continue }
        given.append(rootValue(maker, index))
        labels.append(parameter.isNamedOnly ? parameter.label : .empty)
      }
    }
    let before = creations[type]
    // It is as little called as its class is made.
    let callersBefore = maker.map { ($0, callers[$0]) }
    let object = construct(
      arena.intern(.type, payload: UInt32(type)), given, shape(CallShape(origin: place, name: nil, labels: labels))
    ).value
    creations[type] = before
    if let (maker, known) = callersBefore { callers[maker] = known }
    return closed(object, nil)
  }

  /// The function that makes objects of a class: its constructor, or the head of the class itself.
  private mutating func maker(of type: Int) -> Int? {
    let words = program.units[types[type].key.unit].words
    let own = arena.intern(.type, payload: UInt32(type))
    if words.initializer != .empty, let found = classMember(type, words.initializer, of: own),
      let maker = ownFunction(found)
    {
      return maker
    }
    for place in lineage(type) {
      let body = function(types[place].key)
      if !functions[body].graph.parameters.isEmpty { return body }
      guard let node = functions[body].graph.constructors.first else { continue }
      // The value first: what is asked of it has to be asked of the arena that has it.
      let constructor = value(node, of: body)
      if let first = ownFunction(constructor) { return first }
    }
    return nil
  }

  /// The function of the code that a value is; of several of one name the first.
  private func ownFunction(_ value: ValueID) -> Int? {
    guard arena.kind(value) == .function else { return nil }
    switch arena[value].variant {
    case FunctionForm.own: return Int(arena[value].payload)
    case FunctionForm.maker: return ownFunction(arena.value(value, 0))
    case FunctionForm.overloads: return overloads(value).first.flatMap { ownFunction($0) }
    default: return nil
    }
  }

  // MARK: - Fields at any time

  /// The object as a method finds it: other methods may have given its fields other values.
  mutating func atRest(_ object: ValueID) -> ValueID {
    guard arena.kind(object) == .object else { return object }
    var writes = WrittenFields()
    let type = Int(arena[object].payload)
    for place in lineage(type) {
      for method in methods(place) where functions[method].type == place {
        for function in laterFunctions(in: method) { collect(&writes, of: function, in: method, object) }
      }
    }
    var result = object
    for name in writes.names {
      guard let field = writes.fields[name] else { continue }
      result = put(result, name, last(of: field.written, instead: field.before))
    }
    result = withEntered(fieldsOf: withFieldWrites(result))
    for name in emptyVariables(type) where field(result, name) == nil { result = put(result, name, ValueArena.null) }
    for (name, value) in fields(result) where value == ValueArena.null && !isConstant(name, of: type) {
      result = put(result, name, something(name, ofClass: type))
    }
    return result
  }

  /// A field that only constructors give a value.
  mutating func isConstant(_ name: NameID, of type: Int) -> Bool {
    for place in lineage(type) {
      let fields = functions[function(types[place].key)].graph.fields
      if let field = fields.first(where: { $0.name == name }) { return field.isConstant }
    }
    return false
  }

  /// Variables that the body of a class gives nothing to begin with: something is put there later.
  private mutating func emptyVariables(_ type: Int) -> [NameID] {
    // What a class gives something to is not empty because its base leaves it so.
    var given: Set<NameID> = []
    return lineage(type).flatMap { place -> [NameID] in
      let key = types[place].key
      let rules = program.units[key.unit].rules
      let graph = functions[function(key)].graph
      func isEmpty(_ name: NameID) -> Bool { graph.exits[name].map { graph[$0].operation == .null } ?? false }
      defer { given.formUnion(graph.exits.keys) }
      func isLeftEmpty(_ name: NameID) -> Bool { isEmpty(name) && !given.contains(name) }
      if rules.assignmentDeclares { return graph.exits.keys.filter(isLeftEmpty).sorted { $0.raw < $1.raw } }
      guard rules.typesTell || rules.optionalsBeginEmpty || rules.declaredFieldsAreArguments else { return [] }
      return graph.fields.filter { !$0.isConstant }.map(\.name).filter(isLeftEmpty)
    }
  }

  /// What may run when there is an object. What a constructor does itself makes it; its closures may run afterwards.
  mutating func laterFunctions(in method: Int) -> [Int] {
    let key = functions[method].key
    let unit = program.units[key.unit]
    let isConstructor =
      unit.tree[key.node].functionForm == .initializer
      || unit.words.initializer != .empty && unit.tree.name(key.node) == unit.words.initializer
    return functions(in: method).filter { !isConstructor || $0 != method }
  }

  /// What the function writes to the fields of the object.
  /// - Parameter method: in which the function stands.
  private mutating func collect(_ writes: inout WrittenFields, of function: Int, in method: Int, _ object: ValueID) {
    let graph = functions[function].graph
    for index in graph.cells.indices where graph.cells[index].operation == .put {
      let node = GraphNode(raw: UInt32(index))
      guard isOwn(graph.operand(node, 0), graph) else { continue }
      let name = NameID(graph.cells[index].payload)
      let first = field(object, name)
      let before = first ?? classMember(Int(arena[object].payload), name, of: object)
      // A call changes nothing that is not there, nor what is worked out each time that it is asked for.
      if before.map(isGetter) ?? true, isCallOn(name, graph.operand(node, 1), graph) { continue }
      let bound = binding([Binding.Pair(symbol: symbol(.this(function: method)), value: object)])
      var written = closed(substitute(value(graph.operand(node, 1), of: function), bound), function)
      if graph[graph.operand(node, 1)].operation == .after { written = grown(written, from: before) }
      if written == first || written == ValueArena.absent { continue }
      let instead = before ?? (isAnswer(written) ? ValueArena.null : ValueArena.absent)
      writes.add(written, to: name, happened(function, index), instead: instead)
    }
    collectCalls(&writes, in: function, of: method, object)
  }

  private func isGetter(_ member: ValueID) -> Bool {
    arena.kind(member) == .function && arena[member].variant == FunctionForm.own
      && isAccessor(Int(arena[member].payload))
  }

  /// A list that a method adds to is added to as often as the method is called. Constraints are put into a list once: a
  /// second one of the kind would be another query.
  private mutating func grown(_ list: ValueID, from before: ValueID?) -> ValueID {
    guard let before, arena.kind(list) == .list, arena.kind(before) == .list,
      !arena.items(list).contains(where: { arena.kind($0.value) == .made })
    else { return list }
    return repeating(list, beyond: before)
  }

  /// That a function has done what one of its nodes says.
  mutating func happened(_ function: Int, _ node: Int) -> CondID {
    let site = functions[function].graph.cells[node].site
    let subject = arena.unknown(.operation, origin(function, site, extra: 6))
    return diagrams.condition(Atom(SubjectID(subject.raw), .opaque(0)))
  }

  /// Methods that rows describe change it as well: `this.setState({ a })`.
  private mutating func collectCalls(_ writes: inout WrittenFields, in function: Int, of method: Int, _ object: ValueID)
  {
    let graph = functions[function].graph
    for effect in graph.effects where changesOwn(effect.call, graph) {
      let binding = binding([Binding.Pair(symbol: symbol(.this(function: method)), value: object)])
      guard let changed = changed(object, by: effect.call, of: function, binding).map({ closed($0, function) }),
        arena.kind(changed) == .object
      else { continue }
      let happened = happened(function, Int(effect.call.raw))
      for (name, value) in fields(changed) where value != field(object, name) {
        let before = atFirst(name, of: object)
        let current = writes.fields[name].map { last(of: $0.written, instead: $0.before) } ?? before
        writes.set(name, to: behind(happened, value, current, instead: before))
      }
    }
  }

  private mutating func atFirst(_ name: NameID, of object: ValueID) -> ValueID {
    field(object, name) ?? classMember(Int(arena[object].payload), name, of: object) ?? ValueArena.absent
  }

  private func changesOwn(_ call: GraphNode, _ graph: ValueGraph) -> Bool {
    guard graph[call].operation == .call else { return false }
    let callee = graph.operand(call, 0)
    return graph[callee].operation == .member && models.changesObjects(NameID(graph[callee].payload))
      && isOwn(graph.operand(callee, 0), graph)
  }

  /// What a request answers, or a part of that: before it was sent there is none.
  private func isAnswer(_ value: ValueID) -> Bool {
    arena.kind(value) == .result || [.documentSnapshot, .list].contains(sort(value)) && arena.kind(value) == .made
  }

  /// Whether a node is what a field was already, after a call that may have changed it.
  func isCallOn(_ field: NameID, _ node: GraphNode, _ graph: ValueGraph) -> Bool {
    var next = node
    while graph[next].operation == .after { next = graph.operand(next, 1) }
    return next != node && graph[next].operation == .member && NameID(graph[next].payload) == field
      && isOwn(graph.operand(next, 0), graph)
  }

  /// Whether a node is what the method is called on, at some time.
  func isOwn(_ node: GraphNode, _ graph: ValueGraph) -> Bool {
    var next = node
    while true {
      switch graph[next].operation {
      case .this: return true
      case .capture: return NameID(graph[next].payload) == Word.this.name
      case .put: next = graph.operand(next, 0)
      case .after, .gamma: next = graph.operand(next, 1)
      case .mu: next = graph.carried[Int(graph[next].payload)].first
      case .afterLoop: next = graph.carried[Int(graph[next].payload)].first
      default: return false
      }
    }
  }
}

/// What the methods of an object write to its fields.
private struct WrittenFields {
  struct Field {
    var before: ValueID
    var written: [GuardedItem] = []
  }

  private(set) var names: [NameID] = []
  private(set) var fields: [NameID: Field] = [:]

  mutating func set(_ name: NameID, to value: ValueID) {
    if fields[name] == nil { names.append(name) }
    fields[name] = Field(before: value)
  }

  /// Who writes the same once more makes nothing else possible.
  /// - Parameter before: what the field is if nothing was written.
  mutating func add(_ value: ValueID, to name: NameID, _ happened: CondID, instead before: ValueID) {
    var field = fields[name] ?? Field(before: before)
    if field.before == value || field.written.contains(where: { $0.value == value }) { return }
    if field.before == ValueArena.absent {
      field.before = value
    } else {
      field.written.append(GuardedItem(happened, value))
    }
    if fields[name] == nil { names.append(name) }
    fields[name] = field
  }
}
