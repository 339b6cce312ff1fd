import Diagnostics
import FirestoreModel
import RealtimeRules

/// A condition as the ways in which it becomes true: each a list of facts that have to hold together. Errors are not
/// part of it: whether a request is allowed is always asked of the evaluator.
struct Alternatives: Sendable {
  var ways: [[Literal]]
  /// There are more ways than are followed.
  var isCut = false

  static let maximum = 48

  /// - Parameter isTrue: false: the ways in which it becomes false.
  init(_ expression: RuleExpression, isTrue: Bool = true, _ reader: ConditionReader) {
    let both = Self.polarities(expression, reader)
    self = isTrue ? both.yes : both.no
  }

  private init(ways: [[Literal]], isCut: Bool = false) {
    self.ways = ways
    self.isCut = isCut
  }

  /// What holds in every way.
  var common: [Literal] {
    guard let first = ways.first, !isCut else { return [] }
    return first.filter { literal in ways.allSatisfy { $0.contains(literal) } }
  }

  private typealias Polarities = (yes: Alternatives, no: Alternatives)

  /// How an expression becomes true and how it becomes false. Both at once: the condition of `?:` needs both, and asking
  /// for one after the other takes twice as long with every level of nesting.
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
      let yes = tests.map { Literal($0.fact, $0.isTrue, expression) }
      // Not all of them: any of their opposites.
      let no = tests.map { [Literal($0.fact, !$0.isTrue, expression)] }
      return (Alternatives(ways: possible([yes])), Alternatives(ways: possible(no)))
    }
  }

  private static func possible(_ ways: [[Literal]]) -> [[Literal]] {
    ways.filter { !$0.contains(where: \.isNever) }.map { $0.filter { $0.fact != .constant(true) } }
  }

  private static func union(_ left: Alternatives, _ right: Alternatives) -> Alternatives {
    let all = left.ways + right.ways
    return Alternatives(ways: Array(all.prefix(maximum)), isCut: left.isCut || right.isCut || all.count > maximum)
  }

  private static func product(_ left: Alternatives, _ right: Alternatives) -> Alternatives {
    var all: [[Literal]] = []
    var isCut = left.isCut || right.isCut
    for one in left.ways {
      // Long conditions need the set, for short ones it is slower.
      let set = one.count > 16 ? Set(one) : []
      func isKnown(_ literal: Literal) -> Bool { one.count > 16 ? set.contains(literal) : one.contains(literal) }
      for other in right.ways {
        guard all.count < maximum else {
          isCut = true
          break
        }
        // Each of the two agrees with itself.
        if other.contains(where: { isKnown($0.opposite) }) { continue }
        all.append(one + other.filter { !isKnown($0) })
      }
    }
    return Alternatives(ways: all, isCut: isCut)
  }
}

extension Literal {
  fileprivate init(_ fact: Fact, _ isTrue: Bool, _ expression: RuleExpression) {
    self.fact = fact
    self.isTrue = isTrue
    self.expression = expression
    if case .constant(let value) = fact {
      self.fact = .constant(value == isTrue)
      self.isTrue = true
    }
  }

  var isNever: Bool { fact == .constant(false) }

  fileprivate var opposite: Literal {
    var literal = self
    literal.isTrue.toggle()
    return literal
  }
}

extension ConditionReader {
  /// What an expression without `&&`, `||` and `!` tests; all of it holds together.
  fileprivate func tests(_ expression: RuleExpression) -> [(fact: Fact, isTrue: Bool)] {
    let opaque = [(Fact.opaque(Text(expression.spelling)), true)]
    switch expression {
    case .boolean(let value, _): return [(.constant(value), true)]
    case .infix(let left, let sign, let right, _): return comparison(left, sign, right).map { [$0] } ?? opaque
    case .call(let callee, let arguments, _):
      return callee.method.flatMap { call($0.base, $0.name, arguments) }?.map { ($0, true) } ?? opaque
    case .member(.name("query", _), let name, _): return [(.equal(.query(Text(name)), .boolean(true)), true)]
    default: return opaque
    }
  }

  private func call(_ base: RuleExpression, _ name: String, _ arguments: [RuleExpression]) -> [Fact]? {
    if let place = place(base) {
      switch (name, arguments.first) {
      case ("exists", nil): return [.exists(place)]
      case ("hasChildren", nil): return [.hasChildren(place)]
      case ("hasChildren", .list(let names, _)?): return names.map { .exists(Place(place.side, place.keys + keys($0))) }
      case ("hasChild", let key?): return [.exists(Place(place.side, place.keys + keys(key)))]
      case ("isString", nil): return [.isKind(place, .string)]
      case ("isNumber", nil): return [.isKind(place, .number)]
      case ("isBoolean", nil): return [.isKind(place, .boolean)]
      default: return nil
      }
    }
    guard let test = Fact.TextTest(rawValue: name), let argument = arguments.first else { return nil }
    return [.textTest(test, operand(base), operand(argument))]
  }

  private func comparison(
    _ left: RuleExpression, _ sign: RuleExpression.InfixOperator, _ right: RuleExpression
  ) -> (fact: Fact, isTrue: Bool)? {
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
  ) -> (fact: Fact, isTrue: Bool) {
    switch (one, other) {
    case (.uid, .null), (.null, .uid), (.claim(""), .null), (.null, .claim("")): return (.signedIn, !isEqual)
    case (.value(let place), .null), (.null, .value(let place)): return (.exists(place), !isEqual)
    // `data.exists() === true`
    case (.other, .boolean(let value)), (.query, .boolean(let value)):
      if let test = tests(left).first, !test.fact.isOpaque { return (test.fact, test.isTrue == (value == isEqual)) }
    case (.boolean(let value), .other), (.boolean(let value), .query):
      if let test = tests(right).first, !test.fact.isOpaque { return (test.fact, test.isTrue == (value == isEqual)) }
    default: break
    }
    return (one.rank <= other.rank ? .equal(one, other) : .equal(other, one), isEqual)
  }
}

extension RuleExpression {
  /// `c ? x == a + 1 : x == b + 1` for `x == (c ? a : b) + 1`: each case is then a comparison of its own. Nil where no
  /// case is inside, or so many that they would not be followed anyway.
  fileprivate var cases: RuleExpression? {
    guard case .infix(_, _, _, let span) = self, let (condition, then, otherwise) = split else { return nil }
    func isCase(_ part: RuleExpression) -> Bool { if case .conditional = part { true } else { false } }
    guard everyPart.count(where: isCase) <= 4 else { return nil }
    return .conditional(condition, then: then, otherwise: otherwise, span)
  }

  /// Itself in both cases of the first `?:` that is one of its sides.
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
  /// Both spellings of an equality are one.
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
