import Diagnostics
import FirestoreModel
import RealtimeRules

/// A condition as an OR of conjunctions, each of which is an AND of literals. It does not model errors: only the
/// evaluator decides whether a request is allowed.
struct DisjunctiveNormalForm: Sendable {
  var conjunctions: [[Literal]]
  /// The condition has more conjunctions than are kept here.
  var isTruncated = false

  static let maximum = 48

  /// - Parameter isTrue: false for the normal form of the negated expression.
  init(_ expression: RuleExpression, isTrue: Bool = true, _ reader: ConditionReader) {
    let both = Self.polarities(expression, reader)
    self = isTrue ? both.yes : both.no
  }

  private init(conjunctions: [[Literal]], isTruncated: Bool = false) {
    self.conjunctions = conjunctions
    self.isTruncated = isTruncated
  }

  /// The literals that all conjunctions have in common.
  var commonLiterals: [Literal] {
    guard let first = conjunctions.first, !isTruncated else { return [] }
    return first.filter { literal in conjunctions.allSatisfy { $0.contains(literal) } }
  }

  private typealias Polarities = (yes: DisjunctiveNormalForm, no: DisjunctiveNormalForm)

  /// The normal forms of an expression and of its negation, made together: the condition of `?:` needs both, and making
  /// them separately would double the time with every level of nesting.
  private static func polarities(_ expression: RuleExpression, _ reader: ConditionReader) -> Polarities {
    switch expression {
    case .prefix(.not, let operand, _):
      let inner = polarities(operand, reader)
      return (inner.no, inner.yes)
    case .infix(let left, .and, let right, _):
      let (one, other) = (polarities(left, reader), polarities(right, reader))
      return (product(one.yes, other.yes), union(one.no, other.no))
    case .infix(let left, .or, let right, _):
      let (one, other) = (polarities(left, reader), polarities(right, reader))
      return (union(one.yes, other.yes), product(one.no, other.no))
    case .conditional(let condition, let then, let otherwise, _):
      let test = polarities(condition, reader)
      let (yes, no) = (polarities(then, reader), polarities(otherwise, reader))
      return (
        union(product(test.yes, yes.yes), product(test.no, no.yes)),
        union(product(test.yes, yes.no), product(test.no, no.no))
      )
    default:
      if let cases = expression.cases { return polarities(cases, reader) }
      let tests = reader.tests(expression)
      let yes = tests.map { Literal($0.atom, $0.isTrue, expression) }
      // The negation of an AND is an OR of the negated parts.
      let no = tests.map { [Literal($0.atom, !$0.isTrue, expression)] }
      return (
        DisjunctiveNormalForm(conjunctions: satisfiable([yes])), DisjunctiveNormalForm(conjunctions: satisfiable(no))
      )
    }
  }

  private static func satisfiable(_ conjunctions: [[Literal]]) -> [[Literal]] {
    conjunctions.filter { !$0.contains(where: \.isAlwaysFalse) }.map { $0.filter { $0.atom != .constant(true) } }
  }

  private static func union(_ left: DisjunctiveNormalForm, _ right: DisjunctiveNormalForm) -> DisjunctiveNormalForm {
    let all = left.conjunctions + right.conjunctions
    return DisjunctiveNormalForm(
      conjunctions: Array(all.prefix(maximum)),
      isTruncated: left.isTruncated || right.isTruncated || all.count > maximum)
  }

  private static func product(_ left: DisjunctiveNormalForm, _ right: DisjunctiveNormalForm) -> DisjunctiveNormalForm {
    var all: [[Literal]] = []
    var isTruncated = left.isTruncated || right.isTruncated
    for one in left.conjunctions {
      // A set is faster only for long conjunctions.
      let set = one.count > 16 ? Set(one) : []
      func isKnown(_ literal: Literal) -> Bool { one.count > 16 ? set.contains(literal) : one.contains(literal) }
      for other in right.conjunctions {
        guard all.count < maximum else {
          isTruncated = true
          break
        }
        // A contradiction can only be between the two sides: each of them is free of one.
        if other.contains(where: { isKnown($0.opposite) }) { continue }
        all.append(one + other.filter { !isKnown($0) })
      }
    }
    return DisjunctiveNormalForm(conjunctions: all, isTruncated: isTruncated)
  }
}

extension Literal {
  fileprivate init(_ atom: AtomicCondition, _ isTrue: Bool, _ expression: RuleExpression) {
    self.atom = atom
    self.isTrue = isTrue
    self.expression = expression
    if case .constant(let value) = atom {
      self.atom = .constant(value == isTrue)
      self.isTrue = true
    }
  }

  var isAlwaysFalse: Bool { atom == .constant(false) }

  fileprivate var opposite: Literal {
    var literal = self
    literal.isTrue.toggle()
    return literal
  }
}

