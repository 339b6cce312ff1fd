extension Expression {
  /// Every name in the code of an expression: variables, members, functions; closures included.
  func forEachName(_ visit: (String) -> Void) {
    switch kind {
    case .name(let name), .implicitMember(let name): visit(name)
    case .text(let parts):
      for part in parts { if case .interpolation(let inner) = part { inner.forEachName(visit) } }
    case .integer, .number, .boolean, .null, .cascadeReceiver: break
    case .list(let elements), .concatenation(let elements), .other(let elements):
      for element in elements { element.forEachName(visit) }
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
      for argument in arguments { argument.forEachName(visit) }
    case .call(let call):
      call.callee.forEachName(visit)
      for argument in call.arguments { argument.value.forEachName(visit) }
    case .closure(let closure):
      for parameter in closure.parameters { parameter.defaultValue?.forEachName(visit) }
      for statement in closure.body { statement.forEachName(visit) }
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
      for section in sections { section.forEachName(visit) }
    case .statements(let statements):
      for statement in statements { statement.forEachName(visit) }
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
      for test in condition.tests { test.forEachName(visit) }
      for binding in condition.bindings { binding.value?.forEachName(visit) }
      for statement in condition.then { statement.forEachName(visit) }
      for statement in condition.otherwise { statement.forEachName(visit) }
    case .selection(let selection):
      selection.subject?.forEachName(visit)
      for branch in selection.cases {
        for pattern in branch.patterns { pattern.forEachName(visit) }
        for statement in branch.body { statement.forEachName(visit) }
      }
    case .loop(let loop):
      loop.sequence?.forEachName(visit)
      for statement in loop.prelude { statement.forEachName(visit) }
      for test in loop.tests { test.forEachName(visit) }
      for statement in loop.body { statement.forEachName(visit) }
    case .attempt(let body, let handlers, let finally):
      (body + handlers.flatMap { $0 } + finally).forEach { $0.forEachName(visit) }
    case .block(let statements):
      for statement in statements { statement.forEachName(visit) }
    case .function(let function):
      for parameter in function.parameters { parameter.forEachName(visit) }
      function.body?.forEach { $0.forEachName(visit) }
    case .type(let declaration):
      for member in declaration.members { member.forEachName(visit) }
    case .imported: break
    case .leave(let leave):
      if case .throwing(let expression?) = leave { expression.forEachName(visit) }
    case .other(let expressions):
      for expression in expressions { expression.forEachName(visit) }
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
    // `fs.Query`, `com.google.firebase.firestore.Query`
    if let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) { visit(String(name[name.index(after: dot)...])) }
    for argument in arguments { argument.forEachName(visit) }
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

// MARK: - Whether an element is there

extension Expression {
  /// Whether nothing is asked of an element but whether it is there, as in `it != null` or `doc.exists()`: what is left out
  /// then is what could not be read, which no query could have left out.
  func asksOnlyForExistence(of names: [String]) -> Bool {
    switch kind {
    case .name(let name): return names.contains(name)
    case .member(let base, "exists"): return base.isName(among: names)
    case .call(let call):
      guard call.arguments.isEmpty, case .member(let base, "exists") = call.callee.kind else { return false }
      return base.isName(among: names)
    case .other(let operands):
      if operands.contains(where: { $0.kind == .null }) {
        return operands.count == 2 && operands.contains { $0.isName(among: names) }
      }
      return !operands.isEmpty && operands.allSatisfy { $0.asksOnlyForExistence(of: names) }
    default: return false
    }
  }

  private func isName(among names: [String]) -> Bool {
    if case .name(let name) = kind { return names.contains(name) }
    return false
  }
}

extension Statement {
  func asksOnlyForExistence(of names: [String]) -> Bool {
    switch kind {
    case .expression(let expression), .result(.some(let expression)): expression.asksOnlyForExistence(of: names)
    default: false
    }
  }
}
