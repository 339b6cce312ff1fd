import RealtimeRules

extension [Literal] {
  /// Whether the conjunction can only be true if the literal is. A test of `auth.uid` implies a sign-in.
  func entails(_ literal: Literal) -> Bool {
    if contains(literal) { return true }
    switch (literal.atom, literal.isTrue) {
    case (.signedIn, true): return contains { $0.isTrue && $0.isAboutCaller }
    case (.exists(let reference), true):
      return contains { other in
        guard other.isTrue else { return false }
        switch other.atom {
        case .exists(let below), .hasChildren(let below), .isKind(let below, _):
          return below.side == reference.side && below.keys.starts(with: reference.keys)
        default: return false
        }
      }
    default: return false
    }
  }
}

extension DisjunctiveNormalForm {
  /// Whether the other condition is true whenever this one is. False when this cannot be decided.
  func implies(_ other: DisjunctiveNormalForm) -> Bool {
    guard !isTruncated else { return false }
    return conjunctions.allSatisfy { conjunction in other.conjunctions.contains { $0.allSatisfy(conjunction.entails) } }
  }
}
