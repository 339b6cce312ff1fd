import Diagnostics
import QueryModel

extension DeclarationIndex {
  /// How values name a type; the same for no two types.
  func key(of type: Int) -> String { types[type].key }

  func type(key: String) -> Int? {
    var id = 0
    var unit = 1
    for byte in key.utf8.reversed() {
      if byte == UInt8(ascii: "#") { return unit > 1 && types.indices.contains(id) ? id : nil }
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), unit < 1_000_000_000 else { return nil }
      id += Int(byte - UInt8(ascii: "0")) * unit
      unit *= 10
    }
    return nil
  }

  func variable(_ name: String, of type: Int, isStatic: Bool) -> Int? {
    for id in lineage(of: type) {
      guard let found = types[id].variables[name] else { continue }
      if variables[found].isStatic == isStatic { return found }
      // There an attribute of a class hides that of its base, whichever of them only the instances have.
      if files[types[id].file].source.language == .python { return nil }
    }
    return nil
  }

  /// Methods of the name, those of the type itself before inherited ones.
  func methods(_ name: String, of type: Int) -> [Int] {
    let lineage = lineage(of: type)
    if lineage.count == 1 { return types[type].functions[name] ?? [] }
    return lineage.flatMap { types[$0].functions[name] ?? [] }
  }
}

extension Interpreter {
  // MARK: Properties

  /// A property or static member; nil when the type declares none of the name.
  func property(_ name: String, of receiver: ScannedValue) -> ScannedValue? {
    let value = keptProperty(name, of: receiver)
    guard name == ComponentStates.property else { return value }
    return value.map { changedState($0, of: receiver) }
  }

  private func keptProperty(_ name: String, of receiver: ScannedValue) -> ScannedValue? {
    switch receiver {
    case .instance(let instance):
      guard let type = index.type(key: instance.type) else { return nil }
      let slot = Slot(owner: instance.object, name: name)
      if let value = state[slot] { return value }
      if let value = base[slot], !firstValues.contains(slot) {
        return assigned(name, of: instance, type, initial: value)
      }
      if instance.object <= lastEarlierObject, !isEnumCase(instance) { return property(name, of: template(of: type)) }
      if let id = index.variable(name, of: type, isStatic: false) {
        return instanceProperty(id, slot, receiver, type)
      }
      if let id = index.methods(name, of: type).first { return .function(reference(toFunction: id, on: receiver)) }
      return staticMember(name, of: type) ?? assignedProperty(name, of: type) ?? implementedProperty(name, of: type)
        ?? shownWidget(name, type) ?? gotten(name, of: receiver, type)
    case .type(let key): return index.type(key: key).flatMap { staticMember(name, of: $0) }
    default: return nil
    }
  }

  /// What making the instance gave a property, and what methods assign to it.
  private func assigned(
    _ name: String, of instance: InstanceReference, _ type: Int, initial: ScannedValue
  ) -> ScannedValue {
    if isEnumCase(instance) { return initial }
    let declaring = index.variable(name, of: type, isStatic: false).flatMap { index.variables[$0].type } ?? type
    let value = properties.reading(name, of: .type(declaring), initial: initial) ?? initial
    guard value == .null, templates[type] == instance.object, !isAlwaysNothing(name, of: type) else { return value }
    return unassigned(name, nil)
  }

  /// A property that is never declared, only assigned (JavaScript, Python).
  private func assignedProperty(_ name: String, of type: Int) -> ScannedValue? {
    hasImplicitReceiver ? nil : properties.reading(name, of: .type(type), initial: nil)
  }

  private func instanceProperty(_ id: Int, _ slot: Slot, _ receiver: ScannedValue, _ type: Int) -> ScannedValue {
    let info = index.variables[id]
    if info.variable.getter != nil { return getterValue(info, receiver: receiver) }
    guard globalsInProgress.insert(-slot.owner &- id &* 1_000_003).inserted, depth < Self.depthLimit else {
      return .unknown(UnknownValue(.other, name: info.name, type: info.variable.type))
    }
    defer { globalsInProgress.remove(-slot.owner &- id &* 1_000_003) }
    depth += 1
    defer { depth -= 1 }
    let inner = Scope(id: newID(), parent: nil, file: info.file, receiver: receiver)
    let declared =
      info.variable.value.map { value in
        makingHeld { within(inner) { unwrappedProperty(evaluate(value, as: info.variable.type), info.variable) } }
      } ?? zero(of: info)
    // The list of a builder that is made here: what others add to theirs is not in it.
    if case .list? = declared, builders.contains(slot.owner) { return declared ?? .null }
    let initial = declared.map { widened($0, info, of: receiver, type) }
    let value =
      properties.reading(
        info.name, of: .type(info.type ?? type), initial: initial,
        declared: mutated.isBound(info.name) ? nil : declared, isNullAtFirst: isNullAtFirst(info),
        isBound: mutated.isBound(info.name))
      ?? info.variable.type.flatMap { typedValue($0, file: info.file) }
      ?? .unknown(UnknownValue(.parameter, name: info.name, type: info.variable.type))
    let held = value == .null ? unassigned(info.name, info.variable.type) : value.calledAfter(info.name)
    state.remember(slot, held)
    return held
  }

