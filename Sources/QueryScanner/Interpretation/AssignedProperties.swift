extension Statement {
  /// Every `receiver.name = value` and `name = value` that stands as a statement in the code of a function, or of a
  /// closure that it hands on.
  func forEachAssignment(_ visit: (_ name: String, _ isMember: Bool, _ value: Expression) -> Void) {
    switch kind {
    case .expression(let expression), .result(let expression?): expression.forEachAssignment(visit)
    case .condition(let condition):
      (condition.then + condition.otherwise).forEach { $0.forEachAssignment(visit) }
    case .selection(let selection):
      for branch in selection.cases { branch.body.forEach { $0.forEachAssignment(visit) } }
    case .loop(let loop): loop.body.forEach { $0.forEachAssignment(visit) }
    case .attempt(let body, let handlers, let finally):
      (body + handlers.flatMap { $0 } + finally).forEach { $0.forEachAssignment(visit) }
    case .block(let statements): statements.forEach { $0.forEachAssignment(visit) }
    case .result, .variable, .function, .type, .imported, .leave, .other: break
    }
  }
}

extension Expression {
  fileprivate func forEachAssignment(_ visit: (_ name: String, _ isMember: Bool, _ value: Expression) -> Void) {
    forEachNode { node in
      guard case .assignment(let target, let value, _) = node.kind else { return }
      // `self.page, self.on = 1, True`
      let targets = if case .list(let parts) = target.kind { parts } else { [target] }
      for target in targets {
        switch target.kind {
        case .member(_, let name): visit(name, true, value)
        case .name(let name): visit(name, false, value)
        default: break
        }
      }
    }
  }
}
