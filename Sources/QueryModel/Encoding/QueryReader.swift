import Diagnostics
import FirestoreModel
import StructuredText

/// Reads the messages of a query request.
///
/// Problems of the JSON itself are thrown at once, as the transcoder sees them first. What the query parser refuses is
/// kept in `refusal`, the first one in reading order, and a stand-in is read on.
struct QueryReader {
  static let requestFields = ["structured_query", "structured_aggregation_query", "parent"]
  /// Fields of a request that change what is read; nothing here gives them a meaning.
  static let unsupportedFields = ["transaction", "new_transaction", "read_time", "explain_options"]
  static let queryFields = [
    "select", "from", "where", "order_by", "start_at", "end_at", "offset", "limit", "find_nearest",
  ]
  static let proto = "google.firestore.v1.StructuredQuery"

  private(set) var database: DatabaseName
  private(set) var refusal: FirestoreError?
  var parent = PathTemplate.root

  init(database: DatabaseName) { self.database = database }

  var values: ValueReader { ValueReader(database: database) }

  mutating func refuse(_ message: String) {
    if refusal == nil { refusal = FirestoreError(.invalidArgument, message) }
  }

  // MARK: - Requests

  mutating func request(_ node: Node) throws(ProtoJSONProblem) -> QueryStatement {
    let message = try ProtoJSONMessage(
      node, at: "", type: "google.firestore.v1.RunQueryRequest", fields: QueryReader.requestFields)
    if let parent = message["parent"] { readParent(try parent.readString(at: "parent")) }
    let choice = try message.choice("query_type", of: ["structured_query", "structured_aggregation_query"])
    guard let (name, content) = choice else {
      refuse(MessageRefusal.notStructured)
      return .query(Query(source: QuerySource(collectionID: nil)))
    }
    guard name == "structured_query" else {
      return .aggregation(try aggregationQuery(content, at: "structured_aggregation_query"))
    }
    return .query(try query(content, at: "structured_query"))
  }

  /// `users/u1`, a full name, or nothing for the database root.
  private mutating func readParent(_ text: String) {
    guard !text.isEmpty else { return }
    do throws(FirestoreError) {
      if isFullResourceName(text) {
        let (named, rest) = try splitResourceName(text)
        database = named
        guard !rest.isEmpty else { return }
        parent = PathTemplate(try DocumentName(parsing: text, as: .parent).path)
      } else {
        parent = PathTemplate(try DocumentPath(parsing: text))
      }
    } catch {
      refuse(error.message)
    }
  }

  // MARK: - Aggregations

  private mutating func aggregationQuery(_ node: Node, at path: String) throws(ProtoJSONProblem) -> AggregationQuery {
    let message = try ProtoJSONMessage(
      node, at: path, type: "google.firestore.v1.StructuredAggregationQuery",
      fields: ["structured_query", "aggregations"])
    var query = Query(source: QuerySource(parent: parent, collectionID: nil))
    if let inner = message["structured_query"] {
      query = try self.query(inner, at: message.path(of: "structured_query"))
    } else {
      refuse(MessageRefusal.notStructured)
    }
    var aggregations: [Aggregation] = []
    for element in message.list("aggregations") {
      if let aggregation = try aggregation(element.node, at: element.path) { aggregations.append(aggregation) }
    }
    return AggregationQuery(query: query, aggregations: aggregations)
  }

  private mutating func aggregation(_ node: Node, at path: String) throws(ProtoJSONProblem) -> Aggregation? {
    let type = "google.firestore.v1.StructuredAggregationQuery.Aggregation"
    let message = try ProtoJSONMessage(node, at: path, type: type, fields: ["count", "sum", "avg", "alias"])
    let alias = try message["alias"]?.readString(at: message.path(of: "alias")) ?? ""
    guard let (name, content) = try message.choice("operator", of: ["count", "sum", "avg"]) else {
      refuse(MessageRefusal.unsetAggregation)
      return nil
    }
    let place = message.path(of: name)
    let isCount = name == "count"
    let inner = try ProtoJSONMessage(
      content, at: place, type: "\(type).\(ProtoJSONMessage.camelCase("_" + name))",
      fields: [isCount ? "up_to" : "field"])
    let op: Aggregation.Operator
    if isCount {
      op = .count(upTo: try inner["up_to"]?.unwrapped()?.readInt64(at: inner.path(of: "up_to.value")))
    } else {
      let path = try fieldReference(inner["field"], at: inner.path(of: "field"))
      op = name == "sum" ? .sum(path) : .average(path)
    }
    return Aggregation(op, alias: alias.isEmpty ? nil : Text(alias))
  }

  // MARK: - Queries

  mutating func query(_ node: Node, at path: String) throws(ProtoJSONProblem) -> Query {
    let message = try ProtoJSONMessage(node, at: path, type: QueryReader.proto, fields: QueryReader.queryFields)
    var query = Query(source: try source(message))
    if let filter = message["where"] { query.filter = try self.filter(filter, at: message.path(of: "where"), depth: 0) }
    for element in message.list("order_by") { query.orders.append(try order(element.node, at: element.path)) }
    query.start = try message["start_at"].map { node throws(ProtoJSONProblem) in
      try cursor(node, at: message.path(of: "start_at"))
    }
    query.end = try message["end_at"].map { node throws(ProtoJSONProblem) in
      try cursor(node, at: message.path(of: "end_at"))
    }
    query.offset = try message["offset"]?.readInt32(at: message.path(of: "offset")) ?? 0
    query.limit = try message["limit"]?.unwrapped()?.readInt32(at: message.path(of: "limit.value"))
    if let nearest = message["find_nearest"] {
      query.nearest = try findNearest(nearest, at: message.path(of: "find_nearest"))
    }
    if let select = message["select"] { query.projection = try projection(select, at: message.path(of: "select")) }
    return query
  }

