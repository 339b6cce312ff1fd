import Diagnostics
import QueryModel

extension Interpreter {
  func evaluate(_ call: Call, _ expression: Expression) -> ScannedValue {
    allowance.left -= 2
    let outer = callSite
    callSite = CallSite(file: file, span: nameSpan(call.callee))
    defer { callSite = outer }
    if call.isElement { return element(call) }
    switch call.callee.kind {
    case .name("super"):
      let arguments = evaluate(call.arguments)
      if let type = codeType { callSuperConstructor(arguments, of: type) }
      return .unknown(UnknownValue())
    case .name("this") where receiver != nil:
      let arguments = evaluate(call.arguments)
      return redirect(named: nil, arguments) ?? apply(evaluate(call.callee), arguments)
    case .name(let name): return located(callName(name, call), by: call)
    case .member(let base, let name): return located(callMember(base, name, call), by: call)
    case .implicitMember(let name): return callImplicit(name, call)
    default:
      let callee = evaluate(call.callee)
      let arguments = evaluate(call.arguments)
      return invokeOperator(callee, arguments) ?? apply(callee, arguments)
    }
  }

  /// `locator<Repository>()`, `context.read<Repository>()`: the type says what is handed out.
  private func located(_ value: ScannedValue, by call: Call) -> ScannedValue {
    guard source.language == .dart, call.arguments.isEmpty, call.typeArguments.count == 1, case .unknown = value,
      let type = index.type(named: call.typeArguments[0].name, from: file), index.types[type].kind != .enumeration
    else { return value }
    return template(of: type)
  }

  /// - Parameter parameters: those that the arguments are for; asked only where the values depend on their types.
  func evaluate(_ arguments: [Argument], for parameters: () -> ExpectedParameters? = { nil }) -> [CallArgument] {
    var result: [CallArgument] = []
    result.reserveCapacity(arguments.count)
    let expected = expectedTypes(of: arguments, parameters)
    for (place, argument) in arguments.enumerated() {
      var value = expected.isEmpty ? evaluate(argument.value) : evaluate(argument.value, as: expected[place])
      if isUnwrapped(argument.value) { value = value.withoutNull }
      if argument.label == "descending" { value = decided(argument.value, value) }
      // `orderBy(...ORDERS[kind])`: the name and the direction go together.
      if argument.value.isSpread, case .alternatives(let lists) = value, lists.allSatisfy(\.isListOfNames),
        let pick = choose(nil, lists.count)
      {
        value = lists[pick]
      }
      // `load(SORTS[kind])`: so do the parts of an object.
      if source.language.isScript { value = oneRecord(value) }
      if argument.value.isSpread, source.language == .python, case .record(let entries) = value,
        entries.allSatisfy({ $0.pieces == nil })
      {
        result += entries.map { CallArgument(label: $0.key, value: $0.value, span: argument.value.span) }
        continue
      }
      guard argument.value.isSpread, case .list(let list) = value else {
        result.append(
          CallArgument(
            label: argument.label, value: value, expression: argument.value, span: argument.value.span,
            isTold: isTold(value, by: argument.value)))
        continue
      }
      result += list.elements.map { CallArgument(value: $0, span: argument.value.span) }
      if list.isOpen {
        result.append(
          CallArgument(value: .unknown(UnknownValue()), expression: argument.value, span: argument.value.span))
      }
    }
    return result
  }

  /// `id!`, `id!!`: it is there.
  private func isUnwrapped(_ expression: Expression) -> Bool {
    let (bytes, end) = (source.source.bytes, expression.span.end)
    guard end > 0, end + 1 < bytes.count, bytes[end] == UInt8(ascii: "!"), bytes[end + 1] != UInt8(ascii: "=") else {
      return false
    }
    return source.language == .swift || source.language == .kotlin && bytes[end + 1] == UInt8(ascii: "!")
  }

  // MARK: Names

  private func callName(_ name: String, _ call: Call) -> ScannedValue {
    if let value = local(name) {
      let arguments = evaluate(call.arguments, for: { self.expectedParameters(ofName: name, call.arguments) })
      return apply(value, arguments, call.callee.span)
    }
    let arguments = evaluate(call.arguments, for: { self.expectedParameters(ofName: name, call.arguments) })
    if hasImplicitReceiver {
      for receiver in receivers {
        if let value = callImplied(name, on: receiver, arguments, call) { return value }
      }
    }
    return callFree(name, arguments, call)
  }

