import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// The expressions of a ruleset by id.
struct ExpressionTable: Sendable {
  private var expressions: [Expression?]

  init(_ ruleset: Ruleset) {
    expressions = Array(repeating: nil, count: max(0, ruleset.expressionCount))
    add(functions: ruleset.functions)
    for service in ruleset.services {
      add(functions: service.functions)
      var blocks = service.matches
      while let block = blocks.popLast() {
        add(functions: block.functions)
        for allow in block.allows { if let condition = allow.condition { add(condition) } }
        blocks += block.matches
      }
    }
  }

  subscript(id: Int) -> Expression? { expressions.indices.contains(id) ? expressions[id] : nil }

  private mutating func add(functions: [FunctionDeclaration]) {
    for function in functions {
      add(function.result)
      for binding in function.lets { add(binding.value) }
    }
  }

  private mutating func add(_ root: Expression) {
    var pending = [root]
    while let expression = pending.popLast() {
      if expressions.indices.contains(expression.id) { expressions[expression.id] = expression }
      pending += expression.children
    }
  }
}
