import Diagnostics

extension Interpreter {
  /// Evaluates everything that could be run from outside.
  func runRoots() {
    for file in index.files.indices { runFile(file) }
    let declared = index.functions.count
    for id in 0..<declared where !index.functions[id].isClosure { runFunction(id) }
    for id in index.variables.indices { runVariable(id) }
    for type in index.types.indices { runType(type) }
    runStoredClosures()
  }

  /// Stands in a chain for code that is no function.
  var outside: Int { .min }

  func root(
    _ name: String?, file: Int, type: Int? = nil, chain root: [Int], receiver: ScannedValue?, own: [Statement] = [],
    _ body: () -> Void
  ) {
    codeType = type
    state = PathState()
    chain = root
    callSites = Array(repeating: nil, count: root.count)
    callSite = nil
    depth = 0
    nesting = 0
    repetition = nil
    repetitionOfCall = nil
    listItem = nil
    functionName = name
    active = [:]
    allowance = pools.allowance(of: own, importsSDK: relevance.importsSDK[file])
    choices = Choices()
    strayReturns = []
    activeObjects = if case .instance(let instance)? = receiver { [instance.object] } else { [] }
    scope = Scope(id: newID(), parent: nil, file: file, receiver: receiver)
    body()
    addUnsent()
    leaveBuilders()
    pools.charge(allowance, importsSDK: relevance.importsSDK[file])
  }

  /// The code at the top of a file.
  private func runFile(_ file: Int) {
    // What a document shows is about queries.
    guard index.files[file].source.fence != nil || relevance.files[file] else { return }
    let statements = index.files[file].source.statements.compactMap(\.running)
    root(nil, file: file, chain: [outside], receiver: nil, own: statements) {
      let paths = execute(statements, from: [state], tail: false)
      // What a file declares, others may use.
      for path in paths {
        for name in scope.names {
          guard let value = path.state[Slot(owner: scope.id, name: name)] else { continue }
          markEscaped(value)
          // Where it is declared nothing says what it holds: `if production: client = Client()`.
          guard let id = index.files[file].variables[name], index.variables[id].variable.value == nil else { continue }
          properties.collect(value, for: name, of: .file(file))
        }
      }
    }
  }

  private func runFunction(_ id: Int) {
    let info = index.functions[id]
    guard let body = info.body, info.isRelevant else { return }
    if info.isConstructor, let type = info.type {
      runMethod(info, body, receiver: template(of: type), chain: [id])
      return
    }
    guard let type = info.type else {
      let receiver = info.extendedType.flatMap { typedValue($0, file: info.file) ?? .unknown(UnknownValue(type: $0)) }
      runMethod(info, body, receiver: receiver, chain: [id])
      return
    }
    let kind = index.types[type].kind
    if kind == .enumeration, !info.isStatic {
      // Each case as the receiver.
      let unknown = ScannedValue.unknown(UnknownValue(.parameter, type: TypeName(index.types[type].name)))
      for value in allCases(of: type) ?? [unknown] where isMethod(info, of: value, type) {
        runMethod(info, body, receiver: value, chain: [id])
      }
      return
    }
    let isStatic = info.isStatic || kind == .object
    runMethod(
      info, body, receiver: isStatic ? .type(index.key(of: type)) : template(of: type), chain: [id])
    if info.isStatic {
      if isAskedOfSubclasses(info, body) { runInherited(info, body, of: type) { .type(index.key(of: $0)) } }
      return
    }
    let made = madeInstances(of: type)
    for (place, instance) in made.enumerated() {
      // There are more ways to make one than the last of these shows.
      let isCut = place == made.count - 1 && properties.overfullTypes.contains(widget(ofState: type) ?? type)
      runMethod(
        info, body, receiver: instance, chain: [-1 - index.types.count * (place + 1) - type, id], isCut: isCut)
    }
    runInherited(info, body, of: type, template)
  }

  /// Whether a case of an enumeration has a method as it is said there.
  private func isMethod(_ info: FunctionInfo, of value: ScannedValue, _ type: Int) -> Bool {
    guard case .instance(let instance) = value, let name = enumCaseName(instance) else { return info.enumCase == nil }
    if let own = info.enumCase { return own == name }
    return index.types[type].functionsOfCases[name]?[info.simpleName] == nil
  }

  /// A method as the types below have it.
  private func runInherited(
    _ info: FunctionInfo, _ body: [Statement], of type: Int, _ receiver: (Int) -> ScannedValue
  ) {
    let subtypes = inheriting(type, info)
    for (place, subtype) in subtypes.prefix(Self.subtypeLimit).enumerated() where inheritedRuns < 10_000 {
      inheritedRuns += 1
      let isCut = inheritedRuns == 10_000 || place == Self.subtypeLimit - 1
      runMethod(info, body, receiver: receiver(subtype), chain: [-1 - subtype, info.id], isCut: isCut)
    }
  }