  /// A call without a receiver as one of a member of `self`; nil when it has none of the name.
  private func callImplied(
    _ name: String, on receiver: ScannedValue, _ arguments: [CallArgument], _ call: Call
  ) -> ScannedValue? {
    guard let type = type(of: receiver) else {
      return receiver.isUnknown ? nil : callForeign(name, on: receiver, arguments, call)
    }
    guard
      !index.methods(name, of: type).isEmpty || index.variable(name, of: type, isStatic: false) != nil
        || index.variable(name, of: type, isStatic: true) != nil
    else { return dataCopy(name, of: receiver, arguments) }
    return callMethod(name, on: receiver, arguments, call)
  }

  private func callFree(_ name: String, _ arguments: [CallArgument], _ call: Call) -> ScannedValue {
    measured(calledFree(name, arguments, call), name, of: nil, arguments)
  }

  private func calledFree(_ name: String, _ arguments: [CallArgument], _ call: Call) -> ScannedValue {
    if source.language == .swift, let type = typeOfInstance(name, arguments) { return type }
    if source.language == .python {
      if name == PythonGenerators.word { return yielded(arguments) }
      if let value = shallowCopy(sdkName(name), arguments) ?? typeOfInstance(name, arguments) { return value }
      if name == "len", arguments.count == 1,
        let count = count(filledSomewhere(arguments[0].value, arguments[0].expression), isCall: true)
      {
        return .integer(count)
      }
    }
    if name == "Self" || name == "cls", let type = receiverType { return construct(type, arguments) }
    if let functions = index.files[file].functions[name], let id = chosen(functions, arguments) {
      return invoke(index.functions[id], arguments, receiver: nil, parent: nil)
    }
    if let value = effect(name, arguments, nameSpan(call.callee)) { return value }
    if let value = declared(name, call.callee.span) {
      if case .type(let key) = value, !call.typeArguments.isEmpty, let type = index.type(key: key) {
        return construct(type, arguments, call.typeArguments)
      }
      return apply(value, arguments, call.callee.span)
    }
    if let module = importedFile(name, arguments) { return module }
    if name == "with", source.language == .kotlin, arguments.count == 2,
      case .function(let reference) = arguments[1].value
    {
      return run(reference, on: arguments[0].value)
    }
    // `fun eq(…) = apply { … }`
    if let receiver, let value = scopeFunction(name, receiver, arguments) { return value }
    if let value = fold(name, .unknown(UnknownValue()), arguments, call) { return value }
    if let cell = keptCell(name, arguments, call) { return cell }
    if let meaning = sdkCall(sdkName(name), arguments, call) { return meaning }
    return result(ofConstructing: name, arguments)
  }

  private func callImplicit(_ name: String, _ call: Call) -> ScannedValue {
    if let root = expectedRoot, root.span == call.callee.span {
      let type = ScannedValue.type(index.key(of: root.type))
      let arguments = evaluate(
        call.arguments, for: { self.expectedParameters(ofMember: name, of: type, call.arguments) })
      return callStatic(name, root.type, type, arguments, call) ?? callImplicit(name, arguments, call)
    }
    let arguments = evaluate(
      call.arguments, for: { self.onlyFactory(name).flatMap { self.expectedParameters(ofFunctions: [$0], []) } })
    return callImplicit(name, arguments, call)
  }

  private func callImplicit(_ name: String, _ arguments: [CallArgument], _ call: Call) -> ScannedValue {
    if let value = sdkCall(".\(name)", arguments, call) { return value }
    if let types = index.enumCases[name], types.count == 1,
      let value = enumCase(name, of: types[0], payload: arguments.map(\.value))
    {
      return value
    }
    if let id = onlyFactory(name), let type = index.functions[id].type {
      return invoke(index.functions[id], arguments, receiver: .type(index.key(of: type)), parent: nil)
    }
    return unknownCall(arguments, name: ".\(name)")
  }

  // MARK: Members

