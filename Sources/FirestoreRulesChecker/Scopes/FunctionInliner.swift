import FirestoreRulesLanguage

/// Replaces calls of declared functions by what they return.
///
/// Names that are left afterwards are captures, `request`, `resource`, namespaces and unknown names. A capture of an
/// inner block that hides one of the function's own block cannot be told apart from it any more, which only matters
/// where one path captures two names of the same spelling (FB3113).
struct FunctionInliner {
  let functions: [FunctionView]

  /// - Parameter visible: the functions that the expression may call.
  func inlined(_ expression: Expression, calling visible: [String: Int]) -> Expression {
    var walk = Inlining(functions: functions)
    return walk.replace(expression, Inlining.Scope(visible: visible, values: [:], active: [], depth: 0))
  }
}

private struct Inlining {
  struct Scope {
    var visible: [String: Int]
    /// Parameters and locals by name, already replaced.
    var values: [String: Expression]
    /// The functions that are being replaced around this one; recursion does not compile.
    var active: [Int]
    var depth: Int
  }

  let functions: [FunctionView]
  /// Repeated use of locals and parameters can double the size with every step.
  private var remaining = 20_000
  private static let maximumDepth = 600

  init(functions: [FunctionView]) { self.functions = functions }

  mutating func replace(_ expression: Expression, _ scope: Scope) -> Expression {
    remaining -= 1
    guard remaining > 0, scope.depth < Self.maximumDepth else { return expression }
    var inner = scope
    inner.depth += 1
    switch expression.kind {
    case .name(let name):
      guard let value = scope.values[name] else { return expression }
      remaining -= size(of: value)
      return value
    case .call(let name, let arguments):
      let values = arguments.map { replace($0, inner) }
      if let body = body(of: name.text, values, inner) { return body }
      return expression.with(.call(name, values))
    default:
      return expression.with(children: expression.children.map { replace($0, inner) })
    }
  }

  private func size(of expression: Expression) -> Int { expression.descendants.count }

  private mutating func body(of name: String, _ arguments: [Expression], _ scope: Scope) -> Expression? {
    guard let id = scope.visible[name] else { return nil }
    let function = functions[id]
    let parameters = function.declaration.parameters
    guard parameters.count == arguments.count, !scope.active.contains(id) else { return nil }
    var inner = Scope(
      visible: function.visibleFunctions, values: [:], active: scope.active + [id], depth: scope.depth)
    for (parameter, argument) in zip(parameters, arguments) { inner.values[parameter.text] = argument }
    for local in function.declaration.lets { inner.values[local.name.text] = replace(local.value, inner) }
    let body = replace(function.declaration.result, inner)
    return remaining > 0 ? body : nil
  }
}

extension Expression {
  func with(_ kind: Kind) -> Expression { Expression(id: id, kind: kind, span: span) }

  /// The same node over other operands, as many as it has ``children``.
  func with(children: [Expression]) -> Expression {
    var rest = children[...]
    func next() -> Expression { rest.popFirst() ?? self }
    switch kind {
    case .missing, .null, .boolean, .integer, .float, .string, .bytes, .name: return self
    case .parenthesized: return with(.parenthesized(next()))
    case .unary(let op, _): return with(.unary(op, next()))
    case .typeTest(_, let word): return with(.typeTest(next(), word))
    case .member(_, let name): return with(.member(next(), name))
    case .list: return with(.list(children))
    case .logical(let op, _): return with(.logical(op, children))
    case .call(let name, _): return with(.call(name, children))
    case .map(let entries):
      return with(.map(entries.map { MapEntry(key: $0.key, keySpan: $0.keySpan, value: next()) }))
    case .path(let pieces):
      return with(
        .path(
          pieces.map { piece in
            if case .interpolation = piece { .interpolation(next()) } else { piece }
          }))
    case .binary(let op, _, _): return with(.binary(op, next(), next()))
    case .index: return with(.index(next(), next()))
    case .conditional: return with(.conditional(next(), next(), next()))
    case .slice: return with(.slice(next(), next(), next()))
    case .method(_, let name, _): return with(.method(next(), name, Array(rest)))
    case .invalidCall: return with(.invalidCall(next(), Array(rest)))
    }
  }
}
