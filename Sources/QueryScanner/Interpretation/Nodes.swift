extension Expression {
  /// Itself and every expression in it, closures included.
  func forEachNode(_ visit: (Expression) -> Void) {
    visit(self)
    switch kind {
    case .name, .implicitMember, .integer, .number, .boolean, .null, .cascadeReceiver: break
    case .text(let parts):
      for part in parts { if case .interpolation(let inner) = part { inner.forEachNode(visit) } }
    case .list(let elements), .concatenation(let elements), .other(let elements):
      elements.forEach { $0.forEachNode(visit) }
    case .record(let entries):
      for entry in entries {
        if case .computed(let key) = entry.key { key.forEachNode(visit) }
        entry.value.forEachNode(visit)
      }
    case .spread(let inner), .member(let inner, _): inner.forEachNode(visit)
    case .index(let base, let arguments):
      base.forEachNode(visit)
      arguments.forEach { $0.forEachNode(visit) }
    case .call(let call):
      call.callee.forEachNode(visit)
      call.arguments.forEach { $0.value.forEachNode(visit) }
    case .closure(let closure): closure.body.forEach { $0.forEachNode(visit) }
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
      sections.forEach { $0.forEachNode(visit) }
    case .statements(let statements): statements.forEach { $0.forEachNode(visit) }
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
      condition.tests.forEach { $0.forEachNode(visit) }
      condition.bindings.forEach { $0.value?.forEachNode(visit) }
      condition.then.forEach { $0.forEachNode(visit) }
      condition.otherwise.forEach { $0.forEachNode(visit) }
    case .selection(let selection):
      selection.subject?.forEachNode(visit)
      for branch in selection.cases { branch.body.forEach { $0.forEachNode(visit) } }
    case .loop(let loop):
      loop.sequence?.forEachNode(visit)
      loop.prelude.forEach { $0.forEachNode(visit) }
      loop.tests.forEach { $0.forEachNode(visit) }
      loop.body.forEach { $0.forEachNode(visit) }
    case .attempt(let body, let handlers, let finally):
      body.forEach { $0.forEachNode(visit) }
      for handler in handlers { handler.forEach { $0.forEachNode(visit) } }
      finally.forEach { $0.forEachNode(visit) }
    case .block(let statements): statements.forEach { $0.forEachNode(visit) }
    case .function(let function): function.body?.forEach { $0.forEachNode(visit) }
    // Their functions are functions of the index.
    case .type, .imported: break
    case .leave(let leave):
      if case .throwing(let expression?) = leave { expression.forEachNode(visit) }
    case .other(let expressions): expressions.forEach { $0.forEachNode(visit) }
    }
  }
}
