import FirestoreModel
import FirestoreWire
import QueryModel
import SwiftProtobuf

extension Query {
  /// Reads a `StructuredQuery`; the first refusal is that of the first field in the order of evaluation.
  init(_ message: WireStructuredQuery, below parent: ParentName) throws(FirestoreError) {
    self.init(source: try QuerySource(message.from, below: parent))
    if message.hasWhere { filter = try Filter(message.where) }
    for order in message.orderBy { orders.append(try Order(order)) }
    if message.hasStartAt { start = try Cursor(message.startAt) }
    if message.hasEndAt { end = try Cursor(message.endAt) }
    offset = message.offset
    if message.hasLimit { limit = message.limit.value }
    if message.hasFindNearest { nearest = try FindNearest(message.findNearest) }
    if message.hasSelect {
      var paths: [FieldPath] = []
      for field in message.select.fields { paths.append(try FieldPath(field)) }
      projection = paths
    }
  }
}

extension QuerySource {
  fileprivate init(
    _ selectors: [WireStructuredQuery.CollectionSelector], below parent: ParentName
  ) throws(FirestoreError) {
    let path = parent.document.map { PathTemplate($0) } ?? .root
    self.init(parent: path, collectionID: nil)
    guard selectors.count <= 1 else {
      throw FirestoreError(.invalidArgument, MessageRefusal.severalCollections)
    }
    guard let selector = selectors.first else { return }
    if !selector.collectionID.isEmpty { collectionID = .literal(Text(selector.collectionID)) }
    allDescendants = selector.allDescendants
  }
}

extension FieldPath {
  fileprivate init(_ message: WireStructuredQuery.FieldReference) throws(FirestoreError) {
    try self.init(parsing: message.fieldPath)
  }
}

extension Order {
  fileprivate init(_ message: WireStructuredQuery.Order) throws(FirestoreError) {
    let path = try FieldPath(message.field)
    switch message.direction {
    // An unspecified direction is ascending, observed in production.
    case .unspecified, .ascending: self.init(path, .ascending)
    case .descending: self.init(path, .descending)
    case .UNRECOGNIZED: throw FirestoreError(.invalidArgument, MessageRefusal.unknownDirection)
    }
  }
}

extension Cursor {
  fileprivate init(_ message: WireCursor) throws(FirestoreError) {
    self.init(values: [], before: message.before)
    for value in message.values { values.append(.value(try Value(value))) }
  }
}

extension FindNearest {
  fileprivate init(_ message: WireStructuredQuery.FindNearest) throws(FirestoreError) {
    let path = try FieldPath(message.vectorField)
    let vector = try Value(message.queryVector)
    guard let measure = Measure(message.distanceMeasure) else {
      throw FirestoreError(.invalidArgument, MessageRefusal.unknownDistanceMeasure)
    }
    self.init(path: path, queryVector: .value(vector), measure: measure, limit: message.limit.value)
    if message.hasDistanceThreshold { distanceThreshold = message.distanceThreshold.value }
    guard !message.distanceResultField.isEmpty else { return }
    guard !Text(message.distanceResultField).isReservedFieldName else {
      throw FirestoreError(.invalidArgument, MessageRefusal.reservedResultField(message.distanceResultField))
    }
    distanceResultField = try FieldPath(parsing: message.distanceResultField)
  }
}

extension FindNearest.Measure {
  fileprivate init?(_ message: WireStructuredQuery.FindNearest.DistanceMeasure) {
    switch message {
    case .euclidean: self = .euclidean
    case .cosine: self = .cosine
    case .dotProduct: self = .dotProduct
    case .unspecified, .UNRECOGNIZED: return nil
    }
  }
}

// MARK: - Aggregations

extension AggregationQuery {
  init(_ message: WireStructuredAggregationQuery, below parent: ParentName) throws(FirestoreError) {
    guard case .structuredQuery(let query)? = message.queryType else {
      throw FirestoreError(.invalidArgument, MessageRefusal.notStructured)
    }
    self.init(query: try Query(query, below: parent), aggregations: [])
    for aggregation in message.aggregations { aggregations.append(try Aggregation(aggregation)) }
  }
}

extension Aggregation {
  fileprivate init(_ message: WireStructuredAggregationQuery.Aggregation) throws(FirestoreError) {
    let alias = message.alias.isEmpty ? nil : Text(message.alias)
    switch message.operator {
    case .count(let count): self.init(.count(upTo: count.hasUpTo ? count.upTo.value : nil), alias: alias)
    case .sum(let sum): self.init(.sum(try FieldPath(sum.field)), alias: alias)
    case .avg(let average): self.init(.average(try FieldPath(average.field)), alias: alias)
    case nil: throw FirestoreError(.invalidArgument, MessageRefusal.unsetAggregation)
    }
  }
}