  /// Whether a property is declared without a value, and may be asked before something is assigned.
  private func isNullAtFirst(_ info: VariableInfo) -> Bool {
    guard info.variable.value == nil, let type = info.variable.type else { return false }
    if source(of: info).language == .java {
      let isReference = type.name.utf8.first.map { $0 < UInt8(ascii: "a") } ?? false
      return isReference && mutated.contains(info.name, of: info.type ?? -1)
    }
    return type.isOptional
  }

  /// What a field of Java's primitive types holds until something is assigned to it.
  private func zero(of info: VariableInfo) -> ScannedValue? {
    guard source(of: info).language == .java, info.variable.value == nil,
      mutated.contains(info.name, of: info.type ?? -1)
    else { return nil }
    switch info.variable.type?.name {
    case "boolean": return .boolean(false)
    case "int", "long": return .integer(0)
    default: return nil
    }
  }

  private func source(of info: VariableInfo) -> ParsedSource { index.files[info.file].source }

  /// What begins as nothing and is given a value by code that is not read; otherwise it would not be there.
  func unassigned(_ name: String, _ type: TypeName?) -> ScannedValue {
    .unknown(UnknownValue(.other, name: name, type: type))
  }

  func getterValue(_ info: VariableInfo, receiver: ScannedValue?) -> ScannedValue {
    let value = invoke(getter(info), [], receiver: receiver, parent: nil)
    guard value.isUnknown, let type = info.variable.type else { return value }
    return typedValue(type, file: info.file) ?? value
  }

  func getter(_ info: VariableInfo) -> FunctionInfo {
    if let known = getters[info.id] { return known }
    let owner = info.type.map { "\(index.types[$0].name)." } ?? ""
    let getter = FunctionInfo(
      id: -1 - info.id, name: owner + info.name, simpleName: info.name, parameters: [],
      body: info.variable.getter ?? [],
      returnType: info.variable.type, returnsLastExpression: true, file: info.file, type: info.type,
      isStatic: info.isStatic)
    getters[info.id] = getter
    return getter
  }

  /// A static variable, enum case, nested type or method of a type.
  func staticMember(_ name: String, of type: Int) -> ScannedValue? {
    if let value = enumCase(name, of: type) { return value }
    if let id = index.variable(name, of: type, isStatic: true) {
      let info = index.variables[id]
      // What a protocol or base class says of the type that is asked.
      return info.variable.getter == nil || info.type == type
        ? global(id) : getterValue(info, receiver: typeReceiver(type))
    }
    for id in index.lineage(of: type) {
      if let nested = index.types[id].nested[name] {
        // The companion of a type is asked through the type.
        return .type(index.key(of: nested))
      }
    }
    for nested in index.types[type].nested.values.sorted() where index.types[nested].kind == .object {
      if ["Companion", "companion"].contains(index.types[nested].name),
        let value = staticMember(name, of: nested)
      {
        return value
      }
    }
    if let id = index.methods(name, of: type).first {
      return .function(reference(toFunction: id, on: .type(index.key(of: type))))
    }
    return nil
  }

  // MARK: Enumerations

  func enumCase(_ name: String, of type: Int, payload: [ScannedValue] = []) -> ScannedValue? {
    guard let declaration = index.types[type].cases.first(where: { $0.name == name }) else { return nil }
    let key = "\(type).\(name)"
    if payload.isEmpty, let object = enumObjects[key],
      index.files[index.types[type].file].source.language != .typescript
    {
      return .instance(InstanceReference(type: index.key(of: type), object: object))
    }
    let object = newID()
    let value = ScannedValue.instance(InstanceReference(type: index.key(of: type), object: object))
    base[Slot(owner: object, name: Self.caseSlot)] = .text([.literal(name)])
    for (position, part) in payload.enumerated() { base[Slot(owner: object, name: "\(position)")] = part }
    if payload.isEmpty { enumObjects[key] = object }
    let info = index.types[type]
    let arguments = evaluateApart(file: info.file, receiver: .type(index.key(of: type))) {
      declaration.arguments.map { ($0.label, self.evaluate($0.value)) }
    }
    for (position, argument) in arguments.enumerated() {
      let label = argument.0 ?? parameterName(position, of: info)
      if let label { base[Slot(owner: object, name: label)] = argument.1 }
    }
    construct(value, info, arguments.map { CallArgument(label: $0.0, value: $0.1) })
    // A member of TypeScript's enumerations is its value.
    if index.files[info.file].source.language == .typescript {
      return arguments.first?.1 ?? position(of: name, info.cases).map { .integer($0) } ?? .scalar
    }
    let raw = arguments.first?.1 ?? .text([.literal(name)])
    for member in ["rawValue", "value", "stringValue"] where base[Slot(owner: object, name: member)] == nil {
      base[Slot(owner: object, name: member)] = raw
    }
    for member in ["name", "description"]
    where base[Slot(owner: object, name: member)] == nil && index.variable(member, of: type, isStatic: false) == nil {
      base[Slot(owner: object, name: member)] = .text([.literal(name)])
    }
    return value
  }

