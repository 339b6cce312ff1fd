import FirebreakTestSupport
import FirestoreModel
import QueryModel

/// Random documents and queries over a small, adversarial set of fields and values, so that filters often match.
struct RandomQueries {
  static let database = DatabaseName(project: "demo-firebreak")
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  // MARK: - Values

  static let pool: [Value] = [
    .null, .boolean(false), .boolean(true), .double(.nan), .double(-.infinity), .integer(-1), .double(-0.0),
    .integer(0), .double(0.5), .integer(1), .double(1), .integer(2), .integer(3), .integer(.max),
    .double(9_007_199_254_740_992), .integer(9_007_199_254_740_993), .timestamp(Timestamp(microseconds: 0)),
    .timestamp(Timestamp(microseconds: 1)), .string(""), .string("a"), .string("a\u{0}"), .string("ab"), .string("b"),
    .string("é"), .string("e\u{301}"), .string("\u{FFFF}"), .string("😀"), .bytes([]), .bytes([0]), .bytes([0, 255]),
    .reference(DocumentName(database: database, path: path(["c", "d1"]))),
    .geoPoint(GeoPoint(latitude: 1, longitude: -1)), .array([]), .array([.integer(1)]),
    .array([.integer(1), .integer(2)]), .array([.string("a"), .null, .double(.nan)]), .vector([1, 2]),
    .vector([1, 2, 3]), .map([:]), .map(["a": .integer(1)]), .map(["a": .integer(1), "b": .integer(2)]),
  ]

  static func path(_ segments: [Text]) -> DocumentPath {
    DocumentPath(
      collection: CollectionPath(
        parent: DocumentPath(segments: Array(segments.dropLast(2))), id: segments[segments.count - 2]),
      id: segments[segments.count - 1])
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  /// Small integers half of the time: conjunctions should match something.
  mutating func value() -> Value {
    chance(60) ? .integer(Int64.random(in: 0...3, using: &generator)) : pick(RandomQueries.pool)
  }

  // MARK: - Documents

  static let ids: [Text] = ["d1", "d2", "d3", "d4", "a", "ä", "__id7__", "__id-3__", "B", "z z"]
  static let collections: [[Text]] = [["c"], ["p", "x", "c"], ["p", "y", "c"], ["c", "d1", "c"], ["o"]]

  mutating func documents() -> [Document] {
    var documents: [Document] = []
    for collection in RandomQueries.collections {
      for id in RandomQueries.ids where chance(80) {
        var fields = MapValue()
        for name in ["a", "b", "c"] as [Text] where chance(75) { fields[name] = value() }
        if chance(60) { fields["tags"] = .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in element() }) }
        if chance(40) { fields["m"] = .map(["x": value(), "y": value()]) }
        documents.append(
          Document(
            path: RandomQueries.path(collection + [id]), fields: fields, createTime: Timestamp(microseconds: 1),
            updateTime: Timestamp(microseconds: 1)))
      }
    }
    return documents
  }

  private mutating func element() -> Value {
    let value = value()
    if case .array = value { return .integer(1) }
    return value
  }

  // MARK: - Queries

  static let fields = ["a", "b", "c", "m.x", "m.y"]

  mutating func field() -> FieldPath {
    chance(10)
      ? FieldPath(name: "tags")
      : FieldPath(segments: pick(RandomQueries.fields).split(separator: ".").map { Text(String($0)) })
  }

  mutating func query() -> Query {
    var query = Query(source: source())
    if chance(85) { query.filter = filter(depth: 2) }
    while chance(40), query.orders.count < 3 {
      query.orders.append(Order(field(), chance(50) ? .ascending : .descending))
    }
    if chance(15) { query.orders.append(Order(.documentName, chance(50) ? .ascending : .descending)) }
    if chance(40) { query.limit = Int32.random(in: 0...6, using: &generator) }
    if chance(25), !query.orders.isEmpty { query.limitToLast = query.limit != nil }
    if chance(20) { query.offset = Int32.random(in: 0...4, using: &generator) }
    if chance(30) { query.start = cursor(query.orders) }
    if chance(30) { query.end = cursor(query.orders) }
    return query
  }

  private mutating func source() -> QuerySource {
    if chance(25) { return QuerySource(collectionID: .literal("c"), allDescendants: true) }
    let parent = pick([[], [], [], ["p", "x"], ["c", "d1"]] as [[Text]])
    return QuerySource(parent: PathTemplate(parent.map(PathSegment.literal)), collectionID: .literal("c"))
  }

  private mutating func filter(depth: Int) -> Filter {
    if depth > 0, chance(45) {
      let parts = (0..<Int.random(in: 2...3, using: &generator)).map { _ in filter(depth: depth - 1) }
      return chance(60) ? .and(parts) : .or(parts)
    }
    if chance(12) { return .field(FieldFilter(.documentName, pick(RandomQueries.nameOperators), .value(name()))) }
    if chance(15) { return .unary(UnaryFilter(field(), pick(UnaryOperator.allCases))) }
    if chance(25) {
      let operand: Value =
        chance(60) ? element() : .array((0..<Int.random(in: 1...3, using: &generator)).map { _ in element() })
      return .field(
        FieldFilter(FieldPath(name: "tags"), chance(50) ? .arrayContains : .arrayContainsAny, .value(operand)))
    }
    let op = pick(FieldOperator.allCases)
    let takesList = op == .in || op == .notIn || op == .arrayContainsAny
    let operand: Value =
      takesList ? .array((0..<Int.random(in: 1...3, using: &generator)).map { _ in element() }) : value()
    return .field(FieldFilter(field(), op, .value(operand)))
  }

  private static let nameOperators: [FieldOperator] = [
    .equal, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual,
  ]

  private mutating func name() -> Value {
    let collection = pick(RandomQueries.collections)
    var segments = collection + [pick(RandomQueries.ids)]
    if chance(10) { segments += ["s", "t"] }
    return .reference(DocumentName(database: RandomQueries.database, path: RandomQueries.path(segments)))
  }

  private mutating func cursor(_ orders: [Order]) -> Cursor {
    let count = Int.random(in: 0...orders.count, using: &generator)
    let values = orders.prefix(count).map { order -> Operand in
      .value(order.path.isDocumentName ? name() : value())
    }
    return Cursor(values: values, before: chance(50))
  }

  mutating func aggregations() -> [Aggregation] {
    let all: [Aggregation.Operator] = [
      .count(upTo: chance(30) ? Int64.random(in: 0...5, using: &generator) : nil), .sum(field()), .average(field()),
    ]
    var chosen = all.filter { _ in chance(50) }
    if chosen.isEmpty { chosen = [all[0]] }
    return chosen.enumerated().map { Aggregation($1, alias: Text("x\($0)")) }
  }
}
