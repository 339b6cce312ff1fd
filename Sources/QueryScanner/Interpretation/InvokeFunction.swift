import Diagnostics

extension Interpreter {
  /// How deep calls are followed.
  static let depthLimit = 12

  /// A closure of the code with what it can see.
  /// - Parameter isAbout: it may have to do with a query, whatever its own words are.
  func reference(to closure: Closure, _ span: Span, isAbout: Bool = false) -> ScannedValue {
    let place = closures[span, default: [:]][file]
    let id = place ?? index.functions.count
    if place == nil {
      closures[span, default: [:]][file] = id
      index.functions.append(
        FunctionInfo(
          id: id, name: functionName, simpleName: "", parameters: closure.parameters, body: closure.body,
          returnType: nil,
          returnsLastExpression: closure.returnsLastExpression, file: file, type: nil, isClosure: true))
    }
    let reference = FunctionReference(index: id, environment: captured())
    noteCaptured(by: closure.body)
    if silence == 0, stored.isNew(reference) {
      if isAbout || stored.isKept(id) || isAboutQueries(closure.body) {
        stored.note(reference, state, chain)
      } else {
        stored.markRun(id)
      }
    }
    return .function(reference)
  }

  /// A function that is declared inside of another.
  func reference(toLocal function: Function, _ span: Span) -> ScannedValue {
    let place = closures[span, default: [:]][file]
    let id = place ?? index.functions.count
    if place == nil {
      closures[span, default: [:]][file] = id
      let outer = functionName.map { "\($0)." } ?? ""
      index.functions.append(
        FunctionInfo(
          id: id, name: outer + function.name, simpleName: function.name, parameters: function.parameters,
          body: function.body, returnType: function.returnType, returnsLastExpression: function.returnsLastExpression,
          file: file, type: nil, isClosure: true))
    }
    let reference = FunctionReference(index: id, environment: captured())
    if silence == 0, stored.isNew(reference), let body = function.body {
      // What nothing here calls may be handed out: hooks and composables return their functions.
      // The variables around it may not be there yet; ``noteHandedOut(_:)`` looks again.
      if stored.isKept(id) || isAboutQueries(body) { stored.note(reference, state, chain) }
    }
    return .function(reference)
  }

  /// A function inside of another is named: whoever gets it may run it, with what is known here.
  func noteHandedOut(_ value: ScannedValue) {
    guard silence == 0, case .function(let reference) = value else { return }
    stored.markHandedOut(reference.index)
    guard !stored.hasRun(reference.index) else { return }
    let info = index.functions[reference.index]
    guard info.isClosure, let body = info.body, stored.isKept(info.id) || isAboutQueries(body) else { return }
    stored.note(reference, state, chain)
  }

  /// Whether code made here may have to do with a query: by its words, or by what the variables around it hold.
  func isAboutQueries(_ body: [Statement]) -> Bool {
    var asked: [Int] = []
    return isAboutQueries(body, &asked)
  }

  /// The same of a function as a value.
  func isAboutQueries(_ reference: FunctionReference) -> Bool {
    let info = index.functions[reference.index]
    guard info.isClosure else { return info.isRelevant }
    guard let body = info.body, let around = environments[reference.environment] else { return true }
    return within(around) { isAboutQueries(body) }
  }

  /// - Parameter asked: the functions around it of which this is known, or being found out.
  private func isAboutQueries(_ body: [Statement], _ asked: inout [Int]) -> Bool {
    for statement in body {
      if relevance.contains(statement, in: file) { return true }
      var functions: [FunctionReference] = []
      var found = false
      statement.forEachName { name in
        guard !found, let value = local(name) else { return }
        if case .function(let reference) = value { functions.append(reference) } else { found = value.leadsToRequests }
      }
      if found { return true }
      for reference in functions where asked.count < 32 && !asked.contains(reference.index) {
        asked.append(reference.index)
        let info = index.functions[reference.index]
        guard info.isClosure, let body = info.body, let around = environments[reference.environment] else { continue }
        let outer = scope
        scope = around
        defer { scope = outer }
        if isAboutQueries(body, &asked) { return true }
      }
    }
    return false
  }

  private func captured() -> Int {
    var level: Scope? = scope
    while let current = level, !current.isCaptured {
      current.isCaptured = true
      level = current.parent
    }
    environments[scope.id] = scope
    return scope.id
  }

  /// A declared function as a value.
  func reference(toFunction id: Int) -> FunctionReference { FunctionReference(index: id, environment: 0) }

  func reference(toFunction id: Int, on receiver: ScannedValue) -> FunctionReference {
    let bound = Scope(id: newID(), parent: nil, file: index.functions[id].file, receiver: receiver)
    environments[bound.id] = bound
    return FunctionReference(index: id, environment: bound.id)
  }

