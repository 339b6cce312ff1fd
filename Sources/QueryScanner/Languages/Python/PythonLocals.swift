import Diagnostics

/// Names that a function assigns belong to the function as a whole, not to the block they are first assigned in.
enum PythonLocals {
  /// The body with a declaration for each name that it assigns.
  static func declared(in body: [Statement], parameters: [Parameter]) -> [Statement] {
    var found = Names()
    found.visit(body)
    var known = found.foreign
    for parameter in parameters { if case .name(let name) = parameter.pattern { known.insert(name) } }
    let start = body.first?.span.start ?? 0
    let declarations = found.assigned.filter { !known.contains($0) }.map { name in
      Statement(.variable(Variable(pattern: .name(name))), Span(start, start))
    }
    return declarations + body
  }

  struct Names {
    var assigned: [String] = []
    /// Of `global` and `nonlocal`.
    var foreign: Set<String> = []
    private var seen: Set<String> = []

    mutating func visit(_ statements: [Statement]) {
      for statement in statements { visit(statement) }
    }

    private mutating func visit(_ statement: Statement) {
      switch statement.kind {
      case .expression(let value): visit(value)
      case .condition(let condition):
        for test in condition.tests { visit(test) }
        visit(condition.then)
        visit(condition.otherwise)
      case .selection(let selection): for choice in selection.cases { visit(choice.body) }
      case .loop(let loop):
        for test in loop.tests { visit(test) }
        visit(loop.body)
      case .attempt(let body, let handlers, let finally):
        visit(body)
        for handler in handlers { visit(handler) }
        visit(finally)
      case .block(let inner): visit(inner)
      case .other(let values): noteForeign(values)
      case .variable(let variable): if case .name(let name) = variable.pattern { seen.insert(name) }
      case .result, .function, .type, .imported, .leave: break
      }
    }

    /// `global a, b`
    private mutating func noteForeign(_ values: [Expression]) {
      guard values.count == 1, case .other(let names) = values[0].kind else { return }
      for case .name(let name) in names.map(\.kind) { foreign.insert(name) }
    }

    private mutating func visit(_ expression: Expression) {
      guard case .assignment(let target, let value, let isCompound) = expression.kind, !isCompound else { return }
      note(target)
      visit(value)
    }

    private mutating func note(_ target: Expression) {
      switch target.kind {
      case .name(let name): if seen.insert(name).inserted { assigned.append(name) }
      case .list(let parts): for part in parts { note(part) }
      case .spread(let part): note(part)
      default: break
      }
    }
  }
}
