import RealtimeRules

extension [Literal] {
  /// Whether nobody fulfils this without the fact. The id of a caller who is looked for is that of somebody signed in.
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
  /// Whether this being true means that the other is; false when that cannot be seen.
  func implies(_ other: DisjunctiveNormalForm) -> Bool {
    guard !isTruncated else { return false }
    return conjunctions.allSatisfy { conjunction in other.conjunctions.contains { $0.allSatisfy(conjunction.entails) } }
  }
}
