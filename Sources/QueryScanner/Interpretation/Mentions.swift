extension Expression {
  /// Every name in the code of an expression: variables, members, functions; closures included.
  func forEachName(_ visit: (String) -> Void) {
    switch kind {
    case .name(let name), .implicitMember(let name): visit(name)
    case .text(let parts):
      for part in parts { if case .interpolation(let inner) = part { inner.forEachName(visit) } }
    case .integer, .number, .boolean, .null, .cascadeReceiver: break
    case .list(let elements), .concatenation(let elements), .other(let elements):
      elements.forEach { $0.forEachName(visit) }
    case .record(let entries):
      for entry in entries {
        if case .computed(let key) = entry.key { key.forEachName(visit) }
        entry.value.forEachName(visit)
      }
    case .spread(let inner): inner.forEachName(visit)
    case .member(let base, let name):
      visit(name)
      base.forEachName(visit)
    case .index(let base, let arguments):
      base.forEachName(visit)
      arguments.forEach { $0.forEachName(visit) }
    case .call(let call):
      call.callee.forEachName(visit)
      call.arguments.forEach { $0.value.forEachName(visit) }
    case .closure(let closure):
      closure.parameters.forEach { $0.defaultValue?.forEachName(visit) }
      closure.body.forEach { $0.forEachName(visit) }
    case .conditional(let condition, let then, let otherwise):
      [condition, then, otherwise].forEach { $0.forEachName(visit) }
    case .fallback(let left, let right):
      left.forEachName(visit)
      right.forEachName(visit)
    case .assignment(let target, let value, _):
      target.forEachName(visit)
      value.forEachName(visit)
    case .cascade(let receiver, let sections):
      receiver.forEachName(visit)
      sections.forEach { $0.forEachName(visit) }
    case .statements(let statements): statements.forEach { $0.forEachName(visit) }
    }
  }

  func mentions(_ names: [String]) -> Bool {
    var found = false
    forEachName { if names.contains($0) { found = true } }
    return found
  }
}

extension Statement {
  func forEachName(_ visit: (String) -> Void) {
    switch kind {
    case .variable(let variable):
      variable.type?.forEachName(visit)
      variable.value?.forEachName(visit)
      variable.getter?.forEach { $0.forEachName(visit) }
    case .expression(let expression): expression.forEachName(visit)
    case .result(let expression): expression?.forEachName(visit)
    case .condition(let condition):
      condition.tests.forEach { $0.forEachName(visit) }
      condition.bindings.forEach { $0.value?.forEachName(visit) }
      condition.then.forEach { $0.forEachName(visit) }
      condition.otherwise.forEach { $0.forEachName(visit) }
    case .selection(let selection):
      selection.subject?.forEachName(visit)
      for branch in selection.cases {
        branch.patterns.forEach { $0.forEachName(visit) }
        branch.body.forEach { $0.forEachName(visit) }
      }
    case .loop(let loop):
      loop.sequence?.forEachName(visit)
      loop.prelude.forEach { $0.forEachName(visit) }
      loop.tests.forEach { $0.forEachName(visit) }
      loop.body.forEach { $0.forEachName(visit) }
    case .attempt(let body, let handlers, let finally):
      (body + handlers.flatMap { $0 } + finally).forEach { $0.forEachName(visit) }
    case .block(let statements): statements.forEach { $0.forEachName(visit) }
    case .function(let function):
      function.parameters.forEach { $0.forEachName(visit) }
      function.body?.forEach { $0.forEachName(visit) }
    case .type(let declaration): declaration.members.forEach { $0.forEachName(visit) }
    case .imported: break
    case .leave(let leave):
      if case .throwing(let expression?) = leave { expression.forEachName(visit) }
    case .other(let expressions): expressions.forEach { $0.forEachName(visit) }
    }
  }

  func mentions(_ names: [String]) -> Bool {
    var found = false
    forEachName { if names.contains($0) { found = true } }
    return found
  }
}

extension Parameter {
  func forEachName(_ visit: (String) -> Void) {
    type?.forEachName(visit)
    defaultValue?.forEachName(visit)
  }
}

extension TypeName {
  func forEachName(_ visit: (String) -> Void) {
    visit(name)
    arguments.forEach { $0.forEachName(visit) }
  }
}

/// Whether an element was added, modified or removed is no property of the document: to ask for it drops nothing that
/// was read in vain.
private func asksOnlyForChange(of names: [String], _ visitAll: ((String) -> Void) -> Void) -> Bool {
  var previous = ""
  var isOnly = true
  visitAll { name in
    if names.contains(name), !["type", "getType"].contains(previous) { isOnly = false }
    previous = name
  }
  return isOnly
}

extension Expression {
  func asksOnlyForChange(of names: [String]) -> Bool {
    QueryScanner.asksOnlyForChange(of: names) { visit in forEachName(visit) }
  }
}

extension Statement {
  func asksOnlyForChange(of names: [String]) -> Bool {
    QueryScanner.asksOnlyForChange(of: names) { visit in forEachName(visit) }
  }
}
