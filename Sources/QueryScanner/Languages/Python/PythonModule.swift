import Diagnostics

/// What a file of Python declares, wherever in it that stands.
enum PythonModule {
  /// Imports come first, for functions import for themselves; names that the file assigns are its variables, also where
  /// a condition or an attempt assigns them; definitions inside of those are its own.
  static func arranged(_ parsed: ParsedSource) -> ParsedSource {
    var module = parsed
    var imports: [Statement] = []
    var definitions: [Statement] = []
    collect(parsed.statements, isTop: true, isModule: true, &imports, &definitions)
    module.statements = imports + variables(parsed.statements) + definitions + parsed.statements.map(declaring)
    return module
  }

  /// `name = value` at the top of a file declares.
  private static func declaring(_ statement: Statement) -> Statement {
    guard case .expression(let expression) = statement.kind,
      case .assignment(let target, let value, false) = expression.kind
    else { return statement }
    switch target.kind {
    case .name(let name): return Statement(.variable(Variable(pattern: .name(name), value: value)), statement.span)
    case .list(let parts):
      let patterns = parts.map { part -> Pattern in
        if case .name(let name) = part.kind { .name(name) } else { .ignored }
      }
      return Statement(.variable(Variable(pattern: .list(patterns), value: value)), statement.span)
    default: return statement
    }
  }

  /// Declarations for names that only blocks assign.
  private static func variables(_ statements: [Statement]) -> [Statement] {
    var direct = PythonLocals.Names()
    direct.visit(statements.filter { if case .expression = $0.kind { true } else { false } })
    var all = PythonLocals.Names()
    all.visit(statements)
    let known = Set(direct.assigned)
    return all.assigned.filter { !known.contains($0) }.map { name in
      Statement(.variable(Variable(pattern: .name(name))), Span(0, 0))
    }
  }

  private static func collect(
    _ statements: [Statement], isTop: Bool, isModule: Bool, _ imports: inout [Statement],
    _ definitions: inout [Statement]
  ) {
    for statement in statements {
      switch statement.kind {
      case .imported: if !isTop { imports.append(statement) }
      case .function(let function):
        if !isTop, isModule { definitions.append(statement) }
        collect(function.body ?? [], isTop: false, isModule: false, &imports, &definitions)
      case .type(let type):
        if !isTop, isModule { definitions.append(statement) }
        collect(type.members, isTop: false, isModule: false, &imports, &definitions)
      default:
        for block in statement.blocks {
          collect(block, isTop: false, isModule: isModule, &imports, &definitions)
        }
      }
    }
  }
}

extension Statement {
  /// The blocks directly inside of a statement that is no declaration.
  fileprivate var blocks: [[Statement]] {
    switch kind {
    case .condition(let condition): [condition.then, condition.otherwise]
    case .selection(let selection): selection.cases.map(\.body)
    case .loop(let loop): [loop.body]
    case .attempt(let body, let handlers, let finally): [body] + handlers + [finally]
    case .block(let inner): [inner]
    case .variable, .expression, .result, .function, .type, .imported, .leave, .other: []
    }
  }
}