  /// `TOP("t"); Sort(String p) { path = p; }`: what the constructor of an enumeration makes of the arguments of a case.
  private func construct(_ value: ScannedValue, _ info: TypeInfo, _ arguments: [CallArgument]) {
    guard index.files[info.file].source.language == .java, let id = chosen(info.constructors, arguments) else { return }
    evaluateApart(file: info.file, receiver: value) {
      _ = invoke(index.functions[id], arguments, receiver: value, parent: nil)
    }
  }

  /// The cases of an enumeration when they are few enough to go through; nil when there are more, or none.
  func allCases(of type: Int) -> [ScannedValue]? {
    let cases = index.types[type].cases
    guard !cases.isEmpty, cases.count <= 16 else { return nil }
    return cases.compactMap { enumCase($0.name, of: type) }
  }

  /// The number of a case of TypeScript's: one more than that of the case before it; nil where that is no number that
  /// stands there.
  private func position(of name: String, _ cases: [TypeDeclaration.EnumCase]) -> Int64? {
    var number: Int64? = 0
    for one in cases {
      if let value = one.arguments.first?.value {
        number = if case .integer(let first) = value.kind { first } else { nil }
      }
      if one.name == name { return number }
      number = number.flatMap { $0 < Int64(Int32.max) ? $0 + 1 : nil }
    }
    return nil
  }

  private func parameterName(_ position: Int, of type: TypeInfo) -> String? {
    let parameters = type.constructors.first.map { index.functions[$0].parameters } ?? type.constructorParameters
    guard parameters.indices.contains(position) else { return nil }
    return parameters[position].pattern.names.first
  }

  static let caseSlot = "case"

  func enumCaseName(_ instance: InstanceReference) -> String? {
    base[Slot(owner: instance.object, name: Self.caseSlot)]?.knownText
  }

  func isEnumCase(_ instance: InstanceReference) -> Bool { enumCaseName(instance) != nil }

  // MARK: Types as values

  /// What a value of a declared type is when nothing else is known of it; nil: nothing.
  func typedValue(_ type: TypeName, file: Int) -> ScannedValue? {
    let outer = scope
    scope = Scope(id: 0, parent: nil, file: file)
    defer { scope = outer }
    if let id = index.type(named: type.name, from: file) {
      let info = index.types[id]
      return info.kind == .enumeration ? nil : template(of: id)
    }
    if let other = index.aliased(type.name, from: file)?.type {
      return other.type.name == type.name
        ? nil : typedValue(TypeName(other.type.name, other.type.arguments + type.arguments), file: other.file)
    }
    let place = vocabularyScope(Span(0, 0))
    for vocabulary in vocabularies[file] {
      if let value = vocabulary.value(ofType: type, place) { return value }
    }
    if ["Array", "List", "MutableList", "Set", "ArrayList", "Iterable", "Sequence"].contains(type.name),
      let element = type.arguments.first, let value = typedValue(element, file: file), value.holdsQuery
    {
      return .list(ScannedList([value], isOpen: true))
    }
    return nil
  }

  /// A type by its own name, where another one stands for it.
  func meaning(of type: TypeName) -> TypeName { index.aliased(type.name, from: file)?.type.type ?? type }

  /// The instance of a type about whose making nothing is known.
  func template(of type: Int) -> ScannedValue {
    let key = index.key(of: type)
    if let object = templates[type] { return .instance(InstanceReference(type: key, object: object)) }
    let object = newSharedID()
    templates[type] = object
    let value = ScannedValue.instance(InstanceReference(type: key, object: object))
    if templates.count < 20_000 { prepare(value, type, nil) }
    return value
  }

  /// An instance that every root sees.
  /// - Parameter object: nil for a new one.
  func instance(
    of type: Int, _ arguments: [CallArgument]?, named name: String? = nil, object: Int? = nil
  ) -> ScannedValue {
    let value = ScannedValue.instance(InstanceReference(type: index.key(of: type), object: object ?? newSharedID()))
    prepare(value, type, arguments, named: name)
    return value
  }

  private func prepare(_ value: ScannedValue, _ type: Int, _ arguments: [CallArgument]?, named name: String? = nil) {
    let outer = (depth, allowance, active, chain, callSites, functionName)
    // Not what happens to be left: the template is kept for every root.
    (depth, allowance, active, chain, callSites) = (templatesInProgress, .ofShared, [:], [], [])
    functionName = index.types[type].name
    templatesInProgress += 1
    if templatesInProgress < Self.depthLimit {
      evaluateApart(file: index.types[type].file, receiver: value) {
        self.initialize(value, type, arguments, isOpen: true, named: name)
      }
    }
    templatesInProgress -= 1
    (depth, allowance, active, chain, callSites, functionName) = outer
  }
}

extension ScannedValue {
  /// What a container brings is called like the property that holds it, not like the container (`@Injected var db`).
  fileprivate func calledAfter(_ property: String) -> ScannedValue {
    guard case .unknown(var unknown) = self, unknown.cause == .other,
      unknown.name?.utf8.first.map({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) == true
    else { return self }
    unknown.name = property
    return .unknown(unknown)
  }
}
