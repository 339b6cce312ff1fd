package import FirestoreRulesLanguage

extension Expression {
  /// The node and everything below it, each parent before its children, in source order.
  package var descendants: [Expression] {
    var found: [Expression] = []
    var pending = [self]
    while let next = pending.popLast() {
      found.append(next)
      pending.append(contentsOf: next.children.reversed())
    }
    return found
  }

  /// The expression inside any number of parentheses.
  package var unparenthesized: Expression {
    var inner = self
    while case .parenthesized(let next) = inner.kind { inner = next }
    return inner
  }

  /// The operands of `&&`, through parentheses and nested chains; the expression itself when it is no `&&`.
  package var conjuncts: [Expression] { operands(of: .and) }

  /// The operands of `||`, through parentheses and nested chains; the expression itself when it is no `||`.
  package var disjuncts: [Expression] { operands(of: .or) }

  private func operands(of op: LogicalOperator) -> [Expression] {
    var found: [Expression] = []
    var pending = [self]
    while let next = pending.popLast() {
      if case .logical(op, let operands) = next.unparenthesized.kind {
        pending.append(contentsOf: operands.reversed())
      } else {
        found.append(next.unparenthesized)
      }
    }
    return found
  }

  /// How many nodes enclose the innermost leaf, counted without recursion; nil above `limit`.
  func depth(upTo limit: Int) -> Int? {
    var level = [self]
    var depth = 0
    while !level.isEmpty {
      depth += 1
      if depth > limit { return nil }
      level = level.flatMap(\.children)
    }
    return depth
  }
}
