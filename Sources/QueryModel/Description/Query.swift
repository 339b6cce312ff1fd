package import FirestoreModel

/// A structured query as a client sends it, before normalisation.
///
/// Operands and path segments may be unknown (`?`), named parameters or workload expressions; such a query is a *shape*
/// and can be validated, planned and estimated, but not executed.
package struct Query: Hashable, Sendable {
  package var source: QuerySource
  package var filter: Filter?
  /// The explicit orders only.
  package var orders: [Order]
  package var start: Cursor?
  package var end: Cursor?
  package var offset: Int32
  package var limit: Int32?
  /// Of a shape: the limit or the offset is there, but only the run knows how large; text forms show `?`.
  package var unknownBounds: UnknownBounds = []
  /// The SDKs' `limitToLast`: `limit` counts from the end. Never on the wire; normalisation flips the query.
  package var limitToLast: Bool
  /// Nil returns every field, an empty list none.
  package var projection: [FieldPath]?
  package var nearest: FindNearest?

  package init(
    source: QuerySource, filter: Filter? = nil, orders: [Order] = [], start: Cursor? = nil, end: Cursor? = nil,
    offset: Int32 = 0, limit: Int32? = nil, limitToLast: Bool = false, projection: [FieldPath]? = nil,
    nearest: FindNearest? = nil
  ) {
    self.source = source
    self.filter = filter
    self.orders = orders
    self.start = start
    self.end = end
    self.offset = offset
    self.limit = limit
    self.limitToLast = limitToLast
    self.projection = projection
    self.nearest = nearest
  }
}

/// Numbers of a query that only the run knows; its `limit` and `offset` hold 1 in their place.
package struct UnknownBounds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let limit = UnknownBounds(rawValue: 1)
  package static let offset = UnknownBounds(rawValue: 2)
}

/// Where a query looks: `from` and the request's parent.
package struct QuerySource: Hashable, Sendable {
  /// The document the query is placed under; empty segments mean the database root.
  package var parent: PathTemplate
  /// Nil: documents of every collection ("kindless").
  package var collectionID: PathSegment?
  /// True: collections of that id at any depth below the parent.
  package var allDescendants: Bool

  package init(parent: PathTemplate = .root, collectionID: PathSegment?, allDescendants: Bool = false) {
    self.parent = parent
    self.collectionID = collectionID
    self.allDescendants = allDescendants
  }
}

/// A path whose segments may be unknown until the query is bound.
package struct PathTemplate: Hashable, Sendable {
  package var segments: [PathSegment]

  package init(_ segments: [PathSegment]) { self.segments = segments }

  package static let root = PathTemplate([])
}

package enum PathSegment: Hashable, Sendable {
  case literal(Text)
  /// `?`
  case unknown
  /// `$name`
  case parameter(Text)
  /// `{expression}`: the expression's source text.
  case expression(Text)
}

/// The right-hand side of a filter, or a cursor value.
package indirect enum Operand: Hashable, Sendable {
  /// Fully known. INVARIANT: arrays and maps without unknown parts are always in this case.
  case value(Value)
  case unknown
  case parameter(Text)
  case expression(Text)
  /// An array with at least one part that is not known.
  case array([Operand])
  /// A map with at least one part that is not known.
  case map([MapOperand])
}

package struct MapOperand: Hashable, Sendable {
  package var name: Text
  package var operand: Operand

  package init(name: Text, operand: Operand) {
    self.name = name
    self.operand = operand
  }
}

package indirect enum Filter: Hashable, Sendable {
  case field(FieldFilter)
  case unary(UnaryFilter)
  case and([Filter])
  case or([Filter])
}

/// `path op value`. A null or NaN operand here is the *raw* filter, which matches nothing; SDKs send ``UnaryFilter``.
package struct FieldFilter: Hashable, Sendable {
  package var path: FieldPath
  package var op: FieldOperator
  package var operand: Operand

  package init(_ path: FieldPath, _ op: FieldOperator, _ operand: Operand) {
    self.path = path
    self.op = op
    self.operand = operand
  }
}

/// Raw values are the proto enum names.
package enum FieldOperator: String, Hashable, Sendable, CaseIterable {
  case lessThan = "LESS_THAN"
  case lessThanOrEqual = "LESS_THAN_OR_EQUAL"
  case greaterThan = "GREATER_THAN"
  case greaterThanOrEqual = "GREATER_THAN_OR_EQUAL"
  case equal = "EQUAL"
  case notEqual = "NOT_EQUAL"
  case arrayContains = "ARRAY_CONTAINS"
  case `in` = "IN"
  case arrayContainsAny = "ARRAY_CONTAINS_ANY"
  case notIn = "NOT_IN"
}

package struct UnaryFilter: Hashable, Sendable {
  package var path: FieldPath
  package var op: UnaryOperator

  package init(_ path: FieldPath, _ op: UnaryOperator) {
    self.path = path
    self.op = op
  }
}

/// Raw values are the proto enum names.
package enum UnaryOperator: String, Hashable, Sendable, CaseIterable {
  case isNaN = "IS_NAN"
  case isNull = "IS_NULL"
  case isNotNaN = "IS_NOT_NAN"
  case isNotNull = "IS_NOT_NULL"
}

package struct Order: Hashable, Sendable {
  package var path: FieldPath
  package var direction: Direction

  package init(_ path: FieldPath, _ direction: Direction = .ascending) {
    self.path = path
    self.direction = direction
  }
}

package enum Direction: String, Hashable, Sendable, CaseIterable {
  case ascending = "ASCENDING"
  case descending = "DESCENDING"

  package var flipped: Direction { self == .ascending ? .descending : .ascending }
}

/// A position relative to the query's order. As a start, `before` is startAt (else startAfter); as an end, `before` is
/// endBefore (else endAt).
package struct Cursor: Hashable, Sendable {
  package var values: [Operand]
  package var before: Bool

  package init(values: [Operand], before: Bool) {
    self.values = values
    self.before = before
  }
}

/// Vector search.
package struct FindNearest: Hashable, Sendable {
  package enum Measure: String, Hashable, Sendable, CaseIterable {
    case euclidean = "EUCLIDEAN"
    case cosine = "COSINE"
    case dotProduct = "DOT_PRODUCT"
  }

  package var path: FieldPath
  package var queryVector: Operand
  package var measure: Measure
  package var limit: Int32
  package var distanceResultField: FieldPath?
  package var distanceThreshold: Double?

  package init(
    path: FieldPath, queryVector: Operand, measure: Measure, limit: Int32, distanceResultField: FieldPath? = nil,
    distanceThreshold: Double? = nil
  ) {
    self.path = path
    self.queryVector = queryVector
    self.measure = measure
    self.limit = limit
    self.distanceResultField = distanceResultField
    self.distanceThreshold = distanceThreshold
  }
}
