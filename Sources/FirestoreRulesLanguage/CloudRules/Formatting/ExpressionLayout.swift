import Diagnostics

/// Expressions: chains of `&&` and `||` break first, each operand on its own line.
extension LayoutBuilder {
  mutating func expression(_ expression: Expression) -> Layout {
    switch expression.kind {
    case .missing, .null, .boolean, .integer, .float, .string, .bytes, .name:
      return .sequence(tokens(before: expression.span.end))
    case .parenthesized(let inner):
      return group { builder in
        [
          builder.token(), .indented([.softLine, builder.expression(inner)]), .softLine, builder.token(),
        ]
      }
    case .list(let elements):
      return group { builder in
        [builder.token()] + builder.elements(elements) { [$0.expression($1)] } + [builder.token()]
      }
    case .map(let entries):
      return group { builder in
        [builder.token()]
          + builder.elements(entries) { [$0.token(), $0.token(), .space, $0.expression($1.value)] }
          + [builder.token()]
      }
    case .path(let pieces): return .sequence(path(pieces))
    case .unary(_, let operand): return .sequence([token(), self.expression(operand)])
    case .binary: return binary(expression)
    case .logical(_, let operands): return chain(operands)
    case .conditional(let condition, let value, let other): return conditional(condition, value, other)
    case .typeTest(let value, _):
      return .sequence([self.expression(value), .space, token(), .space, token()])
    case .member, .index, .slice, .call, .method, .invalidCall: return postfix(expression)
    }
  }

  /// Elements between brackets: on one line, or one per line.
  mutating func elements<Element>(
    _ elements: [Element], _ layout: (inout LayoutBuilder, Element) -> [Layout]
  ) -> [Layout] {
    guard !elements.isEmpty else { return [] }
    var inner: [Layout] = [.softLine]
    for (index, element) in elements.enumerated() {
      inner += layout(&self, element)
      if let comma = comma(isLast: index == elements.count - 1) { inner += [comma, .line] }
    }
    return [.indented(inner), .softLine]
  }

  private mutating func path(_ pieces: [PathPiece]) -> [Layout] {
    var layouts: [Layout] = []
    for piece in pieces {
      layouts.append(token())
      switch piece {
      case .literal: layouts.append(token())
      case .placeholder: layouts += [token(), token(), token()]
      case .interpolation(let value): layouts += [token(), token(), expression(value), token()]
      }
    }
    return layouts
  }

  // MARK: - Operators

  private mutating func chain(_ operands: [Expression]) -> Layout {
    group { builder in
      var layouts: [Layout] = []
      for (index, operand) in operands.enumerated() {
        if index > 0 { layouts += [.line, builder.leadingOperator(), .space] }
        layouts.append(builder.nested(operand))
      }
      return layouts
    }
  }

  /// An operand whose own lines stand further right.
  private mutating func nested(_ operand: Expression) -> Layout {
    if case .logical = operand.kind { return .indented([expression(operand)]) }
    return expression(operand)
  }

  /// Operators of one precedence side by side, so that a sum has one level.
  private mutating func binary(_ expression: Expression) -> Layout {
    var operands: [Expression] = []
    var current = expression
    while case .binary(let infix, let left, let right) = current.kind {
      operands.append(right)
      current = left
      guard case .binary(let inner, _, _) = left.kind,
        InfixOperator.binary(inner).precedence == InfixOperator.binary(infix).precedence
      else { break }
    }
    return group { builder in
      let first = builder.expression(current)
      var rest: [Layout] = []
      for operand in operands.reversed() {
        rest += [.line, builder.leadingOperator(), .space, builder.expression(operand)]
      }
      return [first, .indented(rest)]
    }
  }

  private mutating func conditional(_ condition: Expression, _ value: Expression, _ other: Expression) -> Layout {
    group { builder in
      let first = builder.nested(condition)
      var rest: [Layout] = [.line, builder.leadingOperator(), .space, builder.nested(value)]
      rest += [.line, builder.leadingOperator(), .space, builder.nested(other)]
      return [first, .indented(rest)]
    }
  }

  // MARK: - Members and calls

  private mutating func postfix(_ expression: Expression) -> Layout {
    var links: [Expression] = []
    var current = expression
    while let base = current.postfixBase {
      links.append(current)
      current = base
    }
    var layouts: [Layout] = []
    if case .call(_, let values) = current.kind {
      layouts += [token()] + arguments(values)
    } else {
      layouts.append(self.expression(current))
    }
    for link in links.reversed() { layouts += self.link(link) }
    return .sequence(layouts)
  }

  private mutating func link(_ link: Expression) -> [Layout] {
    switch link.kind {
    case .member: [token(), token()]
    case .method(_, _, let values): [token(), token()] + arguments(values)
    case .invalidCall(_, let values): arguments(values)
    case .index(_, let index): [token(), expression(index), token()]
    case .slice(_, let from, let to): [token(), expression(from), token(), expression(to), token()]
    case .missing, .null, .boolean, .integer, .float, .string, .bytes, .name, .parenthesized, .list, .map, .path,
      .unary, .binary, .logical, .conditional, .typeTest, .call:
      []
    }
  }

  /// A list or map as the only argument keeps its brackets on the lines of the call.
  private mutating func arguments(_ values: [Expression]) -> [Layout] {
    if values.count == 1, let value = values.first, value.isBracketed {
      return [token(), expression(value), token()]
    }
    return [
      group { builder in
        [builder.token()] + builder.elements(values) { [$0.expression($1)] } + [builder.token()]
      }
    ]
  }
}

extension Expression {
  /// What a member, index or call is taken of.
  fileprivate var postfixBase: Expression? {
    switch kind {
    case .member(let base, _), .index(let base, _), .slice(let base, _, _), .method(let base, _, _),
      .invalidCall(let base, _):
      base
    case .missing, .null, .boolean, .integer, .float, .string, .bytes, .name, .parenthesized, .list, .map, .path,
      .unary, .binary, .logical, .conditional, .typeTest, .call:
      nil
    }
  }

  fileprivate var isBracketed: Bool {
    switch kind {
    case .list, .map: true
    case .missing, .null, .boolean, .integer, .float, .string, .bytes, .name, .parenthesized, .path, .unary, .binary,
      .logical, .conditional, .typeTest, .member, .index, .slice, .call, .method, .invalidCall:
      false
    }
  }
}
