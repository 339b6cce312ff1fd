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

extension TextTemplate {
  func unknownNames(in scope: NameScope) -> [WorkloadProblem] {
    var problems: [WorkloadProblem] = []
    for case .expression(let expression) in parts { problems += expression.unknownNames(in: scope) }
    return problems
  }
}
