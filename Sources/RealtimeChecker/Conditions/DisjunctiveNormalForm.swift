import Diagnostics
import FirestoreModel
import RealtimeRules

/// A condition as the ways in which it becomes true: each a list of facts that have to hold together. Errors are not
/// part of it: whether a request is allowed is always asked of the evaluator.
struct DisjunctiveNormalForm: Sendable {
  var conjunctions: [[Literal]]
  /// There are more ways than are followed.
  var isTruncated = false

  static let maximum = 48

  /// - Parameter isTrue: false: the ways in which it becomes false.
  init(_ expression: RuleExpression, isTrue: Bool = true, _ reader: ConditionReader) {
    let both = Self.polarities(expression, reader)
    self = isTrue ? both.yes : both.no
  }

  private init(conjunctions: [[Literal]], isTruncated: Bool = false) {
    self.conjunctions = conjunctions
    self.isTruncated = isTruncated
  }

  /// What holds in every way.
  var commonLiterals: [Literal] {
    guard let first = conjunctions.first, !isTruncated else { return [] }
    return first.filter { literal in conjunctions.allSatisfy { $0.contains(literal) } }
  }

  private typealias Polarities = (yes: DisjunctiveNormalForm, no: DisjunctiveNormalForm)

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
      let yes = tests.map { Literal($0.atom, $0.isTrue, expression) }
      // Not all of them: any of their opposites.
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
      // Long conditions need the set, for short ones it is slower.
      let set = one.count > 16 ? Set(one) : []
      func isKnown(_ literal: Literal) -> Bool { one.count > 16 ? set.contains(literal) : one.contains(literal) }
      for other in right.conjunctions {
        guard all.count < maximum else {
          isTruncated = true
          break
        }
        // Each of the two agrees with itself.
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
  /// What an expression without `&&`, `||` and `!` tests; all of it holds together.
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
