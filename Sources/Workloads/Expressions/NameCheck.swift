import Diagnostics

extension Expression {
  /// FB0017 for every name that nothing in the workload declares.
  func unknownNames(in scope: NameScope) -> [WorkloadProblem] {
    var problems: [WorkloadProblem] = []
    root.visit { node in
      switch node.kind {
      case .variable(let name), .member(let name, _):
        if !scope.variables.contains(name) {
          problems.append(.unknownName(.variable, name, among: scope.variables.sorted(), span: node.span))
        }
      case .count(let result), .extreme(_, let result, _):
        if !scope.results.contains(result) {
          problems.append(.unknownName(.result, result, among: scope.results.sorted(), span: node.span))
        }
      case .literal, .unary, .binary, .call: break
      }
    }
    return problems
  }
}

extension ExpressionNode {
  /// Itself, then everything below it, from left to right.
  package func visit(_ action: (ExpressionNode) -> Void) {
    action(self)
    switch kind {
    case .literal, .variable, .member, .count, .extreme: break
    case .unary(_, let operand): operand.visit(action)
    case .binary(_, let left, let right):
      left.visit(action)
      right.visit(action)
    case .call(_, let arguments): for argument in arguments { argument.visit(action) }
    }
  }
}
