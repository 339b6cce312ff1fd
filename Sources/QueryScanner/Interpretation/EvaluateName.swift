import Diagnostics
import QueryModel

extension Interpreter {
  /// The value of a variable in reach; nil when no scope declares the name.
  func local(_ name: String) -> ScannedValue? { state.value(of: name, from: scope, or: base) }

  /// The innermost scope that declares the name.
  func declaringScope(of name: String) -> Scope? {
    var level: Scope? = scope
    while let current = level {
      if state[Slot(owner: current.id, name: name)] != nil { return current }
      level = current.parent
    }
    return nil
  }

  /// What `self` is here.
  var receiver: ScannedValue? {
    var level: Scope? = scope
    while let current = level {
      if let value = current.receiver { return value }
      level = current.parent
    }
    return nil
  }

  /// What `self` is here, then around it (Kotlin's closures with a receiver).
  var receivers: [ScannedValue] {
    var result: [ScannedValue] = []
    var level: Scope? = scope
    while let current = level {
      if let value = current.receiver { result.append(value) }
      level = current.parent
    }
    return isPackaged ? result + outerInstances(of: result) : result
  }

  func value(ofName name: String, _ span: Span) -> ScannedValue {
    if let value = local(name) {
      noteHandedOut(value)
      return value
    }
    switch name {
    case "self", "this": return receiver ?? .unknown(UnknownValue())
    case "Self", "cls":
      if let type = receiverType { return .type(index.key(of: type)) }
    default: break
    }
    if hasImplicitReceiver, let receiver, receiverType == nil, !receiver.isUnknown {
      // In an extension of a type of the SDK.
      let value = member(name, of: receiver, span)
      if !value.isUnknown { return value }
    }
    if let value = declared(name, span) { return value }
    let (own, scope) = (sdkName(name), vocabularyScope(span))
    for vocabulary in vocabularies[file] {
      if let value = vocabulary.name(own, scope) { return value }
    }
    if let value = sdkFunction(name, span) { return value }
    return .unknown(UnknownValue(isForeign(name) ? .foreign : .undeclared, name: name))
  }

  /// The type whose members can be named without a receiver here.
  var receiverType: Int? {
    receiver.flatMap(type)
  }

  func type(of value: ScannedValue) -> Int? {
    switch value {
    case .instance(let instance): index.type(key: instance.type)
    case .type(let key): index.type(key: key)
    default: nil
    }
  }

  /// Whether names without `this.` may be members.
  var hasImplicitReceiver: Bool {
    switch source.language {
    case .swift, .kotlin, .java, .dart, .markdown: true
    case .javascript, .typescript, .python: false
    }
  }

  /// What a name without a receiver means among the declarations of the project; nil: nothing, or not one thing.
  func declared(_ name: String, _ span: Span) -> ScannedValue? {
    if hasImplicitReceiver {
      for receiver in receivers {
        if let value = property(name, of: receiver) { return value }
      }
    }
    if source.language == .typescript, let value = namespaceMember(name) { return value }
    let here = file
    if let id = index.files[here].variables[name] { return global(id) }
    if let ids = index.files[here].functions[name], let id = ids.first { return .function(reference(toFunction: id)) }
    let brought = source.language.isScript ? brought(name, isNamed: true) : nil
    if let brought, !brought.isUnknown { return brought }
    if let type = index.type(named: name, from: here) { return .type(index.key(of: type)) }
    if let value = brought ?? self.brought(name, isNamed: false) { return value }
    // A name that an import of something else declares is not ours.
    if let value = generatedProvider(name) { return value }
    let elsewhere = index.files[here].imports.contains { $0.names[name] != nil && !mayBePackage($0) }
    return elsewhere ? nil : shownBefore(name) ?? unique(name)
  }

  /// What the namespaces around declare (`namespace A { const b = … }`).
  private func namespaceMember(_ name: String) -> ScannedValue? {
    var next = codeType ?? receiverType
    while let type = next {
      if index.types[type].kind == .object, let value = staticMember(name, of: type) { return value }
      next = index.types[type].outer
    }
    return nil
  }

