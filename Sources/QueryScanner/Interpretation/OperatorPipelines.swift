extension Interpreter {
  /// `observable.pipe(switchMap(f), tap(g))` of RxJS: each operator's function gets what the one before it brings. Nil
  /// when this is no such call.
  func pipeline(_ name: String, _ receiver: ScannedValue, _ call: Call) -> ScannedValue? {
    guard name == "pipe", !receiver.isUnknown, !call.arguments.isEmpty,
      source.language == .javascript || source.language == .typescript,
      receiver.possibilities.allSatisfy({ !isOwn($0) })
    else { return nil }
    return call.arguments.reduce(receiver) { value, argument in step(argument.value, value) }
  }

  private func step(_ expression: Expression, _ value: ScannedValue) -> ScannedValue {
    guard case .call(let call) = expression.kind, case .name(let name) = call.callee.kind, isUndeclared(name),
      let first = call.arguments.first
    else {
      _ = evaluate(expression)
      return .unknown(UnknownValue())
    }
    if Self.passing.contains(name) {
      let arguments = evaluate(call.arguments)
      _ = deliver([value], to: arguments, isCertain: true)
      return value
    }
    guard Self.mapping.contains(name) else {
      _ = evaluate(expression)
      return .unknown(UnknownValue())
    }
    let function = evaluate(first.value)
    for argument in call.arguments.dropFirst() { _ = evaluate(argument.value) }
    guard case .function = function else { return .unknown(UnknownValue()) }
    return apply(function, [CallArgument(value: value)])
  }

  /// Operators whose function answers what follows.
  private static let mapping: Set<String> = ["map", "switchMap", "mergeMap", "concatMap", "exhaustMap", "flatMap"]

  /// Operators that hand on what they get.
  private static let passing: Set<String> = [
    "tap", "filter", "take", "takeUntil", "takeUntilDestroyed", "first", "last", "distinctUntilChanged", "shareReplay",
    "share", "debounceTime", "throttleTime", "auditTime", "delay", "catchError", "retry", "startWith", "finalize",
    "takeWhile", "observeOn", "subscribeOn", "timeout", "untilDestroyed", "traceUntilFirst", "keepUnstableUntilFirst",
  ]
}
