/// Python's `with`: what it binds is what the context manager returns when it is entered.
enum PythonContexts {
  static let enter = "__enter__"
}

extension Interpreter {
  /// A call of `__enter__`; nil when the call is none. Managers that are not of the project are what they bind: clients,
  /// batches and transactions return themselves.
  func enteredContext(_ name: String, _ manager: ScannedValue) -> ScannedValue? {
    guard source.language == .python, name == PythonContexts.enter else { return nil }
    guard case .instance(let instance) = manager, let type = index.type(key: instance.type) else { return manager }
    for method in [name, "__aenter__"] {
      if let id = index.methods(method, of: type).first {
        return invoke(index.functions[id], [], receiver: manager, parent: nil)
      }
    }
    return manager
  }
}
