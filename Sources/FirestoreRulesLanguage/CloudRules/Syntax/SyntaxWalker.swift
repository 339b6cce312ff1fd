/// What a walk over a ruleset reports; every node once, parents before children, in the order of the source where the
/// tree keeps it.
package protocol SyntaxVisitor {
  mutating func visit(_ service: Service)
  mutating func visit(_ match: MatchBlock)
  mutating func visit(_ allow: AllowStatement)
  mutating func visit(_ function: FunctionDeclaration)
  mutating func visit(_ binding: LetBinding)
  mutating func visit(_ expression: Expression)
}

extension SyntaxVisitor {
  package mutating func visit(_ service: Service) {}
  package mutating func visit(_ match: MatchBlock) {}
  package mutating func visit(_ allow: AllowStatement) {}
  package mutating func visit(_ function: FunctionDeclaration) {}
  package mutating func visit(_ binding: LetBinding) {}
  package mutating func visit(_ expression: Expression) {}
}

extension Ruleset {
  package func walk(_ visitor: inout some SyntaxVisitor) {
    for function in functions { function.walk(&visitor) }
    for service in services { service.walk(&visitor) }
  }

  /// Calls `body` for every expression of the source, parents before children.
  package func forEachExpression(_ body: (Expression) -> Void) {
    withoutActuallyEscaping(body) { body in
      var visitor = ExpressionVisitor(body: body)
      walk(&visitor)
    }
  }
}

private struct ExpressionVisitor: SyntaxVisitor {
  let body: (Expression) -> Void

  mutating func visit(_ expression: Expression) { body(expression) }
}

extension Service {
  package func walk(_ visitor: inout some SyntaxVisitor) {
    visitor.visit(self)
    for function in functions { function.walk(&visitor) }
    for match in matches { match.walk(&visitor) }
  }
}

extension MatchBlock {
  package func walk(_ visitor: inout some SyntaxVisitor) {
    visitor.visit(self)
    for function in functions { function.walk(&visitor) }
    for allow in allows { allow.walk(&visitor) }
    for match in matches { match.walk(&visitor) }
  }
}

extension AllowStatement {
  package func walk(_ visitor: inout some SyntaxVisitor) {
    visitor.visit(self)
    condition?.walk(&visitor)
  }
}

extension FunctionDeclaration {
  package func walk(_ visitor: inout some SyntaxVisitor) {
    visitor.visit(self)
    for binding in lets {
      visitor.visit(binding)
      binding.value.walk(&visitor)
    }
    result.walk(&visitor)
  }
}

extension Expression {
  /// This expression and everything below it.
  package func walk(_ visitor: inout some SyntaxVisitor) {
    visitor.visit(self)
    for child in children { child.walk(&visitor) }
  }

  /// The operands, in the order of the source.
  package var children: [Expression] {
    switch kind {
    case .missing, .null, .boolean, .integer, .float, .string, .bytes, .name: []
    case .parenthesized(let inner): [inner]
    case .list(let elements): elements
    case .map(let entries): entries.map(\.value)
    case .path(let pieces): pieces.compactMap(\.interpolation)
    case .unary(_, let operand): [operand]
    case .binary(_, let left, let right): [left, right]
    case .logical(_, let operands): operands
    case .conditional(let condition, let value, let other): [condition, value, other]
    case .typeTest(let value, _): [value]
    case .member(let base, _): [base]
    case .index(let base, let index): [base, index]
    case .slice(let base, let from, let to): [base, from, to]
    case .call(_, let arguments): arguments
    case .method(let base, _, let arguments): [base] + arguments
    case .invalidCall(let target, let arguments): [target] + arguments
    }
  }
}

extension PathPiece {
  package var interpolation: Expression? {
    switch self {
    case .interpolation(let value): value
    case .literal, .placeholder: nil
    }
  }
}
