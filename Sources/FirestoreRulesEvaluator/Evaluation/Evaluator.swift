import FirestoreModel
import FirestoreRulesLanguage

/// Evaluates the conditions of statements for one request, over any domain.
///
/// Knows order, scopes, budgets and the absorption of errors; what values are it leaves to the domain. Every node is
/// charged before its children are evaluated, so that recursion is bounded by the budget of 1,000 expressions.
package struct Evaluator<Domain: ValueDomain & Sendable, Observer: EvaluationObserver, Reader: DocumentReader>
where Observer.Outcome == Domain.Outcome {
  package typealias Outcome = Domain.Outcome

  let program: Program
  let domain: Domain
  package var bindings: RequestBindings<Domain>
  package var observer: Observer
  var captures: [Outcome] = []
  /// Parameters and bindings of the functions that are being evaluated, the innermost last; nil: not evaluated yet.
  var frames: [Outcome?] = []
  /// Where the frame of the innermost function begins.
  var frame = 0

  package init(_ rules: CompiledRules, domain: Domain, bindings: RequestBindings<Domain>, observer: Observer) {
    program = rules.program
    self.domain = domain
    self.bindings = bindings
    self.observer = observer
  }

  /// What the condition of a statement comes out as; true without a condition.
  ///
  /// - Parameter captures: what the captures of the statement's path stand for, outermost first.
  package mutating func evaluate(
    _ statement: CompiledStatement, captures: [Outcome], in session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    try evaluate(condition: statement.condition, captures: captures, in: &session)
  }

  mutating func evaluate(
    condition: Int?, captures: [Outcome], in session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    guard let condition else { return domain.constant(.boolean(true)) }
    self.captures = captures
    frames.removeAll(keepingCapacity: true)
    frame = 0
    return try value(of: condition, &session)
  }

  // MARK: - Nodes

  mutating func value(
    of expression: Int, _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    try session.charge()
    if Observer.isObserving { observer.entered(expression) }
    let outcome = try outcome(of: program.nodes[expression], expression, &session)
    if Observer.isObserving { observer.evaluated(expression, outcome) }
    return outcome
  }

  private mutating func outcome(
    of node: Node, _ expression: Int, _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    switch node {
    case .constant(let value): return domain.constant(value)
    case .failure(let error): return domain.failure(error)
    case .unreachable: throw BudgetExceeded()
    case .request: return bindings.request()
    case .resource: return bindings.resource()
    case .requestMember(let member, let request): return try requestMember(member, request, &session)
    case .documentData(let role, let document): return try data(of: role, document, &session)
    case .capture(let place): return captures.indices.contains(place) ? captures[place] : domain.failure(.possible)
    case .parameter(let place): return try local(place, value: nil, &session)
    case .binding(let place, let value): return try local(place, value: value, &session)
    case .parenthesized(let inner): return try value(of: inner, &session)
    case .list(let elements): return domain.list(try values(of: elements, &session))
    case .map(let entries): return try map(entries, &session)
    case .path(let pieces): return try path(pieces, &session)
    case .unary(let op, let operand): return try unary(op, operand, &session)
    case .binary(let op, let left, let right): return try binary(op, left, right, &session)
    case .logical(let op, let operands): return try logical(op, operands, &session)
    case .conditional(let condition, let first, let second):
      return try conditional(condition, first, second, &session)
    case .typeTest(let operand, let word): return domain.typeTest(try value(of: operand, &session), word: word)
    case .member(let base, let name): return domain.member(name, of: try value(of: base, &session))
    case .element(let base, let index): return try element(base, index, &session)
    case .slice(let base, let start, let end): return try slice(base, start, end, &session)
    case .call(let function, let arguments): return try call(function, arguments, &session)
    case .builtin(let function, let arguments): return try builtin(function, arguments, &session)
    case .access(let function, let path): return try access(function, path, from: expression, &session)
    case .method(let receiver, let name, let arguments, let pattern):
      return try method(receiver, name, arguments, pattern, &session)
    }
  }
}
