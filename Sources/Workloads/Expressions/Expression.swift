package import Diagnostics
package import FirestoreModel

/// A parsed expression of the workload language: `max(seen, maxOf(msgs.message_time_stamp))`.
///
/// Its values are Firestore values; a time is `.timestamp` and counts as its milliseconds beside a number.
package struct Expression: Hashable, Sendable {
  package var text: String
  package var root: ExpressionNode
  package var span: Span

  package init(text: String, root: ExpressionNode, span: Span) {
    self.text = text
    self.root = root
    self.span = span
  }
}

package struct ExpressionNode: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    case literal(Value)
    case variable(String)
    /// `doc.author.name`: a field of a document variable.
    case member(variable: String, field: FieldPath)
    case unary(UnaryExpressionOperator, ExpressionNode)
    case binary(BinaryExpressionOperator, ExpressionNode, ExpressionNode)
    case call(ExpressionFunction, [ExpressionNode])
    /// `count(result)`
    case count(result: String)
    /// `maxOf(result.field)`, `minOf(result.field)`
    case extreme(ResultExtreme, result: String, field: FieldPath)
  }

  package var kind: Kind
  package var span: Span

  package init(_ kind: Kind, span: Span) {
    self.kind = kind
    self.span = span
  }
}

package enum UnaryExpressionOperator: String, Hashable, Sendable {
  case not = "!"
  case minus = "-"
}

package enum BinaryExpressionOperator: String, Hashable, Sendable, CaseIterable {
  case or = "||"
  case and = "&&"
  case equal = "=="
  case notEqual = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case less = "<"
  case greater = ">"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case dividedBy = "/"
}

package enum ExpressionFunction: String, Hashable, Sendable, CaseIterable {
  case max, min, floor, floorSecond, string
  /// The device's clock; also written without parentheses.
  case now
  /// The server's clock; also written without parentheses.
  case serverNow
}

package enum ResultExtreme: String, Hashable, Sendable {
  case maxOf, minOf
}

/// What an expression can see. The simulator answers; nothing here needs a result to be held in memory.
package protocol ExpressionEnvironment {
  /// An actor variable, a loop variable, `i`, `id`, …; nil when there is none of that name.
  func value(of variable: String) -> Value?
  /// A field of a document variable: `.null` when the document lacks it, nil when there is no such variable.
  func value(of field: FieldPath, in variable: String) -> Value?
  /// The device's clock, skew included.
  var now: Timestamp { get }
  var serverNow: Timestamp { get }
  /// Number of documents of a result; nil when there is no result of that name.
  func count(of result: String) -> Int64?
  /// The largest or smallest value of a field in Firestore's order, documents without it left out.
  func extreme(_ extreme: ResultExtreme, of field: FieldPath, in result: String) -> ResultExtremeAnswer
}

package enum ResultExtremeAnswer: Hashable, Sendable {
  case unknownResult
  /// No document has the field.
  case nothing
  case value(Value)
}

/// Why an expression has no value: a type mistake, an overflow, a division by zero.
package struct ExpressionError: Error, Hashable, Sendable {
  /// In the style of a diagnostic's message.
  package var message: String
  package var span: Span

  package init(_ message: String, span: Span) {
    self.message = message
    self.span = span
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
