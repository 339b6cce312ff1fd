import Diagnostics

/// `yield call(load, id)` of redux-saga: the library calls the function with what stands behind it.
extension Interpreter {
  /// What the function returns; nil when the name is no such effect.
  func effect(_ name: String, _ arguments: [CallArgument], _ span: Span) -> ScannedValue? {
    guard source.language.isScript, let original = effectName(name), let first = arguments.first else { return nil }
    switch original {
    case "call", "fork", "spawn": return applyEffect(first.value, Array(arguments.dropFirst()), span)
    case "apply":
      guard arguments.count > 1, let function = function(arguments[1].value, of: first.value) else { return nil }
      guard arguments.count > 2, case .list(let list) = arguments[2].value else { return apply(function, [], span) }
      return apply(function, list.elements.map { CallArgument(value: $0, span: arguments[2].span) }, span)
    default: return nil
    }
  }

  /// What a name that is imported from the library is called there.
  private func effectName(_ name: String) -> String? {
    for imported in index.files[file].imports {
      if let original = imported.names[name] { return Self.modules.contains(imported.module) ? original : nil }
    }
    return nil
  }

  private static let modules: Set<String> = ["redux-saga/effects", "@redux-saga/core/effects", "typed-redux-saga"]

  /// A function, or `[context, function]`, `[context, "name"]`, `{ context, fn }`.
  private func applyEffect(_ callee: ScannedValue, _ arguments: [CallArgument], _ span: Span) -> ScannedValue? {
    switch callee {
    case .function, .handle: return apply(callee, arguments, span)
    case .list(let pair) where pair.elements.count == 2:
      return function(pair.elements[1], of: pair.elements[0]).map { apply($0, arguments, span) }
    case .record(let entries):
      guard let context = entries.first(where: { $0.key == "context" })?.value,
        let named = entries.first(where: { $0.key == "fn" })?.value
      else { return nil }
      return function(named, of: context).map { apply($0, arguments, span) }
    default: return nil
    }
  }

  private func function(_ value: ScannedValue, of context: ScannedValue) -> ScannedValue? {
    if case .function = value { return value }
    guard let name = value.knownText, case .function(let function) = member(name, of: context, Span(0, 0)) else {
      return nil
    }
    return .function(function)
  }
}