  private func callMember(_ base: Expression, _ name: String, _ call: Call) -> ScannedValue {
    if case .name("super") = base.kind, let type = codeType { return callSuper(name, type, call) }
    if case .call(let inner) = base.kind, case .name("super") = inner.callee.kind, let type = codeType {
      return callSuper(name, type, call)
    }
    if let head = call.callee.dottedHead, isUndeclared(head), let dotted = call.callee.dottedName {
      let arguments = evaluate(
        call.arguments, for: { self.expectedParameters(ofMember: name, of: .unknown(UnknownValue()), call.arguments) })
      if let value = shallowCopy(dotted.joined(separator: "."), arguments) ?? callDotted(dotted, arguments, call) {
        return value
      }
      return callMember(on: evaluate(base), name, arguments, call, base)
    }
    if let value = ownMember(name, of: base) { return apply(value, evaluate(call.arguments), call.callee.span) }
    // Java has no functions inside of functions: this one is a method of an object without a class of its own.
    if source.language == .java, case .name("this") = base.kind, case .function(let reference)? = local(name),
      index.functions[reference.index].simpleName == name
    {
      return callName(name, call)
    }
    if source.language == .dart, case .name("this") = base.kind, let type = receiverType,
      index.types[type].constructors.contains(where: { index.functions[$0].isConstructor(named: name) }),
      let value = redirect(named: name, evaluate(call.arguments))
    {
      return value
    }
    let receiver = ownReceiver(base) ?? cast(evaluate(base), base)
    // `options?.filters?.forEach(…)` where no filters are passed.
    if receiver == .null, isTold(receiver, by: base) || isWalk(name) { return .null }
    if source.language == .kotlin, let function = local(name), let value = callLocal(function, on: receiver, call) {
      return value
    }
    if let value = pipeline(name, receiver, call) { return value }
    let arguments = evaluate(
      call.arguments, for: { self.expectedParameters(ofMember: name, of: receiver, base, call.arguments) })
    return callMember(on: receiver, name, arguments, call, base)
  }

  /// `order?.forEach { … }`: where there is no list, nothing is walked.
  private func isWalk(_ name: String) -> Bool {
    switch name {
    case "forEach", "forEachIndexed", "map", "compactMap", "mapNotNull", "flatMap": !source.language.isScript
    default: false
    }
  }

  private func callDotted(_ names: [String], _ arguments: [CallArgument], _ call: Call) -> ScannedValue? {
    if let answer = answer(ofFunction: names, arguments) { return answer }
    let head = names[0]
    let whole = ([sdkName(head)] + names.dropFirst()).joined(separator: ".")
    if let value = sdkCall(whole, arguments, call) { return value }
    let isNamespace = index.files[file].imports.contains { $0.names[head] == "*" || $0.names[head] == "default" }
    guard isNamespace else { return nil }
    return sdkCall(names.dropFirst().joined(separator: "."), arguments, call)
  }

  /// Neither the code around nor a declaration of the project says what the name is.
  func isUndeclared(_ name: String) -> Bool {
    switch name {
    case "self", "this", "super": return false
    default: return local(name) == nil && declared(name, Span(0, 0)) == nil
    }
  }

  private func callSuper(_ name: String, _ type: Int, _ call: Call) -> ScannedValue {
    let arguments = evaluate(call.arguments)
    if ["init", "__init__", "constructor"].contains(name) {
      callSuperConstructor(arguments, of: type)
      return .unknown(UnknownValue())
    }
    if source.language == .dart,
      index.lineage(of: type).dropFirst().contains(where: { base in
        index.types[base].constructors.contains { index.functions[$0].isConstructor(named: name) }
      })
    {
      callSuperConstructor(arguments, of: type, named: name)
      return .unknown(UnknownValue())
    }
    let inherited = index.lineage(of: type).dropFirst().flatMap { index.types[$0].functions[name] ?? [] }
    guard let id = chosen(inherited, arguments) else { return unknownCall(arguments, name: name) }
    return invoke(index.functions[id], arguments, receiver: receiver, parent: nil)
  }

  /// A call of a member; alternatives of the receiver one by one.
  func callMember(
    on receiver: ScannedValue, _ name: String, _ arguments: [CallArgument], _ call: Call, _ base: Expression
  ) -> ScannedValue {
    let value = calledMember(on: receiver, name, arguments, call, base)
    // Python's slices.
    if arguments.isEmpty, name.first == "@" { return measuredSlice(value, Span(base.span.end, call.callee.span.end)) }
    return measured(value, name, of: receiver, arguments)
  }

