import Diagnostics

extension Interpreter {
  /// Kotlin's `let`, `also`, `run`, `apply`, `takeIf`, and `map` of optionals, which hand the receiver to their closure.
  func scopeFunction(_ name: String, _ receiver: ScannedValue, _ arguments: [CallArgument]) -> ScannedValue? {
    guard arguments.count == 1, case .function(let reference) = arguments[0].value else { return nil }
    switch source.language {
    case .kotlin: break
    case .swift, .java:
      let isOptional = name == "map" || name == "flatMap" || name == "ifPresent"
      return isOptional && receiver.isContentOfOptional ? letting(receiver, arguments) : nil
    default: return nil
    }
    switch name {
    case "let": return letting(receiver, arguments)
    case "takeIf", "takeUnless":
      let answer = deliver([receiver], to: arguments, isCertain: true).flatMap(truth)
      if receiver.isUnknown { return receiver }
      guard let answer else { return ScannedValue.oneOf(receiver.possibilities + [.null]) }
      return answer == (name == "takeIf") ? receiver : .null
    case "also":
      _ = deliver([receiver], to: arguments, isCertain: receiver.isNeverNull)
      return receiver
    case "run": return run(reference, on: receiver)
    case "apply":
      _ = run(reference, on: receiver)
      return receiver
    default: return nil
    }
  }

  /// What a closure makes of a value that is there; nothing of nothing.
  private func letting(_ receiver: ScannedValue, _ arguments: [CallArgument]) -> ScannedValue {
    if receiver == .null { return .null }
    let isCertain = receiver.isNeverNull
    let present = ScannedValue.oneOf(receiver.possibilities.filter { $0 != .null })
    let value = deliver([present], to: arguments, isCertain: isCertain) ?? .unknown(UnknownValue())
    // `cursor?.let { query.startAfter(it) } ?: query`
    return isCertain || !value.holdsQuery ? value : ScannedValue.oneOf([value, .null])
  }

  /// Whether an expression hands a value to a closure that is certainly there: `order?.let { query.orderBy(it) }` of a
  /// parameter for which a call passes one, not of a property that other code sets.
  func isHandedOn(_ expression: Expression) -> Bool {
    guard case .call(let call) = expression.kind, case .member(let base, let name) = call.callee.kind else {
      return false
    }
    switch (source.language, name) {
    case (.kotlin, "let"), (.kotlin, "takeIf"), (.kotlin, "takeUnless"), (.swift, "map"), (.swift, "flatMap"): break
    default: return false
    }
    switch base.kind {
    case .name(let name):
      if let value = local(name) { return value.isNeverNull }
      guard let type = receiverType, !mutated.contains(name, of: type) else { return false }
      return silently { evaluate(base) }.isNeverNull
    case .call: return isHandedOn(base)
    default: return false
    }
  }

  /// What `if let` and `??` get of Swift's `value.map { … }` of something that is not known: an optional, since a list
  /// would always be there.
  func unwrapped(_ value: ScannedValue, _ expression: Expression) -> ScannedValue {
    guard source.language == .swift, case .list(let list) = value, list.isOpen, !list.elements.isEmpty,
      case .call(let call) = expression.kind, case .member(let base, let name) = call.callee.kind,
      name == "map" || name == "flatMap" || name == "compactMap",
      !text(Span(base.span.end, call.callee.span.end)).hasPrefix("?")
    else { return value }
    return ScannedValue.oneOf(list.elements + [.null])
  }

  /// `query.build()` where `build` is a parameter of the type `Query.() -> Query`; nil when the value is no function.
  func callLocal(_ function: ScannedValue, on receiver: ScannedValue, _ call: Call) -> ScannedValue? {
    switch function {
    case .function(let reference):
      return invoke(
        index.functions[reference.index], evaluate(call.arguments), receiver: receiver,
        parent: environments[reference.environment])
    case .unknown(let unknown):
      guard let result = unknown.type?.resultOfFunction else { return nil }
      _ = evaluate(call.arguments)
      // Whatever it adds, the query looks where it looked before.
      guard case .query? = typedValue(result, file: file), case .query(let base) = receiver else {
        return typedValue(result, file: file)
      }
      return .query(base.applying(.unknown, at: location(nameSpan(call.callee))))
    default: return nil
    }
  }

  /// Runs a closure with a value as its `this`.
  func run(_ reference: FunctionReference, on receiver: ScannedValue) -> ScannedValue {
    let info = index.functions[reference.index]
    // `query.run(::send)`: a declared function takes it as its argument.
    if !info.isClosure, info.extendedType == nil, !info.parameters.isEmpty {
      return apply(.function(reference), [CallArgument(value: receiver)])
    }
    return invoke(
      index.functions[reference.index], [], receiver: receiver, parent: environments[reference.environment])
  }
}

extension TypeName {
  static let function = "->"

  /// A function that is called on something.
  fileprivate var takesReceiver: Bool { name == Self.function && arguments.count == 2 }
}

extension ScannedValue {
  /// What an optional may hold that is no sequence itself.
  fileprivate var isContentOfOptional: Bool {
    switch self {
    case .null, .boolean, .integer, .scalar, .text, .userID, .handle, .document, .query, .realtime, .database: true
    case .alternatives(let values):
      values.allSatisfy { $0.isContentOfOptional || $0.isUnknown } && values.contains { !$0.isUnknown }
    default: false
    }
  }

  /// A closure as a parameter's type has it called.
  func called(as type: TypeName?) -> ScannedValue {
    guard type?.takesReceiver == true, case .function(var reference) = self else { return self }
    reference.use = .onReceiver
    return .function(reference)
  }
}

extension Interpreter {
  /// Calls a closure that takes a receiver: the first argument that it does not declare, or what is `this` here.
  func applyOnReceiver(_ reference: FunctionReference, _ arguments: [CallArgument]) -> ScannedValue {
    let info = index.functions[reference.index]
    let isGiven = arguments.count > info.parameters.count
    return invoke(
      info, isGiven ? Array(arguments.dropFirst()) : arguments, receiver: isGiven ? arguments[0].value : receiver,
      parent: environments[reference.environment])
  }

  /// `query { … }` where the project declares `operator fun Query.invoke(…)`; nil when it declares none that fits.
  func invokeOperator(_ value: ScannedValue, _ arguments: [CallArgument]) -> ScannedValue? {
    guard source.language == .kotlin, !value.isUnknown,
      let id = extensionFunction("invoke", value, arguments, isExact: true)
    else { return nil }
    return invoke(index.functions[id], arguments, receiver: value, parent: nil)
  }
}
