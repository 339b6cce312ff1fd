import RealtimeRules

extension [Literal] {
  /// Whether nobody fulfils this without the fact. The id of a caller who is looked for is that of somebody signed in.
  func entails(_ literal: Literal) -> Bool {
    if contains(literal) { return true }
    switch (literal.fact, literal.isTrue) {
    case (.signedIn, true): return contains { $0.isTrue && $0.isAboutCaller }
    case (.exists(let place), true):
      return contains { other in
        guard other.isTrue else { return false }
        switch other.fact {
        case .exists(let below), .hasChildren(let below), .isKind(let below, _):
          return below.side == place.side && below.keys.starts(with: place.keys)
        default: return false
        }
      }
    default: return false
    }
  }
}

extension Alternatives {
  /// Whether this being true means that the other is; false when that cannot be seen.
  func implies(_ other: Alternatives) -> Bool {
    guard !isCut else { return false }
    return ways.allSatisfy { way in other.ways.contains { $0.allSatisfy(way.entails) } }
  }
}