  private func calledMember(
    on receiver: ScannedValue, _ name: String, _ arguments: [CallArgument], _ call: Call, _ base: Expression
  ) -> ScannedValue {
    if let answer = answer(name, of: filledSomewhere(receiver, base), arguments, isCall: true) { return answer }
    if name == ComponentStates.setter { noteState(arguments, of: receiver) }
    if arguments.count == 1, KeptCells.setters.contains(name) { notePut(arguments[0].value, in: base) }
    if let kept = keptValue(name, of: receiver, arguments) { return kept }
    if let changed = changedList(receiver, name, arguments, base) { return changed }
    if let entered = enteredContext(name, receiver) ?? awaitedModule(name, receiver, arguments) { return entered }
    if let value = callFunctional(name, on: receiver, arguments, call) { return value }
    guard receiver.isSeveral else {
      return isOwn(receiver)
        ? callMethod(name, on: receiver, arguments, call) ?? unknownCall(arguments, name: name)
        : callForeign(name, on: receiver, arguments, call, base) ?? callUnknown(name, receiver, arguments, call)
    }
    let (own, foreign) = receiver.possibilities.separated(by: isOwn)
    var bodies: [() -> ScannedValue] = own.map { value in
      { self.callMethod(name, on: value, arguments, call) ?? self.unknownCall(arguments, name: name) }
    }
    if !foreign.isEmpty {
      let rest = ScannedValue.oneOf(foreign)
      bodies.append {
        self.callForeign(name, on: rest, arguments, call) ?? self.callUnknown(name, rest, arguments, call)
      }
    }
    return bodies.count == 1 ? bodies[0]() : together(bodies)
  }

  /// Of a type of the project.
  func isOwn(_ value: ScannedValue) -> Bool {
    switch value {
    case .instance, .type: true
    case .handle(.named(let name)): name.hasPrefix("file:")
    case .record: true
    default: false
    }
  }

  /// A method of a type of the project; nil when it has none of the name.
  private func callMethod(
    _ name: String, on receiver: ScannedValue, _ arguments: [CallArgument], _ call: Call
  ) -> ScannedValue? {
    switch receiver {
    case .type(let key):
      guard let type = index.type(key: key) else { return nil }
      return callStatic(name, type, receiver, arguments, call)
    case .handle(.named(let handle)):
      guard let other = Int(handle.dropFirst("file:".count)), index.files.indices.contains(other) else { return nil }
      if let id = index.files[other].functions[name].flatMap({ chosen($0, arguments) }) {
        return invoke(index.functions[id], arguments, receiver: nil, parent: nil)
      }
      if let id = extensionOfFile(name, other, arguments), let receiver = arguments.first?.value {
        return invoke(index.functions[id], Array(arguments.dropFirst()), receiver: receiver, parent: nil)
      }
      return handedOn(name, by: other).map { apply($0, arguments, nameSpan(call.callee)) }
    case .record(let entries):
      if let value = entries.first(where: { $0.key == name })?.value ?? spreadMember(name, of: entries) {
        return apply(value, arguments, nameSpan(call.callee))
      }
      if let part = part(of: receiver, name, arguments) ?? pythonEntry(of: receiver, name, arguments, call) {
        return part
      }
      return callForeign(name, on: receiver, arguments, call)
    case .instance(let instance):
      guard let type = index.type(key: instance.type) else { return nil }
      let methods = methods(name, ofCase: instance, type) + index.methods(name, of: type)
      if let id = chosen(methods, arguments) { return callMethod(id, methods, receiver, type, arguments, call) }
      if let value = property(name, of: receiver) {
        // The accessor of a record's component.
        if arguments.isEmpty, source.language == .java { return value }
        return apply(value, arguments)
      }
      if let value = accessed(name, of: receiver, type, arguments) { return value }
      if ownClass(name, of: receiver) != nil { return construct(type, arguments) }
      if let value = dataCopy(name, of: receiver, arguments) ?? callDelegate(name, of: receiver, arguments, call) {
        return value
      }
      // What TypeScript's interfaces declare is not read.
      if index.types[type].kind == .abstract,
        let value = self.call(name, of: implementers(of: type, method: name), arguments)
      {
        return value
      }
      return callForeign(name, on: receiver, arguments, call)
    default: return nil
    }
  }

