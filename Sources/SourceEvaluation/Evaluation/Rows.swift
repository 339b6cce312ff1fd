import SourceSemantics
import SourceSyntax
import SourceTokens

/// Finds the row for a call and carries out what it says.
extension Evaluator {
  /// A method of something that rows describe.
  mutating func applyRow(
    _ receiver: ValueID, _ name: NameID, _ arguments: [ValueID], _ shape: UInt32
  ) -> Applied? {
    let own = rowName(name, of: receiver)
    // Objects are made of documents, too.
    if arena.kind(receiver) == .result { noteTypes(arguments + calls[Int(shape)].types) }
    for sort in sorts(receiver) {
      for row in models.methods(sort, sort == .handle ? own : name, isCall: true) {
        if let answer = apply(row, receiver, arguments, shape) { return answer }
      }
    }
    return nil
  }

  /// A method of a class that is not read and that has a handler run, whatever object of the class it is called on.
  mutating func applyDispatching(
    _ receiver: ValueID, _ name: NameID, _ arguments: [ValueID], _ shape: UInt32
  ) -> Applied? {
    guard models.dispatching.contains(name), case .this? = symbol(of: receiver) else { return nil }
    for row in models.methods(.object, name, isCall: true) {
      if let answer = apply(row, receiver, arguments, shape) { return answer }
    }
    return nil
  }

  /// Rows of objects that only lead to something else call them by the names of the row.
  private mutating func rowName(_ name: NameID, of receiver: ValueID) -> NameID {
    guard arena.construct(receiver) == .handle, let handle = arena.knownText(arena.value(receiver, 0)) else {
      return name
    }
    return program.names.dotted([handle, name])
  }

  /// A member that is no call.
  mutating func memberByRow(_ base: ValueID, _ name: NameID, _ site: Site) -> ValueID? {
    askedMember(base, name, site)?.value
  }

  /// The same with what it asks: streams that are members listen when they are read.
  mutating func askedMember(_ base: ValueID, _ name: NameID, _ site: Site) -> Applied? {
    let own = rowName(name, of: base)
    for sort in sorts(base) {
      for row in models.methods(sort, sort == .handle ? own : name, isCall: false) {
        var context = RowContext(row: row, receiver: base, arguments: [], origin: origin(site.function, site.node))
        switch models[row].meaning {
        case .value(let expression):
          if let value = evaluate(expression, &context) { return Applied(value: value, effects: context.effects) }
        case .request(let request):
          if let applied = apply(request, &context) { return applied }
        }
      }
    }
    return nil
  }

