import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

extension TypeInference {
  // MARK: - Functions

  mutating func inferCall(
    _ expression: Expression, _ name: Name, _ arguments: [Expression], _ place: Environment
  ) -> InferredType {
    let types = arguments.map { infer($0, place) }
    if let id = place.functions[name.text] {
      let function = functions[id]
      let expected = function.declaration.parameters.count
      if expected != types.count {
        return fail(
          expression, .wrongFunctionArguments(name: name.text, expected: expected, received: types.count))
      }
      if types.contains(where: \.isFailing) { return fail(expression, nil) }
      return record(expression, call(function, types, from: place))
    }
    if imported.contains(name.text) { return record(expression, .any) }
    if let function = DocumentFunction(rawValue: name.text) { return access(expression, function, types) }
    guard let function = BuiltinFunction(rawValue: name.text) else {
      return fail(expression, .unknownFunction(name.text, visible: place.functions.keys.sorted()))
    }
    if types.contains(where: \.isFailing) { return fail(expression, nil) }
    return builtin(expression, function, types)
  }

  private mutating func access(
    _ expression: Expression, _ function: DocumentFunction, _ arguments: [InferredType]
  ) -> InferredType {
    guard arguments.count == 1, let path = arguments.first else {
      return fail(
        expression, .wrongFunctionArguments(name: function.rawValue, expected: 1, received: arguments.count))
    }
    if path.isFailing { return fail(expression, nil) }
    guard path.kinds.contains(.path) else { return fail(expression, .wrongDocumentPath(function, path)) }
    guard function.returnsDocument else { return record(expression, InferredType(.boolean, mayFail: true)) }
    var type = RequestTypes.document("\(function.rawValue)()").joined(InferredType(constant: .null))
    type.label = "\(function.rawValue)()"
    type.mayFail = true
    return record(expression, type)
  }

  private mutating func builtin(
    _ expression: Expression, _ function: BuiltinFunction, _ arguments: [InferredType]
  ) -> InferredType {
    // The value is passed through.
    if function == .debug, arguments.count == 1 { return record(expression, arguments[0]) }
    let forms = BuiltinSignature.functions(named: function.rawValue)
    let constants = arguments.compactMap(\.constant)
    let call = Call(name: function.rawValue, receiver: nil, arguments: arguments)
    return record(expression, call, among: forms) {
      constants.count == arguments.count ? ConcreteDomain().call(function, constants.map(RuleOutcome.value)) : nil
    }
  }

  // MARK: - Methods

  mutating func inferMethod(
    _ expression: Expression, _ receiver: Expression, _ name: Name, _ arguments: [Expression], _ place: Environment
  ) -> InferredType {
    if case .name(let namespace) = receiver.kind, place.isNamespace(namespace) {
      let types = arguments.map { infer($0, place) }
      if types.contains(where: \.isFailing) { return fail(expression, nil) }
      let full = "\(namespace).\(name.text)"
      guard let function = BuiltinFunction(rawValue: full) else {
        return fail(expression, .unknownNamespaceFunction(full))
      }
      return builtin(expression, function, types)
    }
    let owner = infer(receiver, place)
    let types = arguments.map { infer($0, place) }
    let named = BuiltinSignature.methods(named: name.text)
    if named.isEmpty { return fail(expression, .unknownMethod(owner, name: name.text)) }
    if owner.isFailing || types.contains(where: \.isFailing) { return fail(expression, nil) }
    if owner.kinds == .null { return fail(expression, .partOfNull(name: name.text)) }
    let forms = named.filter { form in form.receiver.map { owner.kinds.contains($0) } ?? false }
    if forms.isEmpty { return fail(expression, .unknownMethod(owner, name: name.text)) }
    let constants = types.compactMap(\.constant)
    let call = Call(name: name.text, receiver: owner, arguments: types)
    return record(expression, call, among: forms) {
      guard let value = owner.constant, constants.count == types.count else { return nil }
      return ConcreteDomain().method(
        Text(name.text), of: .value(value), constants.map(RuleOutcome.value), pattern: nil)
    }
  }

  /// A call of a built-in function or method.
  struct Call {
    var name: String
    var receiver: InferredType?
    var arguments: [InferredType]
  }

  private mutating func record(
    _ expression: Expression, _ call: Call, among forms: [BuiltinSignature], folded: () -> RuleOutcome?
  ) -> InferredType {
    let counted = forms.filter { $0.parameters.count == call.arguments.count }
    if counted.isEmpty {
      let received = call.arguments.count
      return fail(expression, .wrongArgumentCount(name: call.name, received: received, forms: forms))
    }
    let fitting = counted.filter { form in zip(form.parameters, call.arguments).allSatisfy(Self.fits) }
    if fitting.isEmpty {
      return fail(expression, .wrongArguments(name: call.name, received: call.arguments, forms: counted))
    }
    switch folded() {
    case .value(let value):
      var type = InferredType(constant: value)
      type.mayFail = call.receiver?.mayFail == true || call.arguments.contains(where: \.mayFail)
      return record(expression, type)
    case .error(.invalidPattern(let pattern)): return fail(expression, .invalidPattern(pattern))
    case .error(let error): return fail(expression, .evaluation(error))
    case nil: break
    }
    let results = fitting.map { CallResults.type(of: $0, call) }
    var type = results.dropFirst().reduce(results[0]) { $0.joined($1) }
    type.mayFail = true
    return record(expression, type)
  }

  private static func fits(_ parameter: RuleType?, _ argument: InferredType) -> Bool {
    guard let parameter else { return true }
    return argument.kinds.contains(parameter) || (parameter == .float && argument.kinds.contains(.integer))
  }
}

/// What calls return beyond the type that the table of signatures names.
enum CallResults {
  static func type(of form: BuiltinSignature, _ call: TypeInference.Call) -> InferredType {
    guard let result = form.result else { return open(call) }
    var type = InferredType(Kinds(result))
    switch (form.receiver, form.name) {
    case (.map, "keys"), (.string, "split"): type.element = InferredType(.string)
    case (.mapDiff, _) where result == .set: type.element = InferredType(.string)
    case (.map, "values"): type.element = .stored
    case (.list, "toSet"), (.list, "removeAll"), (.set, "difference"), (.set, "intersection"):
      if let element = call.receiver?.element { type.element = element }
    case (.list, "concat"), (.set, "union"):
      if let element = call.receiver?.element, let other = call.arguments.first?.element {
        type.element = element.joined(other)
      }
    default: break
    }
    return type
  }

  /// `map.get(key, default)`: the entry or the default.
  private static func open(_ call: TypeInference.Call) -> InferredType {
    guard call.name == "get", let map = call.receiver, call.arguments.count == 2 else { return .any }
    var entry = InferredType.stored
    if case .string(let key) = call.arguments[0].constant {
      entry = map.fields[key.string] ?? (map.isOpen ? .stored : .failing)
    }
    return entry.joined(call.arguments[1])
  }
}