  /// What the body of an enumeration's case says.
  private func methods(_ name: String, ofCase instance: InstanceReference, _ type: Int) -> [Int] {
    let cases = index.types[type].functionsOfCases
    if cases.isEmpty { return [] }
    return enumCaseName(instance).flatMap { cases[$0]?[name] } ?? []
  }

  private func callMethod(
    _ id: Int, _ methods: [Int], _ receiver: ScannedValue, _ type: Int, _ arguments: [CallArgument],
    _ written: Call
  ) -> ScannedValue {
    let info = index.functions[id]
    // An own method hides the inherited one of the same parameters.
    guard info.body == nil else { return invoke(info, arguments, receiver: receiver, parent: nil) }
    if let own = overriding(info, methods) {
      return invoke(own, arguments + defaults(of: info, left: arguments, as: own), receiver: receiver, parent: nil)
    }
    let isSelf = self.receiver == receiver
    if info.returnType?.name == "Self" { return receiver }
    if let value = callDelegate(info.simpleName, of: receiver, arguments, written) { return value }
    let implementations = isSelf ? [] : implementers(of: type, method: info.simpleName)
    return call(info.simpleName, of: implementations, arguments) ?? unknownResult(of: info, arguments)
  }

  /// The method that says what one does that is only declared: the defaults stand at the declaration.
  private func overriding(_ declared: FunctionInfo, _ methods: [Int]) -> FunctionInfo? {
    methods.lazy.map { self.index.functions[$0] }.first {
      $0.body != nil && $0.parameters.count == declared.parameters.count
    }
  }

  private func defaults(of declared: FunctionInfo, left arguments: [CallArgument], as own: FunctionInfo)
    -> [CallArgument]
  {
    let given = assignment(of: arguments, to: declared.parameters)
    return declared.parameters.indices.compactMap { place in
      guard given[place].isEmpty, let value = declared.parameters[place].defaultValue,
        let name = own.parameters[place].label ?? own.parameters[place].pattern.names.first
      else { return nil }
      return CallArgument(label: name, value: evaluate(value, as: declared.parameters[place].type))
    }
  }

  func callStatic(
    _ name: String, _ type: Int, _ receiver: ScannedValue, _ arguments: [CallArgument], _ call: Call
  ) -> ScannedValue? {
    let isOwnName = index.types[type].constructors.contains { index.functions[$0].isConstructor(named: name) }
    if name == "init" || name == "new", !isOwnName { return construct(type, arguments) }
    if let value = enumCase(name, of: type, payload: arguments.map(\.value)) { return value }
    if let nested = index.types[type].nested[name] { return construct(nested, arguments) }
    let methods = index.methods(name, of: type)
    if let id = chosen(methods, arguments) {
      return invoke(index.functions[id], arguments, receiver: receiver, parent: nil)
    }
    // Named constructors.
    let named = index.types[type].constructors.filter { index.functions[$0].isConstructor(named: name) }
    if !named.isEmpty { return construct(type, arguments, named: name) }
    for nested in index.types[type].nested.values.sorted() where index.types[nested].kind == .object {
      if let value = callStatic(name, nested, .type(index.key(of: nested)), arguments, call) { return value }
    }
    return staticMember(name, of: type).map { apply($0, arguments, nameSpan(call.callee)) }
      ?? accessed(name, of: receiver, type, arguments)
  }
}

extension Expression {
  /// The `a` of `a.b.c`; nil when there is anything else in it.
  var dottedHead: String? {
    switch kind {
    case .name(let name): name
    case .member(let base, _): base.dottedHead
    default: nil
    }
  }

  /// `a.b.c` as names; nil when there is anything else in it.
  var dottedName: [String]? {
    switch kind {
    case .name(let name): return [name]
    case .member(let base, let name): return base.dottedName.map { $0 + [name] }
    default: return nil
    }
  }
}

extension [ScannedValue] {
  func separated(by test: (ScannedValue) -> Bool) -> ([ScannedValue], [ScannedValue]) {
    (filter(test), filter { !test($0) })
  }
}

extension ScannedValue {
  /// A whole list of texts and directions.
  fileprivate var isListOfNames: Bool {
    guard case .list(let list) = self, !list.isOpen else { return false }
    return list.elements.allSatisfy { element in
      switch element {
      case .text, .direction, .field: true
      default: false
      }
    }
  }
}
