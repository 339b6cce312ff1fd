package import FirestoreModel
package import StructuredText

extension QueryStatement {
  /// The request as proto JSON: `{"parent", "structuredQuery"}` or `{"parent", "structuredAggregationQuery"}`.
  ///
  /// Nil for a document and for a shape with parts that are not known. `limitToLast` is written as SDKs send it.
  package func json(database: DatabaseName) -> JSONValue? {
    switch self {
    case .document: nil
    case .query(let query): query.request("structuredQuery", query.json, database)
    case .aggregation(let aggregation):
      aggregation.query.request("structuredAggregationQuery", aggregation.json, database)
    }
  }
}

extension AggregationQuery {
  /// The `structuredAggregationQuery` object; nil for a shape.
  package var json: JSONValue? {
    query.json.map {
      .members([("structuredQuery", $0), ("aggregations", .array(aggregations.map(\.json)))])
    }
  }
}

extension Aggregation {
  fileprivate var json: JSONValue {
    var members: [(String, JSONValue)] = []
    switch op {
    case .count(nil): members.append(("count", .object([])))
    case .count(let limit?): members.append(("count", .members([("upTo", .string(String(limit)))])))
    case .sum(let path): members.append(("sum", .members([("field", path.json)])))
    case .average(let path): members.append(("avg", .members([("field", path.json)])))
    }
    if let alias { members.append(("alias", .string(alias.string))) }
    return .members(members)
  }
}

extension Query {
  fileprivate func request(_ key: String, _ body: JSONValue?, _ database: DatabaseName) -> JSONValue? {
    guard let body, let parent = source.parent.literals else { return nil }
    let name = ([database.documentsRoot] + parent.map(\.string)).joined(separator: "/")
    return .members([("parent", .string(name)), (key, body)])
  }

  /// The `structuredQuery` object, without its parent; nil for a shape.
  package var json: JSONValue? {
    let wire = wireForm
    var members: [(String, JSONValue)] = []
    if let projection { members.append(("select", .members([("fields", .array(projection.map(\.json)))]))) }
    guard let from = source.json else { return nil }
    members.append(("from", .array([from])))
    if let filter {
      guard let node = filter.json else { return nil }
      members.append(("where", node))
    }
    if !wire.orders.isEmpty { members.append(("orderBy", .array(wire.orders.map(\.json)))) }
    for (name, cursor) in [("startAt", wire.start), ("endAt", wire.end)] {
      guard let cursor else { continue }
      guard let node = cursor.json else { return nil }
      members.append((name, node))
    }
    if offset != 0 { members.append(("offset", .integer(Int64(offset)))) }
    if let limit { members.append(("limit", .integer(Int64(limit)))) }
    if let nearest {
      guard let node = nearest.json else { return nil }
      members.append(("findNearest", node))
    }
    return .members(members)
  }
}

extension QuerySource {
  fileprivate var json: JSONValue? {
    var members: [(String, JSONValue)] = []
    if let collectionID {
      guard let id = collectionID.literal else { return nil }
      members.append(("collectionId", .string(id.string)))
    }
    if allDescendants { members.append(("allDescendants", .boolean(true))) }
    return .members(members)
  }
}

extension Filter {
  fileprivate var json: JSONValue? {
    switch self {
    case .field(let filter):
      return filter.operand.knownValue.map { value in
        .members([
          (
            "fieldFilter",
            .members([
              ("field", filter.path.json), ("op", .string(filter.op.rawValue)), ("value", value.json),
            ])
          )
        ])
      }
    case .unary(let filter):
      return .members([
        ("unaryFilter", .members([("op", .string(filter.op.rawValue)), ("field", filter.path.json)]))
      ])
    case .and(let filters): return Filter.composite("AND", filters)
    case .or(let filters): return Filter.composite("OR", filters)
    }
  }

  private static func composite(_ op: String, _ filters: [Filter]) -> JSONValue? {
    let nodes = filters.compactMap(\.json)
    guard nodes.count == filters.count else { return nil }
    return .members([("compositeFilter", .members([("op", .string(op)), ("filters", .array(nodes))]))])
  }
}

extension Order {
  fileprivate var json: JSONValue {
    .members([("field", path.json), ("direction", .string(direction.rawValue))])
  }
}

extension Cursor {
  fileprivate var json: JSONValue? {
    let known = values.compactMap(\.knownValue)
    guard known.count == values.count else { return nil }
    return .members([("values", .array(known.map(\.json)))] + (before ? [("before", .boolean(true))] : []))
  }
}

extension FindNearest {
  fileprivate var json: JSONValue? {
    guard let vector = queryVector.knownValue else { return nil }
    var members: [(String, JSONValue)] = [
      ("vectorField", path.json), ("queryVector", vector.json), ("distanceMeasure", .string(measure.rawValue)),
      ("limit", .integer(Int64(limit))),
    ]
    if let distanceResultField { members.append(("distanceResultField", .string(distanceResultField.description))) }
    if let distanceThreshold { members.append(("distanceThreshold", Value.number(distanceThreshold))) }
    return .members(members)
  }
}

extension FieldPath {
  fileprivate var json: JSONValue { .members([("fieldPath", .string(description))]) }
}
