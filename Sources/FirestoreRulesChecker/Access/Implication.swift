import FirestoreRulesLanguage

/// Whether one way to satisfy a condition is also another one: its terms include or imply all terms of the other.
///
/// INVARIANT: sound. What is not recognised is not implied.
extension [Term] {
  func implies(_ other: [Term]) -> Bool { other.allSatisfy(implies) }

  private func implies(_ term: Term) -> Bool {
    contains { $0 == term || $0.implies(term) }
  }
}

extension Term {
  fileprivate func implies(_ other: Term) -> Bool {
    // Reading a member of `request.auth` is an error for who is not signed in.
    if other.isPlainSignInTest { return readsAuth }
    if case .binary(.in, let element, let list) = other.kind, case .list(let elements) = list.kind {
      return equated { $0 == element }.map { elements.contains($0.other) } ?? false
    }
    return false
  }

  /// `request.auth != null` and `request.auth.uid != null`: every signed-in user has an id.
  private var isPlainSignInTest: Bool {
    guard case .binary(.notEqual, let left, let right) = kind, left.isNull || right.isNull else { return false }
    let tested = left.isNull ? right : left
    return tested.isRequest("auth") || tested.isRequest("auth", "uid") || tested.isRequest("auth", "token")
  }

  /// Whether the term is an error without `request.auth`; operands that need not be evaluated do not count.
  private var readsAuth: Bool {
    switch kind {
    case .member(let base, _), .memberOrDefault(let base, _, _): base.isRequest("auth") || base.readsAuth
    case .logical: false
    case .conditional(let condition, _, _): condition.readsAuth
    default: children.contains(where: \.readsAuth)
    }
  }
}