  private mutating func source(_ message: ProtoJSONMessage) throws(ProtoJSONProblem) -> QuerySource {
    var source = QuerySource(parent: parent, collectionID: nil)
    let selectors = message.list("from")
    for element in selectors {
      let selector = try ProtoJSONMessage(
        element.node, at: element.path, type: "\(QueryReader.proto).CollectionSelector",
        fields: ["collection_id", "all_descendants"])
      let id = try selector["collection_id"]?.readString(at: selector.path(of: "collection_id")) ?? ""
      source.collectionID = id.isEmpty ? nil : .literal(Text(id))
      source.allDescendants =
        try selector["all_descendants"]?.readBoolean(at: selector.path(of: "all_descendants")) ?? false
    }
    if selectors.count > 1 { refuse(MessageRefusal.severalCollections) }
    return source
  }

  private mutating func order(_ node: Node, at path: String) throws(ProtoJSONProblem) -> Order {
    let message = try ProtoJSONMessage(
      node, at: path, type: "\(QueryReader.proto).Order", fields: ["field", "direction"])
    let field = try fieldReference(message["field"], at: message.path(of: "field"))
    let direction = try message["direction"]?.readEnum(
      at: message.path(of: "direction"), type: "\(QueryReader.proto).Direction",
      names: [0: "DIRECTION_UNSPECIFIED", 1: "ASCENDING", 2: "DESCENDING"])
    if message["direction"] != nil, direction == nil { refuse(MessageRefusal.unknownDirection) }
    // An unspecified direction is ascending.
    return Order(field, direction == "DESCENDING" ? .descending : .ascending)
  }

  private mutating func cursor(_ node: Node, at path: String) throws(ProtoJSONProblem) -> Cursor {
    let message = try ProtoJSONMessage(
      node, at: path, type: "google.firestore.v1.Cursor", fields: ["values", "before"])
    var values: [Operand] = []
    for element in message.list("values") { values.append(try value(element.node, at: element.path)) }
    let before = try message["before"]?.readBoolean(at: message.path(of: "before")) ?? false
    return Cursor(values: values, before: before)
  }

  private mutating func projection(_ node: Node, at path: String) throws(ProtoJSONProblem) -> [FieldPath] {
    let message = try ProtoJSONMessage(
      node, at: path, type: "\(QueryReader.proto).Projection", fields: ["fields"])
    var paths: [FieldPath] = []
    for element in message.list("fields") { paths.append(try fieldReference(element.node, at: element.path)) }
    return paths
  }

  private mutating func findNearest(_ node: Node, at path: String) throws(ProtoJSONProblem) -> FindNearest {
    let type = "\(QueryReader.proto).FindNearest"
    let message = try ProtoJSONMessage(
      node, at: path, type: type,
      fields: [
        "vector_field", "query_vector", "distance_measure", "limit", "distance_result_field", "distance_threshold",
      ])
    let field = try fieldReference(message["vector_field"], at: message.path(of: "vector_field"))
    let vector = try value(message["query_vector"], at: message.path(of: "query_vector"))
    let measure = try message["distance_measure"]?.readEnum(
      at: message.path(of: "distance_measure"), type: "\(type).DistanceMeasure",
      names: [0: "DISTANCE_MEASURE_UNSPECIFIED", 1: "EUCLIDEAN", 2: "COSINE", 3: "DOT_PRODUCT"])
    let known = measure.flatMap { FindNearest.Measure(rawValue: $0) }
    if known == nil { refuse(MessageRefusal.unknownDistanceMeasure) }
    var nearest = FindNearest(path: field, queryVector: vector, measure: known ?? .euclidean, limit: 0)
    nearest.limit = try message["limit"]?.unwrapped()?.readInt32(at: message.path(of: "limit.value")) ?? 0
    nearest.distanceThreshold =
      try message["distance_threshold"]?.unwrapped()?.readDouble(at: message.path(of: "distance_threshold.value"))
    if let name = try message["distance_result_field"]?.readString(at: message.path(of: "distance_result_field")),
      !name.isEmpty
    {
      if Text(name).isReservedFieldName {
        refuse(MessageRefusal.reservedResultField(name))
      } else {
        nearest.distanceResultField = fieldPath(name)
      }
    }
    return nearest
  }

  // MARK: - Values and field paths

  mutating func value(_ node: Node?, at path: String) throws(ProtoJSONProblem) -> Operand {
    guard let node, !isUnset(node) else {
      refuse(MessageRefusal.unsetValue)
      return .value(.null)
    }
    do throws(ProtoJSONProblem) {
      return .value(try values.value(node, at: path, depth: 0))
    } catch {
      // Names are read by the query parser, the rest by the transcoder.
      guard error.code == .invalidQuery || error.refusal.message == MessageRefusal.unsetValue else { throw error }
      refuse(error.refusal.message)
      return .value(.null)
    }
  }

  private func isUnset(_ node: Node) -> Bool {
    if case .object(let members) = node.content { members.isEmpty } else { false }
  }

  mutating func fieldReference(_ node: Node?, at path: String) throws(ProtoJSONProblem) -> FieldPath {
    var text = ""
    if let node {
      let message = try ProtoJSONMessage(
        node, at: path, type: "\(QueryReader.proto).FieldReference", fields: ["field_path"])
      text = try message["field_path"]?.readString(at: message.path(of: "field_path")) ?? ""
    }
    return fieldPath(text)
  }

  private mutating func fieldPath(_ text: String) -> FieldPath {
    do throws(FirestoreError) {
      return try FieldPath(parsing: text)
    } catch {
      refuse(error.message)
      return .documentName
    }
  }
}
