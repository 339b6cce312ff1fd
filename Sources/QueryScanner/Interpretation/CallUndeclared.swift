import Diagnostics
import QueryModel

/// Calls on what the code does not declare: values of other kinds, and what is not known at all.
extension Interpreter {
  /// What the vocabularies, extension functions and well-known words say; nil when none knows the call.
  func callForeign(
    _ name: String, on receiver: ScannedValue, _ arguments: [CallArgument], _ call: Call, _ base: Expression? = nil
  ) -> ScannedValue? {
    if let id = extensionFunction(name, receiver, arguments, isExact: true) {
      return invoke(index.functions[id], arguments, receiver: receiver, parent: nil)
    }
    if let value = scopeFunction(name, receiver, arguments) ?? fold(name, receiver, arguments, call) { return value }
    if let value = sdkCall(name, on: receiver, arguments, call) {
      if case .query(let draft) = receiver, draft.isAggregation, PythonAggregations.adding.contains(name) {
        if let base { assign(value, to: base) }
      }
      return value
    }
    if let id = extensionFunction(name, receiver, arguments, isExact: false) {
      return invoke(index.functions[id], arguments, receiver: receiver, parent: nil)
    }
    return nil
  }

  /// A method of something that is not known: that of the only type that has one of this name.
  func callUnknown(
    _ name: String, _ receiver: ScannedValue, _ arguments: [CallArgument], _ call: Call
  ) -> ScannedValue {
    if name == Expression.leftOut { return constrainedSomehow(receiver, call) }
    // Extensions that are declared elsewhere may send the query.
    markEscaped(receiver)
    if isForeign(receiver) { return result(ofForeign: receiver, name, arguments) }
    guard case .unknown(let unknown) = receiver, !EverydayNames.all.contains(name),
      let ids = index.methods[name], unknown.cause != .undeclared || unknown.name?.first?.isLowercase ?? true
    else { return unknownCall(arguments, name: name) }
    let bodies = ids.filter { index.functions[$0].body != nil }
    guard bodies.count == 1, let type = index.functions[bodies[0]].type else {
      return unknownCall(arguments, name: name)
    }
    let info = index.functions[bodies[0]]
    guard arguments.count >= needed(info.parameters), arguments.count <= info.parameters.count, isRelated(info.file)
    else {
      return unknownCall(arguments, name: name)
    }
    let value = info.isStatic ? ScannedValue.type(index.key(of: type)) : template(of: type)
    return invoke(info, arguments, receiver: value, parent: nil)
  }

  private func isRelated(_ other: Int) -> Bool {
    index.files[other].source.language == source.language
  }

  /// Nothing is known about the call: closures that it gets may run.
  func unknownCall(_ arguments: [CallArgument], name: String? = nil) -> ScannedValue {
    let isShown = name.map(Self.showing.contains) ?? false
    for argument in arguments { markEscaped(argument.value, isHanded: !isShown) }
    if !isShown { noteUnsentConstraints(arguments, of: name) }
    loseInoutQueries(arguments)
    if let name, Self.timers.contains(name) {
      let outer = repetition
      repetition = deeper(.repeated)
      defer { repetition = outer }
      _ = deliver([], to: arguments, isCertain: false)
      return .unknown(UnknownValue())
    }
    _ = deliver([], to: arguments.filter(mayRunWhatMatters), isCertain: false, of: name)
    deliverHeld(by: arguments)
    return .unknown(UnknownValue(.other, name: name))
  }

  private func mayRunWhatMatters(_ argument: CallArgument) -> Bool {
    argument.value.possibilities.contains { if case .function(let reference) = $0 { matters(reference) } else { true } }
  }

  /// What is shown is not sent.
  private static let showing: Set<String> = [
    "log", "debug", "info", "warn", "error", "print", "trace", "expect", "stringify",
  ]

  private static let timers: Set<String> = [
    "setInterval", "scheduledTimer", "scheduleAtFixedRate", "Timer.periodic", "periodic", "fixedRateTimer",
    "scheduleWithFixedDelay", "repeat", "every",
  ]
}

/// Names that say nothing about whose method is meant.
enum EverydayNames {
  static let all: Set<String> = [
    "get", "add", "map", "run", "load", "set", "update", "delete", "remove", "save", "create", "find", "fetch", "then",
    "catch", "forEach", "filter", "where", "listen", "subscribe", "start", "stop", "close", "open", "init", "call",
    "apply", "put", "insert", "push", "pop", "append", "first", "last", "count", "data", "build", "render", "show",
    "hide", "log", "print", "send", "read", "write", "clear", "reset", "handle", "execute", "invoke", "next",
    "toString",
    "equals", "hashCode", "contains", "has", "values", "keys", "entries", "reduce", "sort", "sorted", "join", "split",
    "limit", "orderBy", "collection", "doc", "document", "query", "stream", "all", "let", "also", "use", "of", "value",
  ]
}
