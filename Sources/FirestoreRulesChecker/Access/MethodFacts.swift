import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// What a method alone says about a term: `resource` is null on create, `request.resource` is null on delete and absent
/// on reads, `request.query` is there only on list.
struct MethodFacts {
  enum Outcome: Hashable {
    case always(Bool)
    case error
    case open
  }

  let method: RulesMethod

  init(_ method: RulesMethod) { self.method = method }

  func outcome(of term: Term) -> Outcome {
    if fails(term) { return .error }
    switch term.kind {
    case .boolean(let value): return .always(value)
    case .null, .integer, .float, .string, .bytes, .list, .map, .path: return .error
    case .binary(.equal, let left, let right): return equality(left, right, wanted: true)
    case .binary(.notEqual, let left, let right): return equality(left, right, wanted: false)
    case .binary(.in, let element, let container):
      guard element.isRequest("method"), case .list(let elements) = container.kind else { return .open }
      let words = elements.compactMap(\.stringValue)
      return words.count == elements.count ? .always(words.contains(method.rawValue)) : .open
    default: return .open
    }
  }

  private func equality(_ left: Term, _ right: Term, wanted: Bool) -> Outcome {
    if left.isConstant, right.isConstant, let equal = left.constantEquals(right) { return .always(equal == wanted) }
    for (one, other) in [(left, right), (right, left)] {
      if one.isRequest("method"), let word = other.stringValue { return .always((word == method.rawValue) == wanted) }
      if case .null = other.kind, let isNull = isNull(one) { return .always(isNull == wanted) }
    }
    return .open
  }

  /// Whether a term is null whatever the request; nil when it depends.
  private func isNull(_ term: Term) -> Bool? {
    if term.isResource {
      switch method {
      case .create: return true
      case .update, .list: return false
      case .get, .delete: return nil
      }
    }
    if term.isNewResource {
      switch method {
      case .create, .update: return false
      case .delete: return true
      case .get, .list: return nil
      }
    }
    if term == .request || term.isRequest("time") || term.isRequest("path") || term.isRequest("method") { return false }
    if term.isNewData || term.isStoredData { return false }
    return nil
  }

  /// Whether evaluating the term always ends in an error. What only may be evaluated does not count.
  private func fails(_ term: Term) -> Bool {
    switch term.kind {
    case .member(let base, _), .memberOrDefault(let base, _, _), .index(let base, _), .method(let base, _, _):
      if isNull(base) == true { return true }
    case .logical: return false
    case .conditional(let condition, _, _): return fails(condition)
    default: break
    }
    if term.isNewResource, method == .get || method == .list { return true }
    if term.isRequest("query"), method != .list { return true }
    return term.children.contains(where: fails)
  }
}
