import Diagnostics

/// A type that the context of an expression expects, with the place whose names it uses.
struct ExpectedType {
  var name: TypeName
  var file: Int
  /// The type in whose declaration it stands.
  var owner: Int?
  /// The type itself, where it is known without its name.
  var known: Int?

  /// What its elements are: of a list, or the values of a dictionary.
  var element: ExpectedType? {
    guard known == nil, let last = name.arguments.last else { return nil }
    switch name.name {
    case "Array", "Set", "ContiguousArray", "Dictionary", "OrderedSet", "IdentifiedArrayOf": break
    default: return nil
    }
    return ExpectedType(name: last, file: file, owner: owner)
  }

  var key: ExpectedType? {
    guard known == nil, name.name == "Dictionary", name.arguments.count == 2 else { return nil }
    return ExpectedType(name: name.arguments[0], file: file, owner: owner)
  }
}

/// The type expected of an implicit member: `.name`, or the `.name` that a chain begins with.
struct ExpectedRoot {
  var span: Span
  var type: Int
}

/// The parameters that a call is going to fill, before its arguments are known.
struct ExpectedParameters {
  var parameters: [Parameter]
  var file: Int
  var owner: Int?
}

/// Swift's implicit members: `.init(…)`, `.isEqual(…)`, `.newest`, alone or in literals, mean what the context expects.
extension Interpreter {
  /// The value of an expression whose implicit members are of an expected type; nil where it has none, or nothing of the
  /// project is expected.
  func evaluate(_ expression: Expression, expecting type: ExpectedType) -> ScannedValue? {
    guard source.language == .swift else { return nil }
    switch expression.kind {
    case .list(let elements):
      guard let element = type.element, elements.contains(where: \.leavesType) else { return nil }
      var list = ScannedList([])
      for part in elements { list.appendOne(evaluate(part, expecting: element) ?? evaluate(part)) }
      return .list(list)
    case .record(let entries):
      guard let value = type.element, entries.contains(where: \.leavesType) else { return nil }
      var all: [ScannedEntry] = []
      for entry in entries { add(entry, to: &all, key: type.key, value: value) }
      return .record(all.lastOfEachKey)
    case .conditional(let condition, let then, let otherwise):
      guard then.leavesType || otherwise.leavesType else { return nil }
      return conditional(condition, then, otherwise, expecting: type)
    default:
      guard let root = expression.implicitRoot else { return nil }
      guard let id = self.type(type) else { return foreignFactory(expression, type.name) }
      let outer = expectedRoot
      expectedRoot = ExpectedRoot(span: root.span, type: id)
      defer { expectedRoot = outer }
      return evaluate(expression)
    }
  }

  /// The type of the project that is expected; nil when it is none, or could be several.
  func type(_ expected: ExpectedType) -> Int? {
    if let known = expected.known { return known }
    var around = expected.owner
    while let outer = around {
      if let nested = index.types[outer].nested[expected.name.name] { return nested }
      around = index.types[outer].outer
    }
    return index.type(named: expected.name.name, from: expected.file)
  }

  /// `.user(id)`, where the project extends a type of others by a static function.
  private func foreignFactory(_ expression: Expression, _ type: TypeName) -> ScannedValue? {
    guard case .call(let call) = expression.kind, case .implicitMember(let name) = call.callee.kind,
      let ids = index.extensionFunctions[name]?.filter({
        index.functions[$0].isStatic && index.functions[$0].extendedType?.name == type.name
      }), !ids.isEmpty
    else { return nil }
    let arguments = evaluate(call.arguments, for: { self.expectedParameters(ofFunctions: ids, call.arguments) })
    return chosen(ids, arguments).map { invoke(index.functions[$0], arguments, receiver: nil, parent: nil) }
  }

  /// `.name` where a type of the project is expected.
  func expectedMember(_ name: String, _ span: Span) -> ScannedValue? {
    guard let root = expectedRoot, root.span == span else { return nil }
    return enumCase(name, of: root.type) ?? staticMember(name, of: root.type)
  }

