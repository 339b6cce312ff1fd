package import FirestoreModel
package import StructuredText

extension QueryStatement {
  /// The request as proto JSON: `{"parent", "structuredQuery"}` or `{"parent", "structuredAggregationQuery"}`.
  ///
  /// Nil for a document and for a shape with parts that are not known. `limitToLast` is written as SDKs send it.
  package func jsonNode(database: DatabaseName) -> Node? {
    switch self {
    case .document: nil
    case .query(let query): query.request("structuredQuery", query.jsonNode, database)
    case .aggregation(let aggregation):
      aggregation.query.request("structuredAggregationQuery", aggregation.jsonNode, database)
    }
  }
}

extension AggregationQuery {
  /// The `structuredAggregationQuery` object; nil for a shape.
  package var jsonNode: Node? {
    query.jsonNode.map {
      .object([("structuredQuery", $0), ("aggregations", .array(aggregations.map(\.jsonNode)))])
    }
  }
}

extension Aggregation {
  fileprivate var jsonNode: Node {
    var members: [(String, Node)] = []
    switch op {
    case .count(nil): members.append(("count", .object([])))
    case .count(let limit?): members.append(("count", .object([("upTo", .string(String(limit)))])))
    case .sum(let path): members.append(("sum", .object([("field", path.jsonNode)])))
    case .average(let path): members.append(("avg", .object([("field", path.jsonNode)])))
    }
    if let alias { members.append(("alias", .string(alias.string))) }
    return .object(members)
  }
}

extension Query {
  fileprivate func request(_ key: String, _ body: Node?, _ database: DatabaseName) -> Node? {
    guard let body, let parent = source.parent.literals else { return nil }
    let name = ([database.documentsRoot] + parent.map(\.string)).joined(separator: "/")
    return .object([("parent", .string(name)), (key, body)])
  }

  /// The `structuredQuery` object, without its parent; nil for a shape.
  package var jsonNode: Node? {
    let wire = wireForm
    var members: [(String, Node)] = []
    if let projection { members.append(("select", .object([("fields", .array(projection.map(\.jsonNode)))]))) }
    guard let from = source.jsonNode else { return nil }
    members.append(("from", .array([from])))
    if let filter {
      guard let node = filter.jsonNode else { return nil }
      members.append(("where", node))
    }
    if !wire.orders.isEmpty { members.append(("orderBy", .array(wire.orders.map(\.jsonNode)))) }
    for (name, cursor) in [("startAt", wire.start), ("endAt", wire.end)] {
      guard let cursor else { continue }
      guard let node = cursor.jsonNode else { return nil }
      members.append((name, node))
    }
    if offset != 0 { members.append(("offset", Node(.number(String(offset))))) }
    if let limit { members.append(("limit", Node(.number(String(limit))))) }
    if let nearest {
      guard let node = nearest.jsonNode else { return nil }
      members.append(("findNearest", node))
    }
    return .object(members)
  }
}

extension QuerySource {
  fileprivate var jsonNode: Node? {
    var members: [(String, Node)] = []
    if let collectionID {
      guard let id = collectionID.literal else { return nil }
      members.append(("collectionId", .string(id.string)))
    }
    if allDescendants { members.append(("allDescendants", Node(.boolean(true)))) }
    return .object(members)
  }
}

extension Filter {
  fileprivate var jsonNode: Node? {
    switch self {
    case .field(let filter):
      return filter.operand.knownValue.map { value in
        .object([
          (
            "fieldFilter",
            .object([
              ("field", filter.path.jsonNode), ("op", .string(filter.op.rawValue)), ("value", value.jsonNode),
            ])
          )
        ])
      }
    case .unary(let filter):
      return .object([
        ("unaryFilter", .object([("op", .string(filter.op.rawValue)), ("field", filter.path.jsonNode)]))
      ])
    case .and(let filters): return Filter.composite("AND", filters)
    case .or(let filters): return Filter.composite("OR", filters)
    }
  }

  private static func composite(_ op: String, _ filters: [Filter]) -> Node? {
    let nodes = filters.compactMap(\.jsonNode)
    guard nodes.count == filters.count else { return nil }
    return .object([("compositeFilter", .object([("op", .string(op)), ("filters", .array(nodes))]))])
  }
}

extension Order {
  fileprivate var jsonNode: Node {
    .object([("field", path.jsonNode), ("direction", .string(direction.rawValue))])
  }
}

extension Cursor {
  fileprivate var jsonNode: Node? {
    let known = values.compactMap(\.knownValue)
    guard known.count == values.count else { return nil }
    return .object([("values", .array(known.map(\.jsonNode)))] + (before ? [("before", Node(.boolean(true)))] : []))
  }
}

extension FindNearest {
  fileprivate var jsonNode: Node? {
    guard let vector = queryVector.knownValue else { return nil }
    var members: [(String, Node)] = [
      ("vectorField", path.jsonNode), ("queryVector", vector.jsonNode), ("distanceMeasure", .string(measure.rawValue)),
      ("limit", Node(.number(String(limit)))),
    ]
    if let distanceResultField { members.append(("distanceResultField", .string(distanceResultField.description))) }
    if let distanceThreshold { members.append(("distanceThreshold", Value.number(distanceThreshold))) }
    return .object(members)
  }
}

extension FieldPath {
  fileprivate var jsonNode: Node { .object([("fieldPath", .string(description))]) }
}
