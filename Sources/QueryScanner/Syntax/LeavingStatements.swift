extension Statement {
  /// Nothing behind it runs: `return`, `throw`, `break`, `continue`, or ways that all end so.
  var leaves: Bool {
    switch kind {
    case .leave, .result: true
    case .block(let inner): inner.leave
    case .condition(let condition): condition.then.leave && condition.otherwise.leave
    default: false
    }
  }
}

extension [Statement] {
  /// Nothing behind the block runs.
  var leave: Bool { last?.leaves == true }
}

extension Expression {
  /// Nothing behind it runs: the `return` of `name ?: return`.
  var leaves: Bool {
    if case .statements(let statements) = kind { statements.leave } else { false }
  }
}