  /// What the imports of the file bring in under a name.
  /// - Parameter isNamed: only those that say it: in scripts it is theirs, whatever else of the project is called so
  ///   (`import UserService from "./user"`, where the module exports an instance).
  private func brought(_ name: String, isNamed: Bool) -> ScannedValue? {
    for (imported, target) in zip(index.files[file].imports, index.files[file].targets) {
      guard let other = target, !isNamed || !imported.names.isEmpty else { continue }
      let original = imported.names.isEmpty ? name : imported.names[name]
      guard let original else { continue }
      if original == "*" { return .handle(.named("file:\(other)")) }
      // CommonJS: what the module sets as its own value, or all that it exports.
      if original == JavaScriptModuleItems.wholeModule {
        let isWhole = index.files[other].variables["default"] != nil || index.files[other].functions["default"] != nil
        return isWhole ? exported(["default"], by: other) : .handle(.named("file:\(other)"))
      }
      if let value = exported(original == "default" ? ["default", name] : [original], by: other) { return value }
      if let value = importedMember(original, imported) { return value }
      if let value = reexported(original, by: other, depth: 0) { return value }
    }
    return ofFacade(name)
  }

  /// What an earlier block of the same document declares, the nearest one: documents show code piece by piece.
  private func shownBefore(_ name: String) -> ScannedValue? {
    guard source.fence != nil else { return nil }
    for other in (0..<file).reversed() {
      let shown = index.files[other].source
      guard shown.fence != nil, shown.source.path == source.source.path else { return nil }
      if let value = exported([name], by: other) { return value }
    }
    return nil
  }

  /// A top-level declaration of another file.
  func exported(_ names: [String], by other: Int) -> ScannedValue? {
    for name in names {
      if let id = index.files[other].variables[name] { return global(id) }
      if let id = index.files[other].functions[name]?.first { return .function(reference(toFunction: id)) }
      if let id = index.files[other].types[name] { return .type(index.key(of: id)) }
    }
    if names.first == "default" {
      // The only type or function of a file is what it exports.
      let file = index.files[other]
      if file.types.count == 1, let id = file.types.values.first { return .type(index.key(of: id)) }
      if file.functions.count == 1, let id = file.functions.values.first?.first {
        return .function(reference(toFunction: id))
      }
      if file.variables.count == 1, let id = file.variables.values.first { return global(id) }
    }
    return nil
  }

  /// What another file imports itself and thereby hands on: `export { a } from "./b"`, `export * from "./b"`.
  func reexported(_ name: String, by other: Int, depth: Int) -> ScannedValue? {
    guard depth < 8, !hasImplicitReceiver else { return nil }
    for (imported, target) in zip(index.files[other].imports, index.files[other].targets) {
      let original = imported.names.isEmpty ? name : imported.names[name]
      guard let original, let next = target else { continue }
      if original == "*" { return .handle(.named("file:\(next)")) }
      if let value = exported([original], by: next) ?? reexported(original, by: next, depth: depth + 1) {
        return value
      }
    }
    return nil
  }

  /// A declaration that only one place of the project can mean.
  private func unique(_ name: String) -> ScannedValue? {
    // Modules see only what they import; scripts of a page see one another.
    let isPage = source.language == .javascript && index.files[file].isPageScript
    guard hasImplicitReceiver || isPage else { return nil }
    func isSeen(_ other: Int) -> Bool {
      index.files[other].source.language == source.language && (!isPage || index.files[other].isPageScript)
    }
    let variables = (index.globalVariables[name] ?? []).filter { isSeen(index.variables[$0].file) }
    if variables.count == 1 { return global(variables[0]) }
    if variables.count > 1 {
      let values = variables.prefix(8).map(global)
      return values.allSatisfy { $0 == values[0] } ? values[0] : .unknown(UnknownValue(.other, name: name))
    }
    let functions = index.globalFunctions[name] ?? []
    if functions.count == 1, isSeen(index.functions[functions[0]].file) {
      return .function(reference(toFunction: functions[0]))
    }
    return nil
  }

