import Diagnostics

extension Interpreter {
  /// `Type<typeArguments>(arguments)`.
  /// - Parameter name: of one of its named constructors.
  func construct(
    _ type: Int, _ arguments: [CallArgument], _ typeArguments: [TypeName] = [], named name: String? = nil
  ) -> ScannedValue {
    let info = index.types[type]
    guard depth < Self.depthLimit, !isExhausted else { return template(of: type) }
    if info.kind == .enumeration { return enumValue(type, arguments) }
    let object = newID()
    let instance = ScannedValue.instance(InstanceReference(type: index.key(of: type), object: object))
    depth += 1
    defer { depth -= 1 }
    for (name, argument) in zip(info.genericParameters, typeArguments) {
      if let known = self.type(named: argument.name) { state.set(Slot(owner: object, name: name), known) }
    }
    noteObject(object, type)
    keepComponentProperties(arguments, of: type, object: object)
    noteConstruction(of: type, arguments, object: object, named: name)
    keepFirstValues(of: info, instance, arguments)
    initialize(instance, type, arguments, named: name)
    if !info.hasConstructor { handToUnreadBase(arguments, of: type) }
    return instance
  }

  /// What no constructor of the project takes, that of a base class gets which is not read.
  private func handToUnreadBase(_ arguments: [CallArgument], of type: Int) {
    let lineage = index.lineage(of: type).map { index.types[$0] }
    guard !arguments.isEmpty, !lineage.dropFirst().contains(where: \.hasConstructor) else { return }
    let unread = lineage.lazy.flatMap { info in
      info.supertypes.filter { self.index.type(named: $0.name, from: info.file) == nil }
    }.first
    let own = Set(lineage.flatMap(\.instanceVariables))
    let given = arguments.filter { argument in argument.label.map { !own.contains($0) } ?? true }
    if let unread, !given.isEmpty { _ = unknownCall(given, name: unread.name) }
  }

  /// A type as an argument: one of the project, or what the code around was made with.
  private func type(named name: String) -> ScannedValue? {
    if let id = index.type(named: name, from: file) { return .type(index.key(of: id)) }
    guard case .type? = local(name) else { return receiver.flatMap { property(name, of: $0) } }
    return local(name)
  }

  /// `Sort(rawValue: x)`: one of the cases.
  private func enumValue(_ type: Int, _ arguments: [CallArgument]) -> ScannedValue {
    let cases = index.types[type].cases.compactMap { enumCase($0.name, of: type) }
    guard arguments.count == 1 else { return ScannedValue.oneOf(cases).limited }
    let raw = arguments[0].value
    let matching = cases.filter { value in
      guard case .instance(let instance) = value else { return false }
      return base[Slot(owner: instance.object, name: "rawValue")] == raw
    }
    return matching.count == 1 ? matching[0] : .unknown(UnknownValue(type: TypeName(index.types[type].name)))
  }

  /// Runs what making an instance runs.
  /// - Parameters:
  ///   - arguments: nil when nothing is known about them.
  ///   - isOpen: more may be passed than these.
  func initialize(
    _ instance: ScannedValue, _ type: Int, _ arguments: [CallArgument]?, isOpen: Bool = false, named name: String? = nil
  ) {
    guard case .instance(let reference) = instance else { return }
    let info = index.types[type]
    bindGenerics(of: type, reference.object, depth: 0)
    let hasOwn = info.hasConstructor
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
    if let constructor = chosen(constructors(of: info, named: name), arguments ?? []) {
      let given = arguments ?? knownArguments(of: type, index.functions[constructor].parameters)
      _ = invoke(
        index.functions[constructor], given, receiver: instance, parent: nil, isOpen: isOpen || arguments == nil)
    }
    if initializedBases.remove([reference.object, type]) == nil {
      initializeBase(instance, type, hasOwn ? [] : arguments, isOpen: hasOwn || isOpen)
    }
    guard !hasOwn else { return }
    for argument in arguments ?? [] {
      guard let label = argument.label, info.instanceVariables.contains(label) else { continue }
      state.set(Slot(owner: reference.object, name: label), argument.value)
    }
  }

