import Diagnostics

extension Interpreter {
  /// `Type(arguments)`.
  func construct(_ type: Int, _ arguments: [CallArgument]) -> ScannedValue {
    let info = index.types[type]
    guard depth < Self.depthLimit, !isExhausted else { return template(of: type) }
    if info.kind == .enumeration { return enumValue(type, arguments) }
    let instance = ScannedValue.instance(InstanceReference(type: index.key(of: type), object: newID()))
    depth += 1
    defer { depth -= 1 }
    noteConstruction(of: type, arguments)
    initialize(instance, type, arguments)
    return instance
  }

  /// `Sort(rawValue: x)`: one of the cases.
  private func enumValue(_ type: Int, _ arguments: [CallArgument]) -> ScannedValue {
    let cases = index.types[type].cases.prefix(16).compactMap { enumCase($0.name, of: type) }
    guard arguments.count == 1 else { return ScannedValue.oneOf(Array(cases)) }
    let raw = arguments[0].value
    let matching = cases.filter { value in
      guard case .instance(let instance) = value else { return false }
      return base[Slot(owner: instance.object, name: "rawValue")] == raw
    }
    return matching.count == 1 ? matching[0] : .unknown(UnknownValue(type: TypeName(index.types[type].name)))
  }

  /// Runs what making an instance runs.
  /// - Parameter arguments: nil when nothing is known about them.
  func initialize(_ instance: ScannedValue, _ type: Int, _ arguments: [CallArgument]?) {
    guard case .instance(let reference) = instance else { return }
    let info = index.types[type]
    let hasOwn = !info.constructors.isEmpty || !info.constructorParameters.isEmpty
    if !info.constructorParameters.isEmpty {
      let inner = Scope(id: newID(), parent: nil, file: info.file, receiver: instance)
      within(inner) {
        bind(info.constructorParameters, arguments ?? knownArguments(of: type, info.constructorParameters))
        for name in inner.names {
          if let value = local(name) { state.set(Slot(owner: reference.object, name: name), value) }
        }
      }
      state.close(inner)
    }
    runInitializers(of: info, instance)
    if let constructor = chosen(info.constructors, arguments ?? []) {
      let given = arguments ?? knownArguments(of: type, index.functions[constructor].parameters)
      _ = invoke(index.functions[constructor], given, receiver: instance, parent: nil)
    } else if !hasOwn {
      if let parent = index.lineage(of: type).dropFirst().first(where: { index.types[$0].kind == .concrete }) {
        let isInherited = !index.types[parent].constructors.isEmpty || !index.types[parent].constructorParameters.isEmpty
        if isInherited || !index.types[parent].statements.isEmpty { initialize(instance, parent, arguments) }
      }
      for argument in arguments ?? [] {
        guard let label = argument.label, info.instanceVariables.contains(label) else { continue }
        state.set(Slot(owner: reference.object, name: label), argument.value)
      }
    }
  }

  private func runInitializers(of info: TypeInfo, _ instance: ScannedValue) {
    guard !info.statements.isEmpty else { return }
    let inner = Scope(id: newID(), parent: nil, file: info.file, receiver: instance)
    within(inner) {
      let paths = execute(info.statements, from: [state], tail: false)
      if let joined = PathState.joined(paths.map(\.state)) { state = joined }
    }
    state.close(inner)
  }

  /// `super(…)`, `super.init(…)`, `super().__init__(…)`.
  func callSuperConstructor(_ arguments: [CallArgument], of type: Int) {
    guard let receiver, let parent = index.lineage(of: type).dropFirst().first, depth < Self.depthLimit else { return }
    depth += 1
    defer { depth -= 1 }
    noteConstruction(of: parent, arguments)
    initialize(receiver, parent, arguments)
  }

  /// The type whose code is being evaluated: that of the method, not of the instance.
  var codeType: Int? {
    if let id = chain.last, id >= 0, let type = index.functions[id].type { return type }
    return receiverType
  }
}