extension ConditionReader {
  /// The atomic conditions of an expression without `&&`, `||` and `!`. All of them have to hold.
  fileprivate func tests(_ expression: RuleExpression) -> [(atom: AtomicCondition, isTrue: Bool)] {
    let opaque = [(AtomicCondition.opaque(Text(expression.spelling)), true)]
    switch expression {
    case .boolean(let value, _): return [(.constant(value), true)]
    case .infix(let left, let sign, let right, _): return comparison(left, sign, right).map { [$0] } ?? opaque
    case .call(let callee, let arguments, _):
      return callee.method.flatMap { call($0.base, $0.name, arguments) }?.map { ($0, true) } ?? opaque
    case .member(.name("query", _), let name, _): return [(.equal(.query(Text(name)), .boolean(true)), true)]
    default: return opaque
    }
  }

  private func call(_ base: RuleExpression, _ name: String, _ arguments: [RuleExpression]) -> [AtomicCondition]? {
    if let reference = reference(base) {
      switch (name, arguments.first) {
      case ("exists", nil): return [.exists(reference)]
      case ("hasChildren", nil): return [.hasChildren(reference)]
      case ("hasChildren", .list(let names, _)?):
        return names.map { .exists(DataReference(reference.side, reference.keys + keys($0))) }
      case ("hasChild", let key?): return [.exists(DataReference(reference.side, reference.keys + keys(key)))]
      case ("isString", nil): return [.isKind(reference, .string)]
      case ("isNumber", nil): return [.isKind(reference, .number)]
      case ("isBoolean", nil): return [.isKind(reference, .boolean)]
      default: return nil
      }
    }
    guard let test = AtomicCondition.TextTest(rawValue: name), let argument = arguments.first else { return nil }
    return [.textTest(test, operand(base), operand(argument))]
  }

  private func comparison(
    _ left: RuleExpression, _ sign: RuleExpression.InfixOperator, _ right: RuleExpression
  ) -> (atom: AtomicCondition, isTrue: Bool)? {
    let (one, other) = (operand(left), operand(right))
    switch sign {
    case .equal: return equality(left, one, right, other, true)
    case .notEqual: return equality(left, one, right, other, false)
    case .less: return (.less(one, other), true)
    case .greater: return (.less(other, one), true)
    case .lessOrEqual: return (.lessOrEqual(one, other), true)
    case .greaterOrEqual: return (.lessOrEqual(other, one), true)
    case .or, .and, .plus, .minus, .times, .divided, .remainder: return nil
    }
  }

  private func equality(
    _ left: RuleExpression, _ one: Operand, _ right: RuleExpression, _ other: Operand, _ isEqual: Bool
  ) -> (atom: AtomicCondition, isTrue: Bool) {
    switch (one, other) {
    case (.uid, .null), (.null, .uid), (.claim(""), .null), (.null, .claim("")): return (.signedIn, !isEqual)
    case (.value(let reference), .null), (.null, .value(let reference)): return (.exists(reference), !isEqual)
    // `data.exists() === true`
    case (.other, .boolean(let value)), (.query, .boolean(let value)):
      if let test = tests(left).first, !test.atom.isOpaque { return (test.atom, test.isTrue == (value == isEqual)) }
    case (.boolean(let value), .other), (.boolean(let value), .query):
      if let test = tests(right).first, !test.atom.isOpaque { return (test.atom, test.isTrue == (value == isEqual)) }
    default: break
    }
    return (one.rank <= other.rank ? .equal(one, other) : .equal(other, one), isEqual)
  }
}

extension RuleExpression {
  /// `c ? x == a + 1 : x == b + 1` for `x == (c ? a : b) + 1`, so that each case is a comparison of its own. Nil when
  /// the expression contains no `?:`, or too many for the normal form.
  fileprivate var cases: RuleExpression? {
    guard case .infix(_, _, _, let span) = self, let (condition, then, otherwise) = split else { return nil }
    func isCase(_ part: RuleExpression) -> Bool { if case .conditional = part { true } else { false } }
    guard everyPart.count(where: isCase) <= 4 else { return nil }
    return .conditional(condition, then: then, otherwise: otherwise, span)
  }

  /// The expression with each of the two cases in place of the first `?:` among its operands.
  private var split: (condition: RuleExpression, then: RuleExpression, otherwise: RuleExpression)? {
    switch self {
    case .conditional(let condition, let then, let otherwise, _): return (condition, then, otherwise)
    case .infix(_, .and, _, _), .infix(_, .or, _, _): return nil
    case .infix(let left, let sign, let right, let span):
      if let (condition, then, otherwise) = left.split {
        return (condition, .infix(then, sign, right, span), .infix(otherwise, sign, right, span))
      }
      guard let (condition, then, otherwise) = right.split else { return nil }
      return (condition, .infix(left, sign, then, span), .infix(left, sign, otherwise, span))
    default: return nil
    }
  }
}

extension Operand {
  /// The order of the operands of an equality, so that `a == b` and `b == a` are the same.
  fileprivate var rank: Int {
    switch self {
    case .value: 0
    case .length: 1
    case .priority: 2
    case .sum: 3
    case .uid: 4
    case .claim: 5
    case .query: 6
    case .now: 7
    case .text: 8
    case .other: 9
    case .null: 10
    case .boolean: 11
    case .number: 12
    }
  }
}