  // MARK: - Places that expect a type

  /// What a variable or property is declared as, or what it holds already.
  func expectedType(ofTarget target: Expression) -> ExpectedType? {
    switch target.kind {
    case .name(let name):
      if let value = local(name) {
        if let type = type(of: value) { return heldType(type) }
        return declaringScope(of: name).flatMap { elementTypes[Slot(owner: $0.id, name: name)] }
      }
      return receivers.lazy.compactMap(type).compactMap { self.expectedType(ofProperty: name, $0) }.first
    case .member(let base, let name):
      return silently { type(of: evaluate(base)) }.flatMap { expectedType(ofProperty: name, $0) }
    default: return nil
    }
  }

  /// `var filters: [Filter] = []`: what is added later is of the declared type.
  func noteElements(of variable: Variable) {
    guard source.language == .swift, let name = variable.type, case .name(let own) = variable.pattern,
      case .list(let elements)? = variable.value?.kind, elements.isEmpty
    else { return }
    elementTypes[Slot(owner: scope.id, name: own)] = ExpectedType(name: name, file: file, owner: receiverType)
  }

  private func heldType(_ id: Int) -> ExpectedType {
    ExpectedType(name: TypeName(index.types[id].name), file: index.types[id].file, known: id)
  }

  private func expectedType(ofProperty name: String, _ type: Int) -> ExpectedType? {
    let found = index.variable(name, of: type, isStatic: false) ?? index.variable(name, of: type, isStatic: true)
    return found.flatMap { id in
      let info = index.variables[id]
      return info.variable.type.map { ExpectedType(name: $0, file: info.file, owner: info.type) }
    }
  }

  /// What a function is declared to return.
  func expectedResult(of info: FunctionInfo) -> ExpectedType? {
    guard !info.isClosure, let type = info.returnType else { return nil }
    return ExpectedType(name: type, file: info.file, owner: info.type)
  }

  // MARK: - Parameters

  /// The types that the arguments of a call are expected to have, by their places; empty when that does not matter.
  func expectedTypes(of arguments: [Argument], _ parameters: () -> ExpectedParameters?) -> [Int: ExpectedType] {
    guard source.language == .swift, arguments.contains(where: \.value.leavesType), let called = parameters() else {
      return [:]
    }
    let written = arguments.enumerated().map { place, argument in
      CallArgument(label: argument.label, value: argument.value.standIn, span: Span(place, place))
    }
    var result: [Int: ExpectedType] = [:]
    for (parameter, given) in zip(called.parameters, assignment(of: written, to: called.parameters)) {
      guard let type = parameter.type else { continue }
      for argument in given {
        result[argument.span.start] = ExpectedType(name: type, file: called.file, owner: called.owner)
      }
    }
    return result
  }

  /// The parameters of what a name without a receiver means as a call.
  func expectedParameters(ofName name: String, _ arguments: [Argument]) -> ExpectedParameters? {
    if case .function(let reference)? = local(name) { return expectedParameters(ofFunctions: [reference.index], []) }
    for type in receivers.compactMap(type) {
      let methods = index.methods(name, of: type)
      if !methods.isEmpty { return expectedParameters(ofFunctions: methods, arguments) }
      if let nested = index.types[type].nested[name] { return expectedParameters(ofMaking: nested, arguments) }
    }
    if name == "Self", let type = receiverType { return expectedParameters(ofMaking: type, arguments) }
    if let functions = index.files[file].functions[name] {
      return expectedParameters(ofFunctions: functions, arguments)
    }
    if let type = index.type(named: name, from: file) { return expectedParameters(ofMaking: type, arguments) }
    return expectedParameters(ofFunctions: index.globalFunctions[name] ?? [], arguments)
  }