  /// Calls a value.
  /// - Parameter span: of the call, where it stands for itself in the code.
  /// - Parameter isOpen: more may be passed than these arguments.
  func apply(
    _ value: ScannedValue, _ arguments: [CallArgument], _ span: Span = Span(0, 0), isOpen: Bool = false
  ) -> ScannedValue {
    switch value {
    case .function(let reference):
      let info = index.functions[reference.index]
      if reference.use == .onReceiver, info.isClosure { return applyOnReceiver(reference, arguments) }
      let arguments =
        reference.use == .providerFamily
        ? [CallArgument(value: .unknown(UnknownValue(name: "ref")))] + arguments : arguments
      let environment = environments[reference.environment]
      return invoke(
        info, arguments, receiver: environment?.receiver, parent: info.isClosure ? environment : nil, isOpen: isOpen)
    case .type(let key):
      return index.type(key: key).map { construct($0, arguments) } ?? unknownCall(arguments)
    case .alternatives(let values):
      let functions = values.filter { if case .function = $0 { true } else { false } }
      guard !functions.isEmpty else { return keptValue(nil, of: value, arguments) ?? unknownCall(arguments) }
      return together(functions.map { function in { self.apply(function, arguments, isOpen: isOpen) } })
    case .instance(let instance):
      // `callAsFunction`, `invoke`, `call`, `__call__`.
      guard let type = index.type(key: instance.type) else { return unknownCall(arguments) }
      for name in ["invoke", "callAsFunction", "call", "__call__"] {
        if let id = chosen(index.methods(name, of: type), arguments) {
          return invoke(index.functions[id], arguments, receiver: value, parent: nil)
        }
      }
      return unknownCall(arguments)
    case .unknown(let unknown): return result(ofUnknown: unknown, arguments, span)
    case .handle: return callHandle(value, arguments, span) ?? unknownCall(arguments)
    default: return keptValue(nil, of: value, arguments) ?? unknownCall(arguments)
    }
  }

  /// Runs a function with arguments.
  /// - Parameter isOpen: more may be passed than these.
  func invoke(
    _ info: FunctionInfo, _ arguments: [CallArgument], receiver: ScannedValue?, parent: Scope?, isOpen: Bool = false
  ) -> ScannedValue {
    guard let body = info.body, isWorthFollowing(info, arguments) else {
      if !info.isClosure { followed.markLoose(info.id) }
      return unknownResult(of: info, arguments)
    }
    if !info.isClosure { noteFollowed(info) }
    let outer = (scope, functionName, codeType, choices, strayReturns, cascadeReceivers)
    let (outerItem, outerRepetition, outerResult) = (listItem, repetition, expectedResult)
    expectedResult = expectedResult(of: info)
    defer { (listItem, repetition, expectedResult) = (outerItem, outerRepetition, outerResult) }
    if let item = listItem, !info.isClosure {
      if arguments.contains(where: { $0.expression?.mentions(item.names) == true }) {
        repetition = deeper(item.repetition)
      }
      listItem = nil
    }
    repetitionOfCall = repetition
    let inner = Scope(id: newID(), parent: parent, file: info.file, receiver: receiver)
    let changed = inoutArguments(of: arguments, to: info.parameters)
    depth += 1
    let object: Int? = if case .instance(let instance)? = receiver { instance.object } else { nil }
    if let object { activeObjects.append(object) }
    if !info.isClosure {
      if silence == 0 { askers[info.id, default: []].insert(chain.last ?? outside) }
      chain.append(info.id)
      callSites.append(callSite)
    } else if silence == 0 {
      stored.markRun(info.id)
    }
    active[info.id, default: 0] += 1
    (scope, functionName, codeType, choices, strayReturns) = (inner, info.name, info.type ?? codeType, Choices(), [])
    bind(info.parameters, arguments, isOpen: isOpen)
    let outerDecisive = decisive[info.id]
    decisive[info.id] = info.parameters.map(decisiveValue)
    defer { decisive[info.id] = outerDecisive }
    if info.isConstructor { keepProperties(info.parameters, in: receiver) }
    if info.isClosure, info.parameters.isEmpty { bindImplied(arguments) }
    var paths = execute(body, from: [state], tail: info.returnsLastExpression)
    for argument in changed {
      for place in paths.indices {
        guard let value = paths[place].state[Slot(owner: inner.id, name: argument.parameter)] else { continue }
        paths[place].state.set(argument.slot, value)
      }
    }
    let value = leave(paths, inner)
    depth -= 1
    if object != nil { activeObjects.removeLast() }
    noteReturn(value, from: receiver)
    if !info.isClosure {
      chain.removeLast()
      callSites.removeLast()
    }
    active[info.id, default: 1] -= 1
    (scope, functionName, codeType, choices, strayReturns, cascadeReceivers) = outer
    guard let value else { return unknownResult(of: info, []) }
    return value
  }

