package import Diagnostics

/// A node of a condition.
///
/// What is counted against the budget of 1,000 expressions is one per evaluated node, parentheses included; a logical
/// chain of n operands is one node here and counts as n−1 operators.
package struct Expression: Sendable {
  package indirect enum Kind: Sendable {
    /// Stands where an expression was expected and none could be read.
    case missing
    case null
    case boolean(Bool)
    case integer(Int64)
    case float(Double)
    /// The characters after escapes have been resolved.
    case string(String)
    case bytes([UInt8])
    /// A variable, parameter, capture, `request`, `resource` or a namespace such as `math`.
    case name(String)
    case parenthesized(Expression)
    case list([Expression])
    case map([MapEntry])
    case path([PathPiece])
    case unary(UnaryOperator, Expression)
    case binary(BinaryOperator, Expression, Expression)
    /// A chain of one logical operator; at least two operands.
    case logical(LogicalOperator, [Expression])
    case conditional(Expression, Expression, Expression)
    /// `value is type`; the word as written.
    case typeTest(Expression, Name)
    case member(Expression, Name)
    case index(Expression, Expression)
    case slice(Expression, Expression, Expression)
    /// `name(arguments)`: a declared or global function.
    case call(Name, [Expression])
    /// `receiver.name(arguments)`: a method, or a function of a namespace such as `math.abs(x)`.
    case method(Expression, Name, [Expression])
    /// `(f)(x)` and the like: nothing else can be called, which is an error at run time.
    case invalidCall(Expression, [Expression])
  }

  /// Unique within the ruleset.
  package var id: Int
  package var kind: Kind
  package var span: Span

  package init(id: Int, kind: Kind, span: Span) {
    self.id = id
    self.kind = kind
    self.span = span
  }
}

package struct MapEntry: Sendable {
  package var key: String
  package var keySpan: Span
  package var value: Expression

  package init(key: String, keySpan: Span, value: Expression) {
    self.key = key
    self.keySpan = keySpan
    self.value = value
  }
}

/// One segment of a path literal.
package enum PathPiece: Sendable {
  case literal(String, Span)
  /// `$(expression)`: a string is one segment, a path is spliced.
  case interpolation(Expression)
  /// `{name}`: a placeholder for `bind`.
  case placeholder(String, Span)
}

package enum UnaryOperator: String, Hashable, Sendable, CaseIterable {
  case not = "!"
  case negate = "-"
}

package enum LogicalOperator: String, Hashable, Sendable, CaseIterable {
  case and = "&&"
  case or = "||"
}

package enum BinaryOperator: String, Hashable, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case `in` = "in"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
}