  /// A function or class of a package that is not read.
  mutating func applyExternal(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied? {
    let isBare = path(callee).first.map { models.isBare(module: $0) } ?? false
    if !isBare, let answer = applyBare(callee, arguments, shape, sends: true) { return answer }
    for row in rows(callee, isCall: true) {
      if let answer = apply(row, ValueArena.absent, arguments, shape, isBare: isBare) { return answer }
    }
    return isBare ? nil : applyBare(callee, arguments, shape, sends: false)
  }

  /// A name that a library has, too, but not with these arguments: `ref(db, "users")`.
  /// - Parameter sends: what sends something to a place that is known comes first: `get(ref(db, "users"))`.
  private mutating func applyBare(
    _ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32, sends: Bool
  ) -> Applied? {
    let names = path(callee)
    guard names.count == 1, models.isOfLibrary(names[0]), let root = models.bareModule(of: names[0]),
      mayBeOfSDK(functions[origins[Int(calls[Int(shape)].origin.raw)].function].key.unit)
    else { return nil }
    let own = external(external(nil, root), names[0])
    for row in rows(own, isCall: true) where !sends || models[row].isRequest {
      if let answer = apply(row, ValueArena.absent, arguments, shape, isBare: true) { return answer }
    }
    return nil
  }

  /// The rows for a path: below a module of a model, or by its whole name.
  private mutating func rows(_ external: ValueID, isCall: Bool) -> [RowID] {
    if let name = implicitName(external) { return models.implicit(name, isCall: isCall) }
    let path = path(external)
    if let (section, length) = models.module(of: path) {
      let rest = path.dropFirst(length).drop(while: { !isRowName($0, path) })
      // The module itself is called.
      let name = rest.isEmpty ? Word.default.name : program.names.dotted(rest)
      let found = models.functions(section, name, isCall: isCall)
      if !found.isEmpty { return found }
      let shared = models.sharedFunctions(section, name, isCall: isCall)
      if !shared.isEmpty { return shared }
    }
    let name = program.names.dotted(path[...])
    return models.sections.indices.filter { models.sections[$0].kind == .library }.flatMap {
      models.functions(UInt16($0), name, isCall: isCall)
    }
  }

  mutating func hasRows(_ external: ValueID) -> Bool {
    !rows(external, isCall: true).isEmpty || !rows(external, isCall: false).isEmpty
  }

  /// What the rows of a function take; nil where one of them takes any number, or where there is none.
  mutating func mostParameters(of external: ValueID) -> Int? {
    let all = rows(external, isCall: true).compactMap { models[$0].parameters }
    return all.contains { $0.contains(where: \.isRest) } ? nil : all.map(\.count).max()
  }

  /// A path that nothing says anything of: a method of the function before it.
  mutating func isNamelessFunction(_ external: ValueID) -> Bool {
    arena.kind(external) == .external && rows(external, isCall: true).isEmpty
  }

  /// `base_query.FieldFilter` is `FieldFilter`: modules of a package lie between.
  private func isRowName(_ name: NameID, _ path: [NameID]) -> Bool {
    name == path.last || !program.names.isLowercase(name)
  }

  /// A name below a module that is a value by itself.
  mutating func member(ofExternal base: ValueID, _ name: NameID, _ site: Site) -> ValueID {
    if let added = extensionMember(ofType: base, name, site) { return added }
    let member = external(base, name)
    for row in rows(member, isCall: false) {
      guard case .value(let expression) = models[row].meaning, !isDecorator(row) else { continue }
      var context = RowContext(
        row: row, receiver: ValueArena.absent, arguments: [], origin: origin(site.function, site.node))
      if let value = evaluate(expression, &context) { return value }
    }
    return member
  }

  /// What is imported by name may be a value by itself.
  mutating func imported(external: ValueID, _ site: Site) -> ValueID {
    let path = path(external)
    guard path.count > 1, let parent = externals[Int(arena[external].payload)].parent else { return external }
    return member(ofExternal: arena.intern(.external, payload: parent), path[path.count - 1], site)
  }

  private func isDecorator(_ row: RowID) -> Bool { models[row].name.first?.hasPrefix("@") == true }

  /// What a decorator hands to its function.
  mutating func decoratorRow(_ external: ValueID) -> ValueID? {
    let path = path(external)
    guard let (section, _) = models.module(of: path), let last = path.last else { return nil }
    let name = program.names.intern("@" + program.names.text(last))
    for row in models.functions(section, name, isCall: false) {
      guard case .value(let expression) = models[row].meaning else { continue }
      var context = RowContext(row: row, receiver: ValueArena.absent, arguments: [], origin: OriginID(raw: 0))
      if let value = evaluate(expression, &context) { return value }
    }
    return nil
  }

  /// What a declared type of an SDK is.
  mutating func typeRow(_ external: ValueID) -> ValueID? {
    let path = path(external)
    guard let (section, length) = models.module(of: path), let last = path.last else { return nil }
    let name = length < path.count ? last : path[path.count - 1]
    guard let row = models.type(section, name), case .value(let expression) = models[row].meaning else { return nil }
    var context = RowContext(row: row, receiver: ValueArena.absent, arguments: [], origin: OriginID(raw: 0))
    return evaluate(expression, &context)
  }

  // MARK: - Carrying out

  private mutating func apply(
    _ row: RowID, _ receiver: ValueID, _ arguments: [ValueID], _ shape: UInt32, isBare: Bool = false
  ) -> Applied? {
    let info = calls[Int(shape)]
    guard !models[row].takesType || !info.types.isEmpty else { return nil }
    guard let given = bind(arguments, info.labels, to: row, receiver, isBare) else { return nil }
    var context = RowContext(row: row, receiver: receiver, arguments: given, origin: info.origin)
    context.types = info.types
    switch models[row].meaning {
    case .value(let expression):
      guard let value = evaluate(expression, &context) else { return nil }
      var result = Applied(value: value)
      if let becomes = models[row].becomes { result.receiver = evaluate(becomes, &context) }
      if let runs = models[row].runs { _ = evaluate(runs, &context) }
      result.effects = context.effects
      for call in models[row].calls { result.effects += run(call, context) }
      noteBuilt(value, expression, info.origin)
      return result
    case .request(let request):
      return apply(request, &context)
    }
  }

  /// A query that has one more step now; whoever sends it is looked for later.
  private mutating func noteBuilt(_ value: ValueID, _ expression: RowExpression, _ place: OriginID) {
    switch expression {
    case .plus: break
    case .make(.refined, _): break
    default: return
    }
    for one in arena.kind(value) == .choice ? arena.items(value).map(\.value) : [value] { noteBuilt(one, place) }
  }

  func lastStep(_ query: ValueID) -> OriginID? {
    arena.kind(query) == .query ? arena.steps(query).last.map { call(of: $0.origin) } : nil
  }

  mutating func noteBuilt(_ query: ValueID, _ place: OriginID) {
    guard let last = lastStep(query), built[last] == nil else { return }
    built[last] = BuiltQuery(value: query, place: place)
  }

  private mutating func apply(_ request: RowRequest, _ context: inout RowContext) -> Applied? {
    guard let target = evaluate(request.target, &context) else { return nil }
    guard arena.kind(target) == .choice else { return send(request, target, &context) }
    var values: [GuardedItem] = []
    var result = Applied(value: ValueArena.absent)
    for item in arena.items(target) {
      guard let one = send(request, item.value, &context) else { continue }
      values += alternatives(one.value, under: item.under)
      for var effect in one.effects {
        effect.under = diagrams.and(effect.under, item.under)
        result.effects.append(effect)
      }
    }
    result.value = choice(values)
    return values.isEmpty ? nil : result
  }

  private mutating func send(_ request: RowRequest, _ target: ValueID, _ context: inout RowContext) -> Applied? {
    let payload = request.payload.flatMap { evaluate($0, &context) } ?? ValueArena.absent
    let transaction = request.transaction.flatMap { evaluate($0, &context) } ?? ValueArena.absent
    let merge = request.mergeFlag.flatMap { evaluate($0, &context) } ?? ValueArena.absent
    let circumstance = request.circumstance.flatMap { evaluate($0, &context) } ?? ValueArena.absent
    let shape = RequestShape(origin: context.origin, row: context.row, part: request.gives)
    // Options may say how something is read.
    let isRead = request.operation == .get || request.operation == .listen
    let value = self.request(
      self.request(shape), [target, payload, transaction, merge, circumstance] + (isRead ? context.arguments : []))
    let function = origins[Int(context.origin.raw)].function
    var result = Applied(value: value)
    let under = request.condition.flatMap { evaluate($0, &context) }.map { truth($0) } ?? .always
    result.effects = [PendingEffect(value: value, under: under, loops: [], function: function)] + context.effects
    context.answer = value
    for call in models[context.row].calls { result.effects += run(call, context) }
    if let returns = request.returns, let value = evaluate(returns, &context) { result.value = value }
    return result
  }

  mutating func request(_ shape: UInt32, _ words: [ValueID]) -> ValueID {
    var words = words
    if isOfFirestore(words[0]) { words[1] = ValueArena.absent }
    return arena.intern(
      .result, payload: shape, words.map(\.raw), isOpen: words.contains { arena.isOpen($0) }, size: arena.size(words))
  }

  /// What is written there makes no other request.
  private func isOfFirestore(_ target: ValueID) -> Bool {
    switch arena.construct(target) {
    case .document?, .anyDocument?, .documentOf?, .askedDocument?: return true
    case .reference?, .parent?: return !arena.isOpen(target)
    default: break
    }
    guard arena.kind(target) == .query else { return false }
    return !arena.isOpen(arena.base(target)) && !isRealtime(target)
  }

  // MARK: - Arguments

  /// The arguments in the order of the row's parameters; nil where they are not those of the row.
  /// - Parameter isBare: only the name says that it is the row's function.
  private mutating func bind(
    _ arguments: [ValueID], _ labels: [NameID], to id: RowID, _ receiver: ValueID, _ isBare: Bool
  ) -> [ValueID]? {
    let arguments = hasImplicitMembers ? arguments.map { settled($0) } : arguments
    let parameters = models[id].parameters ?? []
    let names = models.labels(of: id)
    var values: [ValueID?] = Array(repeating: nil, count: parameters.count)
    var rest: [GuardedItem] = []
    var isRestEnded = true
    var isOpen = false
    var next = 0
    let takesRest = parameters.contains(where: \.isRest)
    for (place, value) in arguments.enumerated() {
      let label = place < labels.count ? labels[place] : .empty
      if label == Word.each.name || label == Word.or.name {
        isOpen = true
        if takesRest { spread(value, under: .always, into: &rest, &isRestEnded) }
        continue
      }
      if label != .empty {
        guard let index = names.firstIndex(of: label), !parameters[index].isRest || parameters[index].name != "" else {
          guard takesRest else { return nil }
          continue
        }
        values[index] = parameters[index].isRest ? list(of: [value]) : value
        continue
      }
      while next < parameters.count, parameters[next].isKeyword || values[next] != nil { next += 1 }
      if next < parameters.count, !parameters[next].isRest {
        values[next] = value
        next += 1
      } else if takesRest {
        rest.append(GuardedItem(.always, value))
      } else {
        return nil
      }
    }
    if arena.kind(receiver) == .unknown, parameters.contains(where: { $0.role == .condition }),
      !parameters.indices.contains(where: { parameters[$0].role == .condition && values[$0] != nil })
    {
      return nil
    }
    var bound: [ValueID] = []
    for (index, parameter) in parameters.enumerated() {
      if parameter.isRest {
        bound.append(values[index] ?? list(rest, isEnded: isRestEnded))
        continue
      }
      guard let value = values[index] else {
        guard parameter.isOptional || isOpen else { return nil }
        bound.append(isOpen && !parameter.isOptional ? arena.unknown(.operation, OriginID(raw: 0)) : ValueArena.absent)
        continue
      }
      guard fits(value, parameter, receiver, isBare) else { return nil }
      bound.append(value)
    }
    return bound
  }

  /// Of what nothing is known, only an argument that nothing else would have says that it is the SDK's.
  private mutating func fits(_ value: ValueID, _ parameter: RowParameter, _ receiver: ValueID, _ isBare: Bool) -> Bool {
    let role = parameter.role
    switch role {
    case .callable:
      return [.function, .symbol, .stuck, .choice, .external].contains(arena.kind(value))
        || arena.construct(value) == .returning || !handlers(of: value).isEmpty
    case .noAnswer: return answersNothing(value)
    case .enabled: return value == ValueArena.yes
    case .constraint where arena.kind(value) == .text: return false
    case .literal: return arena.knownText(value) != nil
    default: if parameter.isStrict || isBare, !isKnown(value, as: role) { return false }
    }
    guard arena.kind(receiver) == .unknown else { return true }
    switch role {
    case .constraint:
      switch arena.construct(value) {
      case .filter?, .and?, .or?, .composite?: return true
      default: return false
      }
    case .operator: return arena.knownText(value).map { models.operators.contains($0) } ?? false
    case .direction:
      switch arena.construct(value) {
      case .ascending?, .descending?: return true
      default: return arena.knownText(value).map { models.directions.contains($0) } ?? false
      }
    case .segments, .text: return !isNothing(value)
    case .documentPath: return hasSlash(value)
    default: return true
    }
  }

  private func answersNothing(_ value: ValueID) -> Bool {
    guard arena.kind(value) == .function, arena[value].variant == FunctionForm.own else { return false }
    let function = Int(arena[value].payload)
    let graph = functions[function].graph
    switch graph[graph.result].operation {
    case .null, .absent: return !graph.isCut
    case .opaque: return program.units[functions[function].key.unit].tree.kind(graph[graph.result].site) == .throw
    default: return false
    }
  }

  /// Whether it is certain that a value is what a role says.
  private func isKnown(_ value: ValueID, as role: ParameterRole) -> Bool {
    if arena.kind(value) == .choice { return arena.items(value).contains { isKnown($0.value, as: role) } }
    if arena.construct(value) == .cell { return isKnown(arena.value(value, 0), as: role) }
    let sort = sort(value)
    switch role {
    case .query: return sort == .query
    case .document: return sort == .document
    case .realtime: return sort == .realtime
    case .target: return [.query, .document, .realtime, .function].contains(sort)
    case .function: return sort == .function || arena.kind(value) == .symbol || arena.kind(value) == .stuck
    case .list: return sort == .list
    case .record: return sort == .record
    default: return true
    }
  }

  /// A text with at least two segments.
  private func hasSlash(_ value: ValueID) -> Bool {
    guard arena.kind(value) == .text else { return false }
    return arena.words(value).contains { word in
      let piece = ValueID(raw: word)
      return arena.kind(piece) == .literal
        && program.names.bytes(of: NameID(arena[piece].payload)).contains(UInt8(ascii: "/"))
    }
  }
}

/// A row that is being carried out.
struct RowContext {
  var row: RowID
  var receiver: ValueID
  var arguments: [ValueID]
  var origin: OriginID
  var types: [ValueID] = []
  var effects: [PendingEffect] = []
  /// To the request that the row sends.
  var answer: ValueID?
}
