/// Python's `with`: what it binds is what the context manager returns when it is entered.
enum PythonContexts {
  static let enter = "__enter__"
}

/// Python's generators: calling one gives all that it yields.
enum PythonGenerators {
  static let word = "yield"
}

extension Interpreter {
  /// A call of `__enter__`; nil when the call is none. Managers that are not of the project are what they bind: clients,
  /// batches and transactions return themselves. A generator (`@contextmanager`) binds what it yields.
  func enteredContext(_ name: String, _ manager: ScannedValue) -> ScannedValue? {
    guard source.language == .python, name == PythonContexts.enter else { return nil }
    if case .list(let yielded) = manager {
      return yielded.elements.isEmpty ? manager : .oneOf(yielded.elements).limited
    }
    guard case .instance(let instance) = manager, let type = index.type(key: instance.type) else { return manager }
    for method in [name, "__aenter__"] {
      if let id = index.methods(method, of: type).first {
        return invoke(index.functions[id], [], receiver: manager, parent: nil)
      }
    }
    return manager
  }

  /// `yield values`: one list of all that the function yields is what calling it gives.
  func yielded(_ arguments: [CallArgument]) -> ScannedValue {
    var list = ScannedList([], isOpen: true)
    if case .list(let earlier)? = strayReturns.last, earlier.isOpen {
      list = earlier
      strayReturns.removeLast()
    }
    for argument in arguments where list.elements.count < ScannedValue.alternativeLimit {
      if argument.value.isUnknown || list.elements.contains(argument.value) { continue }
      list.elements.append(argument.value)
    }
    strayReturns.append(.list(list))
    return .unknown(UnknownValue())
  }
}
