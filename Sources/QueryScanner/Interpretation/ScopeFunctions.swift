import Diagnostics

extension Interpreter {
  /// Kotlin's `let`, `also`, `run`, `apply`, `takeIf`, which hand the receiver to their closure.
  func scopeFunction(_ name: String, _ receiver: ScannedValue, _ arguments: [CallArgument]) -> ScannedValue? {
    guard source.language == .kotlin, arguments.count == 1,
      case .function(let reference) = arguments[0].value
    else { return nil }
    let isCertain = receiver.isNeverNull
    switch name {
    case "let":
      if receiver == .null { return .null }
      let present = ScannedValue.oneOf(receiver.possibilities.filter { $0 != .null })
      let value = deliver([present], to: arguments, isCertain: isCertain) ?? .unknown(UnknownValue())
      // `cursor?.let { query.startAfter(it) } ?: query`
      return isCertain || !value.holdsQuery ? value : ScannedValue.oneOf([value, .null])
    case "also":
      _ = deliver([receiver], to: arguments, isCertain: isCertain)
      return receiver
    case "run": return run(reference, on: receiver)
    case "apply":
      _ = run(reference, on: receiver)
      return receiver
    default: return nil
    }
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
    invoke(
      index.functions[reference.index], [], receiver: receiver, parent: environments[reference.environment])
  }
}

extension TypeName {
  static let function = "->"

  /// A function that is called on something.
  fileprivate var takesReceiver: Bool { name == Self.function && arguments.count == 2 }
}

extension ScannedValue {
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
