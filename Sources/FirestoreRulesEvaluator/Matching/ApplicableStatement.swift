package import FirestoreModel

/// A statement whose header matches a request's path, with one way of matching it.
package struct ApplicableStatement: Hashable, Sendable {
  /// Its place in ``CompiledRules/statements``.
  package var statement: Int
  /// What the captures of the path stand for, outermost first, in the order of ``CompiledStatement/path``.
  package var captures: [Capture]
  /// Whether it applies to every document that the request may mean, and not only to some of them.
  package var isCertain: Bool

  package init(statement: Int, captures: [Capture], isCertain: Bool) {
    self.statement = statement
    self.captures = captures
    self.isCertain = isCertain
  }
}

/// What a capture of a match header stands for.
package enum Capture: Hashable, Sendable {
  /// `{name}`; nil for an id that is not known.
  case segment(Text?)
  /// `{name=**}`: the part of the path that it matched, as far as it is known.
  case path(RequestPath)

  /// The value in rules; nil when a part of it is not known.
  package var value: RuleValue? {
    switch self {
    case .segment(let text): text.map(RuleValue.string)
    case .path(let path): path.segments.map { .path(RulePath($0)) }
    }
  }
}

extension RequestPath {
  /// All segments; nil when some are not known.
  package var segments: [Text]? {
    if hasUnknownMiddle { return nil }
    if tail.isEmpty { return head }
    let known = tail.compactMap { $0 }
    return known.count == tail.count ? head + known : nil
  }
}
