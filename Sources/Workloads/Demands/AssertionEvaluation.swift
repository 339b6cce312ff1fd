package import Diagnostics
package import Metering

/// What came of an assertion.
package enum AssertionOutcome: Hashable, Sendable {
  case passed
  /// The comparisons that made it fail, in the order they were made.
  case failed([FailedComparison])
  /// A figure is missing, or sides cannot be compared.
  case undecidable(String, span: Span)
}

/// A comparison that does not hold, both sides printed.
package struct FailedComparison: Hashable, Sendable, CustomStringConvertible {
  /// As written: `reads(before).perDay == 10000000`.
  package var text: String
  package var left: String
  package var right: String
  package var op: BinaryExpressionOperator
  /// How it is written, where another thing seems to be meant.
  var hint: String?

  package var description: String {
    "`\(text)`: \(left) \(op.rawValue) \(right) does not hold" + (hint.map { ": \($0)" } ?? "")
  }
}

extension Assertion {
  /// Exact: fractions, never doubles.
  package func evaluate(_ figures: some FigureSource) -> AssertionOutcome {
    var evaluator = AssertionEvaluator(figures: figures, text: text)
    do throws(ExpressionError) {
      return try evaluator.condition(root) ? .passed : .failed(evaluator.failures)
    } catch {
      return .undecidable(error.message, span: error.span)
    }
  }

  /// FB7021 for an outcome that is not a pass.
  package func diagnostic(_ outcome: AssertionOutcome, in source: SourceText) -> Diagnostic? {
    switch outcome {
    case .passed: nil
    case .failed(let comparisons):
      Diagnostic(
        .assertionFailed, "assertion failed: \(text)", at: SourceLocation(source: source, span: span),
        notes: comparisons.map(\.description))
    case .undecidable(let reason, let span):
      Diagnostic(
        .assertionFailed, "assertion cannot be decided: \(reason)", at: SourceLocation(source: source, span: span))
    }
  }
}

/// A value of the assertion language.
package enum FigureValue: Equatable {
  case number(Rational)
  /// Prints as a percentage, counts as its fraction.
  case share(Rational)
  case money(Rational, currency: String)
  /// At least so much: some of it has no price.
  case moneyAtLeast(Rational, currency: String, unpriced: [String])

  var text: String {
    switch self {
    case .number(let value): return value.abbreviated
    case .share(let value):
      guard let percent = value.multiplied(by: Rational(100)) else { return value.abbreviated }
      return "\(percent.abbreviated)%"
    case .money(let value, let currency): return "\(value.abbreviated) \(currency)"
    case .moneyAtLeast(let value, let currency, _): return "at least \(value.abbreviated) \(currency)"
    }
  }

  package var value: Rational {
    switch self {
    case .number(let value), .share(let value), .money(let value, _), .moneyAtLeast(let value, _, _): value
    }
  }

  package var kindName: String {
    switch self {
    case .number, .share: "a number"
    case .money(_, let currency), .moneyAtLeast(_, let currency, _): currency
    }
  }
}

/// Figures outside of comparisons.
enum FigureEvaluation {
  static func value(
    of node: AssertionNode, text: String, _ figures: some FigureSource
  ) throws(ExpressionError) -> FigureValue {
    let value = try AssertionEvaluator(figures: figures, text: text).amount(node)
    if case .moneyAtLeast(_, _, let parts) = value { throw ExpressionError.unpriced(parts, at: node) }
    return value
  }
}

extension ExpressionError {
  fileprivate static func unpriced(_ parts: [String], at node: AssertionNode) -> ExpressionError {
    ExpressionError("the book has no price for \(parts.map { "`\($0)`" }.joined(separator: ", "))", span: node.span)
  }
}

private struct AssertionEvaluator<Figures: FigureSource> {
  let figures: Figures
  let text: String
  var failures: [FailedComparison] = []

  mutating func condition(_ node: AssertionNode) throws(ExpressionError) -> Bool {
    switch node.kind {
    case .not(let inner):
      let before = failures
      let holds = try condition(inner)
      failures = before
      if holds { failures.append(FailedComparison(text: source(node), left: "it", right: "false", op: .equal)) }
      return !holds
    case .binary(.and, let left, let right): return try condition(left) ? try condition(right) : false
    case .binary(.or, let left, let right):
      let before = failures
      if try condition(left) { return true }
      guard try condition(right) else { return false }
      failures = before
      return true
    case .binary(let op, let left, let right):
      let (a, b) = (try amount(left), try amount(right))
      let holds = try compare(op, a, b, at: node)
      if !holds {
        let hint = Self.hint(a, b) ?? Self.hint(b, a)
        failures.append(FailedComparison(text: source(node), left: a.text, right: b.text, op: op, hint: hint))
      }
      return holds
    case .number, .percentage, .money, .figure, .reduction, .negation:
      throw ExpressionError("expected a comparison", span: node.span)
    }
  }

