extension Expression {
  /// Itself and every expression in it, closures included.
  func forEachNode(_ visit: (Expression) -> Void) {
    visit(self)
    switch kind {
    case .name, .implicitMember, .integer, .number, .boolean, .null, .cascadeReceiver: break
    case .text(let parts):
      for part in parts { if case .interpolation(let inner) = part { inner.forEachNode(visit) } }
    case .list(let elements), .concatenation(let elements), .other(let elements):
      for element in elements { element.forEachNode(visit) }
    case .record(let entries):
      for entry in entries {
        if case .computed(let key) = entry.key { key.forEachNode(visit) }
        entry.value.forEachNode(visit)
      }
    case .spread(let inner), .member(let inner, _): inner.forEachNode(visit)
    case .index(let base, let arguments):
      base.forEachNode(visit)
      for argument in arguments { argument.forEachNode(visit) }
    case .call(let call):
      call.callee.forEachNode(visit)
      for argument in call.arguments { argument.value.forEachNode(visit) }
    case .closure(let closure):
      for statement in closure.body { statement.forEachNode(visit) }
    case .conditional(let condition, let then, let otherwise):
      condition.forEachNode(visit)
      then.forEachNode(visit)
      otherwise.forEachNode(visit)
    case .fallback(let left, let right):
      left.forEachNode(visit)
      right.forEachNode(visit)
    case .assignment(let target, let value, _):
      target.forEachNode(visit)
      value.forEachNode(visit)
    case .cascade(let receiver, let sections):
      receiver.forEachNode(visit)
      for section in sections { section.forEachNode(visit) }
    case .statements(let statements):
      for statement in statements { statement.forEachNode(visit) }
    }
  }
}

extension Statement {
  func forEachNode(_ visit: (Expression) -> Void) {
    switch kind {
    case .variable(let variable):
      variable.value?.forEachNode(visit)
      variable.getter?.forEach { $0.forEachNode(visit) }
    case .expression(let expression): expression.forEachNode(visit)
    case .result(let expression): expression?.forEachNode(visit)
    case .condition(let condition):
      for test in condition.tests { test.forEachNode(visit) }
      for binding in condition.bindings { binding.value?.forEachNode(visit) }
      for statement in condition.then { statement.forEachNode(visit) }
      for statement in condition.otherwise { statement.forEachNode(visit) }
    case .selection(let selection):
      selection.subject?.forEachNode(visit)
      for branch in selection.cases { branch.body.forEach { $0.forEachNode(visit) } }
    case .loop(let loop):
      loop.sequence?.forEachNode(visit)
      for statement in loop.prelude { statement.forEachNode(visit) }
      for test in loop.tests { test.forEachNode(visit) }
      for statement in loop.body { statement.forEachNode(visit) }
    case .attempt(let body, let handlers, let finally):
      for statement in body { statement.forEachNode(visit) }
      for handler in handlers { handler.forEach { $0.forEachNode(visit) } }
      for statement in finally { statement.forEachNode(visit) }
    case .block(let statements):
      for statement in statements { statement.forEachNode(visit) }
    case .function(let function): function.body?.forEach { $0.forEachNode(visit) }
    // Their functions are functions of the index.
    case .type, .imported: break
    case .leave(let leave):
      if case .throwing(let expression?) = leave { expression.forEachNode(visit) }
    case .other(let expressions):
      for expression in expressions { expression.forEachNode(visit) }
    }
  }
}