  /// The value of a global or static variable, evaluated where it stands.
  func global(_ id: Int) -> ScannedValue {
    if let known = globals[id] { return known }
    let info = index.variables[id]
    guard info.variable.getter == nil else { return getterValue(info, receiver: typeReceiver(info.type)) }
    guard globalsInProgress.insert(id).inserted else { return .unknown(UnknownValue(.other, name: info.name)) }
    // As templates: what the first root that asks has left must not decide for all.
    let outer = allowance
    allowance = .ofShared
    defer {
      globalsInProgress.remove(id)
      allowance = outer
    }
    let value = evaluateApart(file: info.file, receiver: typeReceiver(info.type)) {
      info.variable.value.map { value in
        makingHeld { unwrappedProperty(self.evaluate(value, as: info.variable.type), info.variable) }
      }
    }
    var result = value
    if case .name = info.variable.pattern {
      if info.type == nil {
        result = value.map { widenedByFile(widened($0, info.variable, in: info.file), info.variable, in: info.file) }
      }
    } else if let value {
      result = destructured(info.variable.pattern, value).first { $0.name == info.name }?.value
    }
    let owner = info.type.map { PropertyOwner.type($0) } ?? .file(info.file)
    let isDeclaredOnly = result == nil && info.variable.value == nil
    if isDeclaredOnly { result = properties.assigned(info.name, of: owner) }
    if result == .null, properties.reading(info.name, of: owner, initial: nil) == nil {
      result = unassigned(info.name, info.variable.type)
    }
    let final =
      properties.reading(info.name, of: owner, initial: result, declared: value)
      ?? info.variable.type.flatMap { typedValue($0, file: info.file) }
      ?? .unknown(UnknownValue(.other, name: info.name, type: info.variable.type))
    // What is only declared may still be assigned.
    if !isDeclaredOnly || !final.isUnknown { globals[id] = final }
    return final
  }

  func typeReceiver(_ type: Int?) -> ScannedValue? { type.map { .type(index.key(of: $0)) } }

  /// Evaluates in a state of its own, whose objects every other state sees afterwards. Nothing is recorded.
  func evaluateApart<T>(file: Int, receiver: ScannedValue?, _ body: () -> T) -> T {
    let outer = (state, repetition, choices, cascadeReceivers, strayReturns)
    (state, repetition, choices, cascadeReceivers) = (PathState(), nil, Choices(), [])
    defer { (state, repetition, choices, cascadeReceivers, strayReturns) = outer }
    let value = silently {
      within(Scope(id: newID(), parent: nil, file: file, receiver: receiver), body)
    }
    state.forEachValue { slot, kept in base[slot] = kept }
    return value
  }

  /// The name as the SDK knows it, when an import gave it another.
  func sdkName(_ name: String) -> String {
    // There the vocabulary looks imports up itself: two modules may have the same name.
    if source.language == .javascript || source.language == .typescript { return name }
    return index.files[file].originals[name] ?? index.aliased(name, from: file)?.type.type.name ?? name
  }

  /// `.name`: a case or static member whose type the context gives.
  private func implicitValue(_ name: String, _ span: Span) -> ScannedValue? {
    let (dotted, scope) = (".\(name)", vocabularyScope(span))
    for vocabulary in vocabularies[file] {
      if let value = vocabulary.name(dotted, scope) { return value }
    }
    if let types = index.enumCases[name], types.count == 1 { return enumCase(name, of: types[0]) }
    return nil
  }

  func implicitMember(_ name: String, _ span: Span) -> ScannedValue {
    expectedMember(name, span) ?? implicitValue(name, span) ?? .unknown(UnknownValue(.other, name: ".\(name)"))
  }

  /// The value of an expression whose implicit members are of a type, if one is expected.
  func evaluate(_ expression: Expression, as type: ExpectedType?) -> ScannedValue {
    guard let type else { return evaluate(expression) }
    if let value = evaluate(expression, expecting: type) { return value }
    if case .implicitMember(let name) = expression.kind, let value = foreignStatic(name, of: type.name.name) {
      return value
    }
    return evaluate(expression)
  }

  /// The value of an expression where a type is declared.
  func evaluate(_ expression: Expression, as type: TypeName?) -> ScannedValue {
    guard let type else { return evaluate(expression) }
    let expected = ExpectedType(name: type, file: file, owner: receiverType)
    let value = evaluate(expression, as: expected)
    if case .unknown(var unknown) = value {
      if let typed = typedValue(type, file: file) { return typed }
      if unknown.type == nil { unknown.type = type }
      return .unknown(unknown)
    }
    return value
  }
}
