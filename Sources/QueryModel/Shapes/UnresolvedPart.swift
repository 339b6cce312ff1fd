package import Diagnostics

/// A part of a query that only the run knows.
package struct UnresolvedPart: Hashable, Sendable, Comparable {
  package enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// Where the query looks; constraints may also be on it already.
    case collection
    case field, comparison, direction
    /// A constraint of which nothing is known, or one that is added an unknown number of times.
    case constraint
    case limit, offset, cursor, aggregation, database
    /// More ways lead to the request than are followed; those that are shown do.
    case variants
    /// Calls on the way are not followed any more, which may have added to it.
    case calls

    /// As lists print it.
    package var name: String { String(describing: self) }
  }

  package var kind: Kind
  /// Where the unknown stands; nil when it has no place of its own.
  package var location: SourceLocation?

  package init(_ kind: Kind, at location: SourceLocation? = nil) {
    self.kind = kind
    self.location = location
  }

  package static func < (left: UnresolvedPart, right: UnresolvedPart) -> Bool {
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    return (left.location?.span.start ?? -1) < (right.location?.span.start ?? -1)
  }
}

extension UnresolvedPart.Kind {
  /// Limits and offsets are numbers, and a cursor is a position in an order that is known: no index depends on them. A
  /// query beside which there are others is one that is asked.
  package var decidesIndexes: Bool {
    switch self {
    case .limit, .offset, .cursor, .variants: false
    case .collection, .field, .comparison, .direction, .constraint, .aggregation, .database, .calls: true
    }
  }
}