  /// A share counts as its fraction, so that a plain number above one is hardly meant.
  private static func hint(_ share: FigureValue, _ other: FigureValue) -> String? {
    guard case .share = share, case .number(let number) = other, number > Rational(1) else { return nil }
    return "\(number.abbreviated) is \((number * Rational(100)).abbreviated)%, write `\(number.abbreviated)%`"
  }

  private func source(_ node: AssertionNode) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[node.range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  private func compare(
    _ op: BinaryExpressionOperator, _ left: FigureValue, _ right: FigureValue, at node: AssertionNode
  ) throws(ExpressionError) -> Bool {
    guard left.kindName == right.kindName else {
      let money = [left, right].map(\.kindName).first { $0 != "a number" } ?? ""
      let isPlain = [left, right].contains { $0.kindName == "a number" }
      throw ExpressionError(
        "cannot compare \(left.kindName) with \(right.kindName)" + (isPlain ? ": write amounts as `5 \(money)`" : ""),
        span: node.span)
    }
    if case .moneyAtLeast(let least, _, let parts) = left {
      return try compare(op, atLeast: least, parts, right, at: node)
    }
    if case .moneyAtLeast(let least, _, let parts) = right {
      let mirrored: [BinaryExpressionOperator: BinaryExpressionOperator] = [
        .less: .greater, .lessOrEqual: .greaterOrEqual, .greater: .less, .greaterOrEqual: .lessOrEqual,
      ]
      return try compare(mirrored[op] ?? op, atLeast: least, parts, left, at: node)
    }
    switch op {
    case .equal: return left.value == right.value
    case .notEqual: return left.value != right.value
    case .less: return left.value < right.value
    case .lessOrEqual: return left.value <= right.value
    case .greater: return left.value > right.value
    case .greaterOrEqual: return left.value >= right.value
    case .or, .and, .plus, .minus, .times, .dividedBy: throw ExpressionError("expected a comparison", span: node.span)
    }
  }

  /// A bill that is not known whole: it can be above an amount for sure, never below.
  private func compare(
    _ op: BinaryExpressionOperator, atLeast least: Rational, _ parts: [String], _ other: FigureValue,
    at node: AssertionNode
  ) throws(ExpressionError) -> Bool {
    if case .moneyAtLeast = other { throw ExpressionError.unpriced(parts, at: node) }
    switch op {
    case .less where least >= other.value, .lessOrEqual where least > other.value, .equal where least > other.value:
      return false
    case .greater where least > other.value, .greaterOrEqual where least >= other.value,
      .notEqual where least > other.value:
      return true
    default: throw ExpressionError.unpriced(parts, at: node)
    }
  }

  // MARK: Amounts

  func amount(_ node: AssertionNode) throws(ExpressionError) -> FigureValue {
    switch node.kind {
    case .number(let value): return .number(value)
    case .percentage(let share): return .share(share)
    case .money(let value, let currency): return .money(value, currency: currency)
    case .figure(let reference): return try figure(reference, at: node)
    case .reduction(let from, let to): return try reduction(from: from, to: to, at: node)
    case .negation(let inner): return try combine(.minus, .number(.zero), amount(inner), at: node)
    case .binary(let op, let left, let right): return try combine(op, amount(left), amount(right), at: node)
    case .not: throw ExpressionError("expected a number", span: node.span)
    }
  }

  private func combine(
    _ op: BinaryExpressionOperator, _ left: FigureValue, _ right: FigureValue, at node: AssertionNode
  ) throws(ExpressionError) -> FigureValue {
    for case .moneyAtLeast(_, _, let parts) in [left, right] { throw ExpressionError.unpriced(parts, at: node) }
    let result: Rational?
    switch op {
    case .plus: result = left.value.adding(right.value)
    case .minus: result = left.value.subtracting(right.value)
    case .times: result = left.value.multiplied(by: right.value)
    case .dividedBy:
      guard right.value != .zero else { throw ExpressionError("division by zero", span: node.span) }
      result = left.value.divided(by: right.value)
    case .or, .and, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      throw ExpressionError("expected a number", span: node.span)
    }
    guard let result else { throw ExpressionError("the number is out of range", span: node.span) }
    guard let amount = combined(op, left, right, result) else {
      throw ExpressionError("cannot combine \(left.kindName) with \(right.kindName)", span: node.span)
    }
    return amount
  }

  /// The unit of a result; nil when the units do not go together.
  private func combined(
    _ op: BinaryExpressionOperator, _ left: FigureValue, _ right: FigureValue, _ result: Rational
  ) -> FigureValue? {
    let isSum = op == .plus || op == .minus
    switch (left, right) {
    case (.money(_, let a), .money(_, let b)):
      guard a == b else { return nil }
      return isSum ? .money(result, currency: a) : op == .dividedBy ? .number(result) : nil
    case (.money(_, let currency), .number), (.money(_, let currency), .share):
      return isSum ? nil : .money(result, currency: currency)
    case (.number(.zero), .money(_, let currency)) where op == .minus: return .money(result, currency: currency)
    case (.number, .money(_, let currency)), (.share, .money(_, let currency)):
      return op == .times ? .money(result, currency: currency) : nil
    case (.share, .share) where isSum: return .share(result)
    case (.moneyAtLeast, _), (_, .moneyAtLeast): return nil
    case (.number, _), (.share, _): return .number(result)
    }
  }

  // MARK: Figures

  private func reduction(
    from: FigureScope, to: FigureScope, at node: AssertionNode
  ) throws(ExpressionError) -> FigureValue {
    let (before, after) = (try count(.reads, from, at: node), try count(.reads, to, at: node))
    guard before != .zero else {
      throw ExpressionError("`\(from.variant ?? "")` has no reads to reduce", span: node.span)
    }
    guard let share = after.divided(by: before).flatMap({ Rational(1).subtracting($0) }) else {
      throw ExpressionError("the number is out of range", span: node.span)
    }
    return .share(share)
  }

  private func figure(_ reference: FigureReference, at node: AssertionNode) throws(ExpressionError) -> FigureValue {
    let days = Rational(max(1, figures.days))
    switch reference.figure {
    case .count(let counted):
      let total = try count(counted, reference.scope, at: node)
      return .number(try perUnit(total, reference, over: days, at: node))
    case .price(let part):
      do throws(FigureError) {
        let price = try figures.unitPrice(part, variant: reference.scope.variant ?? "")
        return .money(price.amount, currency: price.currency)
      } catch {
        throw ExpressionError(error.message, span: node.span)
      }
    case .cost(let part):
      let month = try cost(part, reference.scope, at: node)
      func money(_ amount: Rational) -> FigureValue {
        month.unpriced.isEmpty
          ? .money(amount, currency: month.currency)
          : .moneyAtLeast(amount, currency: month.currency, unpriced: month.unpriced)
      }
      guard reference.unit != .month else { return money(month.amount) }
      guard let total = month.amount.multiplied(by: days)?.divided(by: Rational(30)) else {
        throw ExpressionError("the number is out of range", span: node.span)
      }
      return money(try perUnit(total, reference, over: days, at: node))
    }
  }

  private func perUnit(
    _ total: Rational, _ reference: FigureReference, over days: Rational, at node: AssertionNode
  ) throws(ExpressionError) -> Rational {
    let result: Rational?
    switch reference.unit {
    case .total: result = total
    case .month: result = total.multiplied(by: Rational(30))?.divided(by: days)
    case .perDay: result = total.divided(by: days)
    case .perUserDay:
      let users = scopes(reference.scope).map { figures.users(actor: reference.scope.actor, variant: $0) }.max() ?? 0
      guard users > 0 else { throw ExpressionError("there are no users to divide by", span: node.span) }
      result = total.divided(by: days)?.divided(by: Rational(users))
    }
    guard let result else { throw ExpressionError("the number is out of range", span: node.span) }
    return result
  }

  private func scopes(_ scope: FigureScope) -> [String] { scope.variant.map { [$0] } ?? figures.variantNames }

  private func count(
    _ figure: CountedFigure, _ scope: FigureScope, at node: AssertionNode
  ) throws(ExpressionError) -> Rational {
    var total = Rational.zero
    for variant in scopes(scope) {
      let value: Int64
      do throws(FigureError) {
        value = try figures.count(figure, actor: scope.actor, result: scope.result, variant: variant)
      } catch {
        throw ExpressionError(error.message, span: node.span)
      }
      guard let sum = total.adding(Rational(value)) else {
        throw ExpressionError("the number is out of range", span: node.span)
      }
      total = sum
    }
    return total
  }

  private func cost(
    _ part: MonthlyCost.Part?, _ scope: FigureScope, at node: AssertionNode
  ) throws(ExpressionError) -> MonthlyAmount {
    var total: MonthlyAmount?
    for variant in scopes(scope) {
      let one: MonthlyAmount
      do throws(FigureError) {
        one = try figures.monthlyCost(part, actor: scope.actor, variant: variant)
      } catch {
        throw ExpressionError(error.message, span: node.span)
      }
      guard let sum = (total?.amount ?? .zero).adding(one.amount), total?.currency ?? one.currency == one.currency
      else {
        throw ExpressionError("the variants' costs cannot be added up", span: node.span)
      }
      let unpriced = (total?.unpriced ?? []) + one.unpriced.filter { !(total?.unpriced ?? []).contains($0) }
      total = MonthlyAmount(amount: sum, currency: one.currency, unpriced: unpriced)
    }
    guard let total else { throw ExpressionError("there are no variants", span: node.span) }
    return total
  }
}
