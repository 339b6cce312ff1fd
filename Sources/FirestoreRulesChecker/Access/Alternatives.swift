package import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A condition as the ways to satisfy it: it is true exactly when every term of some alternative is true.
///
/// This holds with errors too, because `&&` and `||` absorb them: what is an error makes its alternative not true and
/// leaves the others alone.
package struct Alternatives: Sendable {
  /// Each a list of different terms; an empty one is always satisfied, and without any the condition is never true.
  package var list: [[Term]]

  /// - Parameter condition: nil is always true.
  package init(of condition: Term?, for method: RulesMethod) {
    guard let condition else {
      list = [[]]
      return
    }
    let unknown = Term(.opaque(-1), span: condition.span, site: condition.site)
    list = Self.ways(condition, toBe: true, method) ?? [[unknown]]
  }

  /// More alternatives than any readable condition has: nothing is said about such a condition.
  private static let most = 64

  /// Nil when there are too many.
  private static func ways(_ term: Term, toBe wanted: Bool, _ method: RulesMethod) -> [[Term]]? {
    switch term.kind {
    case .boolean(let value): return value == wanted ? [[]] : []
    case .not(let operand):
      guard operand.isComposed else { return atom(operand, !wanted, method, negation: term) }
      return ways(operand, toBe: !wanted, method)
    case .logical(let op, let operands):
      return (op == .and) == wanted
        ? all(operands.lazy.map { ways($0, toBe: wanted, method) })
        : any(operands.lazy.map { ways($0, toBe: wanted, method) })
    case .conditional(let condition, let first, let second):
      let yes = all([ways(condition, toBe: true, method), ways(first, toBe: wanted, method)])
      let no = all([ways(condition, toBe: false, method), ways(second, toBe: wanted, method)])
      return any([yes, no])
    case .binary(.equal, let operand, let constant) where wanted:
      // `x == true` is true exactly when `x` is.
      if case .boolean(true) = constant.kind { return ways(operand, toBe: true, method) }
      if case .boolean(true) = operand.kind { return ways(constant, toBe: true, method) }
      return atom(term, wanted, method)
    default: return atom(term, wanted, method)
    }
  }

  /// - Parameter negation: the term with `!` as it is written, where there is one.
  private static func atom(
    _ term: Term, _ wanted: Bool, _ method: RulesMethod, negation: Term? = nil
  ) -> [[Term]] {
    switch MethodFacts(method).outcome(of: term) {
    case .always(let value): value == wanted ? [[]] : []
    case .error: []
    case .open: [[wanted ? term : term.negated(at: negation ?? term)]]
    }
  }

  private static func any(_ parts: some Sequence<[[Term]]?>) -> [[Term]]? {
    var found: [[Term]] = []
    for part in parts {
      guard let part else { return nil }
      found += part
      if found.count > most { return nil }
    }
    return found
  }

  private static func all(_ parts: some Sequence<[[Term]]?>) -> [[Term]]? {
    var found: [[Term]] = [[]]
    for part in parts {
      guard let part else { return nil }
      if found.count * part.count > most { return nil }
      found = found.flatMap { left in part.compactMap { joined(left, $0) } }
    }
    return found
  }

  /// Both together; nil when they contradict each other.
  private static func joined(_ left: [Term], _ right: [Term]) -> [Term]? {
    var terms = left
    for term in right where !terms.contains(term) {
      if terms.contains(term.negated(at: term)) { return nil }
      terms.append(term)
    }
    return terms
  }
}

extension Term {
  /// The term that is true exactly when this one is false, standing where `place` stands.
  fileprivate func negated(at place: Term) -> Term {
    switch kind {
    case .not(let operand): operand
    case .binary(.equal, let left, let right): Term(.binary(.notEqual, left, right), span: place.span, site: place.site)
    case .binary(.notEqual, let left, let right): Term(.binary(.equal, left, right), span: place.span, site: place.site)
    default: Term(.not(self), span: place.span, site: place.site)
    }
  }

  /// Whether its outcome is that of its operands.
  fileprivate var isComposed: Bool {
    switch kind {
    case .not, .logical, .conditional, .boolean: true
    default: false
    }
  }
}