  /// A static method that names the class it is asked of: Python's `cls`, JavaScript's `this`.
  private func isAskedOfSubclasses(_ info: FunctionInfo, _ body: [Statement]) -> Bool {
    let word: String
    switch index.files[info.file].source.language {
    case .python: word = "cls"
    case .javascript, .typescript: word = "this"
    case .swift, .kotlin, .java, .dart, .markdown: return false
    }
    return body.contains { $0.mentions([word]) }
  }

  /// Types that inherit a method as it is.
  private func inheriting(_ type: Int, _ info: FunctionInfo) -> [Int] {
    var result: [Int] = []
    var queue = [type]
    while let next = queue.popLast(), result.count <= Self.subtypeLimit {
      for subtype in index.subtypes[index.types[next].name] ?? [] where !result.contains(subtype) && subtype != type {
        guard index.lineage(of: subtype).contains(type), index.types[subtype].kind != .abstract else { continue }
        queue.append(subtype)
        // What a generic type asks for, its own subtypes say.
        let isGeneric = !index.types[subtype].genericParameters.isEmpty
        if isGeneric, index.subtypes[index.types[subtype].name]?.isEmpty == false { continue }
        let own = index.methods(info.simpleName, of: subtype)
        if own.first(where: { index.functions[$0].parameters.count == info.parameters.count }) == info.id {
          result.append(subtype)
        }
      }
    }
    return result.sorted()
  }

  /// How many of the types that inherit a method are told apart.
  private static let subtypeLimit = 64

  /// - Parameter isCut: the method runs in more ways than are followed.
  private func runMethod(
    _ info: FunctionInfo, _ body: [Statement], receiver: ScannedValue?, chain: [Int], isCut: Bool = false
  ) {
    runMethodOnce(info, body, receiver: receiver, chain: chain, isCut: isCut)
    guard chain == [info.id], info.parameters.contains(where: \.hasNameByDefault) else { return }
    takesDefaults = true
    runMethodOnce(info, body, receiver: receiver, chain: [RequestLog.byDefault, info.id], isCut: isCut)
    takesDefaults = false
  }

  private func runMethodOnce(
    _ info: FunctionInfo, _ body: [Statement], receiver: ScannedValue?, chain: [Int], isCut: Bool
  ) {
    root(info.name, file: info.file, type: info.type, chain: chain, receiver: receiver, own: body) {
      state.isTruncated = isCut
      active[info.id] = 1
      allowance.hasMetDatabase = info.namesSDK
      listItem = item(shownBy: info)
      for parameter in info.parameters {
        let preset = parameter.defaultValue.map { value in silently { evaluate(value, as: parameter.type) } }
        let unknown = unknownParameter(parameter)
        // Nothing but callers say what else it is asked for.
        let isPlace = preset.map { $0.holdsQuery && !$0.isUnknownPlace } ?? false
        if takesDefaults, let preset, preset.isNameByDefault {
          declare(parameter.pattern, preset)
        } else {
          declare(parameter.pattern, isPlace ? ScannedValue.oneOf([preset ?? unknown, unknown]) : unknown)
        }
      }
      markEscaped(execute(body, from: [state], tail: info.returnsLastExpression))
    }
  }

  /// The value of a property or global, and its accessor.
  private func runVariable(_ id: Int) {
    let info = index.variables[id]
    // A delegate is asked through the object that has it.
    guard relevance.variables[id], info.name != KotlinClasses.delegate else { return }
    let receiver = info.type.map { info.isStatic ? ScannedValue.type(index.key(of: $0)) : template(of: $0) }
    let extended = index.extendedTypes[id]
    let owner = (info.type.map { index.types[$0].name } ?? extended).map { "\($0)." } ?? ""
    if let getter = info.variable.getter {
      root(owner + info.name, file: info.file, type: info.type, chain: [outside], receiver: receiver) {
        markEscaped(execute(getter, from: [state], tail: true))
      }
    } else if info.type != nil || extended != nil, let value = info.variable.value {
      root(owner + info.name, file: info.file, type: info.type, chain: [outside], receiver: receiver) {
        markEscaped(evaluate(value))
      }
    }
  }

  /// Initialisers among the members.
  private func runType(_ type: Int) {
    let info = index.types[type]
    guard !info.statements.isEmpty, info.statements.contains(where: { relevance.contains($0, in: info.file) }) else {
      return
    }
    root(info.name, file: info.file, type: type, chain: [outside], receiver: template(of: type)) {
      for name in info.constructorParameters { declare(name.pattern, unknownParameter(name)) }
      _ = execute(info.statements, from: [state], tail: false)
    }
  }
}