  /// Those of a method; what a list gets has the type of its elements.
  func expectedParameters(
    ofMember name: String, of receiver: ScannedValue, _ base: Expression, _ arguments: [Argument]
  ) -> ExpectedParameters? {
    guard case .list = receiver, name == "append" || name == "insert", let first = arguments.first else {
      return expectedParameters(ofMember: name, of: receiver, arguments)
    }
    guard let list = expectedType(ofTarget: base), let element = first.label == "contentsOf" ? list : list.element
    else {
      return nil
    }
    let parameter = Parameter(label: first.label, pattern: .ignored, type: element.name)
    return ExpectedParameters(parameters: [parameter], file: element.file, owner: element.owner)
  }

  /// The only static function of the project of a name: without a type that is expected, the one that is meant.
  func onlyFactory(_ name: String) -> Int? {
    guard let ids = index.methods[name]?.filter({ index.functions[$0].isStatic }), ids.count == 1 else { return nil }
    let info = index.functions[ids[0]]
    let result = info.returnType?.name
    guard let type = info.type, result == "Self" || result == index.types[type].name else { return nil }
    return ids[0]
  }

  /// Those of a method, or of what is made through a type.
  func expectedParameters(ofMember name: String, of receiver: ScannedValue, _ arguments: [Argument])
    -> ExpectedParameters?
  {
    guard let own = receiver.possibilities.lazy.compactMap(type).first else {
      let bodies = (index.methods[name] ?? []).filter { index.functions[$0].body != nil }
      guard case .unknown = receiver, bodies.count == 1 else {
        return expectedParameters(ofFunctions: index.extensionFunctions[name] ?? [], arguments)
      }
      return expectedParameters(ofFunctions: bodies, arguments)
    }
    if case .type = receiver {
      if name == "init" { return expectedParameters(ofMaking: own, arguments) }
      if let nested = index.types[own].nested[name] { return expectedParameters(ofMaking: nested, arguments) }
    }
    return expectedParameters(ofFunctions: index.methods(name, of: own), arguments)
  }

  func expectedParameters(ofFunctions ids: [Int], _ arguments: [Argument]) -> ExpectedParameters? {
    guard let id = chosen(ids, arguments.map { CallArgument(label: $0.label, value: $0.value.standIn) }) else {
      return nil
    }
    let info = index.functions[id]
    return ExpectedParameters(parameters: info.parameters, file: info.file, owner: info.type ?? info.enclosingType)
  }

  /// Those of an initialiser, or the properties that an implied one sets.
  func expectedParameters(ofMaking type: Int, _ arguments: [Argument]) -> ExpectedParameters? {
    let info = index.types[type]
    if !info.constructors.isEmpty { return expectedParameters(ofFunctions: info.constructors, arguments) }
    let parameters = info.instanceVariables.compactMap { name in
      index.variable(name, of: type, isStatic: false).map { id in
        Parameter(label: name, pattern: .name(name), type: index.variables[id].variable.type)
      }
    }
    return ExpectedParameters(parameters: parameters, file: info.file, owner: type)
  }
}

extension Expression {
  /// What it means depends on the type that the context expects.
  var leavesType: Bool {
    switch kind {
    case .list(let elements): elements.contains(where: \.leavesType)
    case .record(let entries): entries.contains(where: \.leavesType)
    case .conditional(_, let then, let otherwise): then.leavesType || otherwise.leavesType
    default: implicitRoot != nil
    }
  }

  /// The implicit member that a chain of members and calls begins with.
  var implicitRoot: Expression? {
    switch kind {
    case .implicitMember: self
    case .call(let call): call.callee.implicitRoot
    case .member(let base, _): base.implicitRoot
    default: nil
    }
  }

  /// As much of the value as tells which parameter it is for.
  fileprivate var standIn: ScannedValue {
    if case .closure = kind { return .function(FunctionReference(index: 0, environment: 0)) }
    return .unknown(UnknownValue())
  }
}

extension RecordEntry {
  fileprivate var leavesType: Bool {
    if case .computed(let key) = key, key.leavesType { return true }
    return value.leavesType
  }
}