  /// The constructors that a call means: in Dart one without a name is not one of those that have one.
  func constructors(of info: TypeInfo, named name: String?) -> [Int] {
    guard info.constructors.count > 1, index.files[info.file].source.language == .dart else { return info.constructors }
    let meant = info.constructors.filter { id in
      let own = index.functions[id]
      return name.map(own.isConstructor) ?? !own.simpleName.utf8.contains(UInt8(ascii: "."))
    }
    return meant.isEmpty ? info.constructors : meant
  }

  /// `this(…)`, `this._(…)` in a constructor: another one of the same object. Nil when it is none.
  func redirect(named name: String?, _ arguments: [CallArgument]) -> ScannedValue? {
    guard source.language == .dart || source.language == .java, let receiver, case .instance = receiver,
      let type = type(of: receiver)
    else { return nil }
    let others = constructors(of: index.types[type], named: name).filter { active[$0] ?? 0 == 0 }
    guard let id = chosen(others, arguments), name.map(index.functions[id].isConstructor) != false else { return nil }
    return invoke(index.functions[id], arguments, receiver: receiver, parent: nil)
  }

  /// `class UserStore: Store<User>`: what `T` of the base class is.
  private func bindGenerics(of type: Int, _ object: Int, depth: Int) {
    guard depth < 8 else { return }
    for supertype in index.types[type].supertypes where !supertype.arguments.isEmpty {
      guard let base = index.type(named: supertype.name, from: index.types[type].file) else { continue }
      for (name, argument) in zip(index.types[base].genericParameters, supertype.arguments) {
        if let id = index.type(named: argument.name, from: index.types[type].file) {
          state.set(Slot(owner: object, name: name), .type(index.key(of: id)))
        } else if let known = state[Slot(owner: object, name: argument.name)] {
          state.set(Slot(owner: object, name: name), known)
        }
      }
      bindGenerics(of: base, object, depth: depth + 1)
    }
  }

  private func runInitializers(of info: TypeInfo, _ instance: ScannedValue) {
    guard !info.statements.isEmpty else { return }
    let inner = Scope(id: newID(), parent: nil, file: info.file, receiver: instance)
    let outer = codeType
    codeType = info.id
    defer { codeType = outer }
    within(inner) {
      let paths = execute(info.statements, from: [state], tail: false)
      if let joined = PathState.joined(paths.map(\.state)) { state = joined }
    }
    state.close(inner)
  }

  /// `super(…)`, `super.init(…)`, `super().__init__(…)`.
  func callSuperConstructor(_ arguments: [CallArgument], of type: Int, named name: String? = nil) {
    guard case .instance(let reference)? = receivers.first(where: { if case .instance = $0 { true } else { false } })
    else {
      return
    }
    initializedBases.insert([reference.object, type])
    // For Dart's `super.order` nothing is passed: what the base class has by default.
    let arguments = arguments.filter { $0.value != .null || $0.expression?.span != Span(0, 0) }
    if let base = base(of: type) { noteConstruction(of: base, arguments, named: name) }
    initializeBase(.instance(reference), type, arguments, named: name)
    handToUnreadBase(arguments, of: type)
  }

  /// The nearest base class of which making an instance runs code.
  func base(of type: Int) -> Int? {
    index.lineage(of: type).dropFirst().first { index.types[$0].isMade }
  }

  private func initializeBase(
    _ instance: ScannedValue, _ type: Int, _ arguments: [CallArgument]?, isOpen: Bool = false, named name: String? = nil
  ) {
    guard let base = base(of: type), depth < Self.depthLimit else { return }
    depth += 1
    defer { depth -= 1 }
    initialize(instance, base, arguments, isOpen: isOpen, named: name)
  }
}

extension TypeInfo {
  /// It says itself what its instances are made with.
  var hasConstructor: Bool { !constructors.isEmpty || !constructorParameters.isEmpty }

  /// Making an instance runs code of the type.
  fileprivate var isMade: Bool { hasConstructor || !statements.isEmpty }
}
