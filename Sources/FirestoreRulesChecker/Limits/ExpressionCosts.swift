import FirestoreRulesLanguage

/// How many nodes a condition evaluates, without knowing any request: production denies a request that evaluates more
/// than 1,000.
struct ExpressionCosts {
  struct Cost {
    /// When nothing is decided early.
    var atMost = 0
    /// At least, whatever comes out.
    var atLeast = 0
    /// At least, when the result is to be true.
    var toAllow = 0

    static func + (left: Cost, right: Cost) -> Cost {
      Cost(
        atMost: min(left.atMost + right.atMost, bound), atLeast: min(left.atLeast + right.atLeast, bound),
        toAllow: min(left.toAllow + right.toAllow, bound))
    }

    static let bound = 1_000_000
    static let node = Cost(atMost: 1, atLeast: 1, toAllow: 1)
  }

  private let subject: LintSubject
  private var functions: [Int: Cost] = [:]
  private var statements: [Int: Cost] = [:]

  init(_ subject: LintSubject) { self.subject = subject }

  mutating func cost(of allow: AllowView) -> Cost {
    guard let condition = allow.statement.condition else { return Cost() }
    if let known = statements[allow.id] { return known }
    let cost = cost(of: condition, calling: subject.scopes[allow.scope].visibleFunctions, active: [])
    statements[allow.id] = cost
    return cost
  }

  private mutating func cost(of expression: Expression, calling visible: [String: Int], active: Set<Int>) -> Cost {
    switch expression.kind {
    case .logical(let op, let operands): return logical(op, operands, visible, active)
    case .conditional(let test, let first, let second):
      let (one, other) = (
        cost(of: first, calling: visible, active: active), cost(of: second, calling: visible, active: active)
      )
      let branch = Cost(
        atMost: max(one.atMost, other.atMost), atLeast: min(one.atLeast, other.atLeast),
        toAllow: min(one.toAllow, other.toAllow))
      return .node + strict(cost(of: test, calling: visible, active: active)) + branch
    case .parenthesized(let inner): return .node + cost(of: inner, calling: visible, active: active)
    case .call(let name, let arguments):
      let operands = arguments.reduce(Cost.node) { $0 + strict(cost(of: $1, calling: visible, active: active)) }
      guard let id = visible[name.text] else { return operands }
      return operands + body(id, active)
    default:
      return expression.children.reduce(Cost.node) { $0 + strict(cost(of: $1, calling: visible, active: active)) }
    }
  }

  /// A value that is needed whatever it is.
  private func strict(_ cost: Cost) -> Cost {
    Cost(atMost: cost.atMost, atLeast: cost.atLeast, toAllow: cost.atLeast)
  }

  private mutating func logical(
    _ op: LogicalOperator, _ operands: [Expression], _ visible: [String: Int], _ active: Set<Int>
  ) -> Cost {
    let costs = operands.map { cost(of: $0, calling: visible, active: active) }
    let operators = operands.count - 1
    var total = costs.reduce(Cost(atMost: operators, atLeast: 0, toAllow: operators)) { $0 + $1 }
    total.atLeast = costs.first?.atLeast ?? 0
    if op == .or { total.toAllow = costs.map(\.toAllow).min() ?? 0 }
    return total
  }

  /// The result and every local, which are evaluated at most once per call.
  private mutating func body(_ id: Int, _ active: Set<Int>) -> Cost {
    if let known = functions[id] { return known }
    guard active.count < 22, !active.contains(id) else { return Cost() }
    let function = subject.functions[id]
    let inner = active.union([id])
    var total = cost(of: function.declaration.result, calling: function.visibleFunctions, active: inner)
    for local in function.declaration.lets {
      total.atMost += cost(of: local.value, calling: function.visibleFunctions, active: inner).atMost
    }
    total.atMost = min(total.atMost, Cost.bound)
    functions[id] = total
    return total
  }
}
