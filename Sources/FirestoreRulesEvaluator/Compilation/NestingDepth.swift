import FirestoreRulesLanguage

/// How deep an expression is nested in the sense of production's limit.
///
/// The model that reproduces what production was seen to accept and to refuse: each parenthesis, unary operator, list,
/// argument and operator is one level, a chain of one logical operator is one level, a map literal two. Brackets,
/// interpolations and conditionals have not been recorded and count as one; receivers of members and methods as none.
enum NestingDepth {
  /// The first expression, in source order, that has more levels round it than the limit.
  static func excess(in root: Expression, over limit: Int) -> Expression? {
    var pending = [(expression: root, level: 0)]
    while let (expression, level) = pending.popLast() {
      if level > limit { return expression }
      let children = expression.children
      let levels = levels(within: expression.kind, count: children.count)
      for (child, added) in zip(children, levels).reversed() { pending.append((child, level + added)) }
    }
    return nil
  }

  /// What each child is nested deeper than its parent.
  private static func levels(within kind: Expression.Kind, count: Int) -> [Int] {
    switch kind {
    case .missing, .null, .boolean, .integer, .float, .string, .bytes, .name: []
    case .parenthesized, .list, .unary, .binary, .logical, .conditional, .typeTest, .path, .call:
      Array(repeating: 1, count: count)
    case .map: Array(repeating: 2, count: count)
    case .member, .index, .slice, .method, .invalidCall:
      (0..<count).map { $0 == 0 ? 0 : 1 }
    }
  }
}