  /// Joins the ways out of a function; nil when none returns anything.
  private func leave(_ paths: [Path], _ inner: Scope) -> ScannedValue? {
    var values = strayReturns
    var states: [PathState] = []
    for path in paths {
      switch path.completion {
      case .returned(let value), .value(let value):
        values.append(value)
        states.append(path.state)
      case .normal: states.append(path.state)
      case .broke, .continued, .threw: break
      }
    }
    if states.isEmpty { states = paths.map(\.state) }
    for place in states.indices { states[place].close(inner) }
    if let joined = PathState.joined(states) { state = joined }
    if values.isEmpty { return nil }
    let value = ScannedValue.oneOf(values).limited
    return state.isTruncated && value.holdsQuery ? value.collapsed(onlyAlternatives: true) : value
  }

  func isWorthFollowing(_ info: FunctionInfo, _ arguments: [CallArgument]) -> Bool {
    if info.namesSDK { allowance.hasMetDatabase = true }
    guard depth < Self.depthLimit, !isExhausted, nesting < Self.nestingLimit else { return false }
    if let times = active[info.id], times > 0, times > 1 || !decidesAnew(info, arguments) { return false }
    if info.isRelevant || info.isClosure { return true }
    return arguments.contains { argument in
      if case .function = argument.value { true } else { argument.value.holdsQuery }
    } || info.isShort
  }

  /// What was passed for a parameter that a condition on it alone goes by: nothing, or true or false.
  private func decisiveValue(_ parameter: Parameter) -> ScannedValue? {
    guard case .name(let name) = parameter.pattern, let value = local(name) else { return nil }
    switch value {
    case .null, .boolean: return value
    default: return nil
    }
  }

  /// Whether a function calls itself with what takes other ways through it: `page(null)` that goes on with
  /// `page(last)`. The pages after that are asked for like the second.
  private func decidesAnew(_ info: FunctionInfo, _ arguments: [CallArgument]) -> Bool {
    guard let before = decisive[info.id], before.contains(where: { $0 != nil }) else { return false }
    return zip(before, assignment(of: arguments, to: info.parameters)).contains { value, passed in
      guard let value, let passed = passed.first else { return false }
      return passed.value != value
    }
  }

  /// `$0` and `it`.
  private func bindImplied(_ arguments: [CallArgument]) {
    if arguments.isEmpty {
      declare("$0", .unknown(UnknownValue()))
      return
    }
    for (place, argument) in arguments.enumerated() { declare("$\(place)", argument.value) }
    // Without an argument `it` stays that of the closure around.
    if source.language == .kotlin, let first = arguments.first { declare("it", first.value) }
  }

  /// What a function returns whose body says nothing.
  func unknownResult(of info: FunctionInfo, _ arguments: [CallArgument]) -> ScannedValue {
    if !arguments.isEmpty {
      _ = deliver([], to: arguments, isCertain: false)
      deliverHeld(by: arguments)
    }
    let unknown = ScannedValue.unknown(UnknownValue(.other, name: info.simpleName, type: info.returnType))
    return info.returnType.flatMap { typedValue($0, file: info.file) } ?? unknown
  }

  // MARK: Closures among arguments

  /// Runs the closures among the arguments with values; nil when there are none.
  /// - Parameter isCertain: they run; else they may as well not run at all.
  /// - Parameter name: of the call, where it may build a list.
  /// - Parameter areTold: the code says all of the values (``isTold(_:by:)``).
  func deliver(
    _ values: [ScannedValue], to arguments: [CallArgument], isCertain: Bool, of name: String? = nil,
    areTold: Bool = false
  ) -> ScannedValue? {
    var results: [ScannedValue] = []
    for argument in arguments {
      for case .function(let reference) in argument.value.possibilities {
        let run = {
          self.runClosure(argument, of: name, arguments) {
            self.apply(.function(reference), self.padded(values, for: reference, areTold), isOpen: true)
          }
        }
        if isCertain {
          results.append(run())
        } else {
          let before = state
          let forgotten = isHandler(argument, of: name) ? forgetWhatOthersAssign() : []
          results.append(run())
          state.restore(forgotten)
          state = PathState.joined([state, before]) ?? before
        }
      }
    }
    return results.isEmpty ? nil : ScannedValue.oneOf(results).limited
  }

  /// What runs later sees properties as all other functions may have left them by then.
  func forgetWhatOthersAssign() -> [KeptValues.Cell] {
    state.forgetShared { self.mutated.isAssigned($0, exceptBy: self.chain) }
  }

  /// A closure gets as many arguments as it declares; what is not known about them is unknown.
  private func padded(_ values: [ScannedValue], for reference: FunctionReference, _ areTold: Bool) -> [CallArgument] {
    let parameters = index.functions[reference.index].parameters
    var arguments = values.map { CallArgument(value: $0, isTold: areTold && $0.mayLackMembers) }
    if !parameters.isEmpty, arguments.count > parameters.count {
      arguments.removeLast(arguments.count - parameters.count)
    }
    return arguments
  }
}

extension FunctionInfo {
  /// Cheap to follow even when nothing seems to come of it.
  var isShort: Bool { (body?.count ?? 0) <= 4 }
}

extension ScannedValue {
  func collapsed(onlyAlternatives: Bool) -> ScannedValue {
    if case .alternatives = self { collapsed } else { self }
  }
}
