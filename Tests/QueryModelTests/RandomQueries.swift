import FirebreakTestSupport
import FirestoreModel
import QueryModel

/// Random statements that the text form can say exactly: no raw null equality, no composite without effect.
struct RandomQueries {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private mutating func chance(_ outOf: Int) -> Bool { Int.random(in: 0..<outOf, using: &generator) == 0 }

  private mutating func many<Element>(
    _ range: ClosedRange<Int>, _ make: (inout RandomQueries) -> Element
  ) -> [Element] {
    var result: [Element] = []
    for _ in 0..<Int.random(in: range, using: &generator) { result.append(make(&self)) }
    return result
  }

  /// - Parameter shapes: whether parts may be unknown.
  mutating func statement(shapes: Bool = true) -> QueryStatement {
    if chance(10) { return .document(PathTemplate(many(1...2) { $0.pair(shapes) }.flatMap { $0 })) }
    let query = query(shapes: shapes)
    guard chance(3) else { return .query(query) }
    return .aggregation(AggregationQuery(query: query, aggregations: many(1...3) { $0.aggregation() }))
  }

  mutating func query(shapes: Bool = true) -> Query {
    let parent = chance(2) ? PathTemplate.root : PathTemplate(pair(shapes))
    let collection = chance(8) ? nil : segment(shapes)
    var query = Query(source: QuerySource(parent: parent, collectionID: collection, allDescendants: chance(3)))
    if chance(2) { query.filter = filter(shapes, depth: 0).simplified }
    query.orders = chance(2) ? [] : many(1...3) { Order($0.path(), $0.chance(2) ? .ascending : .descending) }
    if chance(3) { query.start = Cursor(values: many(0...2) { $0.operand(shapes, 0) }, before: chance(2)) }
    if chance(3) { query.end = Cursor(values: many(0...2) { $0.operand(shapes, 0) }, before: chance(2)) }
    if chance(3) { query.offset = Int32.random(in: -2...50, using: &generator) }
    if chance(2) {
      query.limit = Int32.random(in: -2...50, using: &generator)
      query.limitToLast = shapes && chance(3)
    }
    if chance(4) { query.projection = many(0...3) { $0.path() } }
    if chance(5) { query.nearest = nearest(shapes) }
    return query
  }

  private mutating func nearest(_ shapes: Bool) -> FindNearest {
    FindNearest(
      path: path(), queryVector: operand(shapes, 2), measure: pick(FindNearest.Measure.allCases),
      limit: Int32.random(in: 0...20, using: &generator), distanceResultField: chance(2) ? nil : path(),
      distanceThreshold: chance(2) ? nil : pick([0.5, -1, 1e300]))
  }

  private mutating func aggregation() -> Aggregation {
    let op: Aggregation.Operator
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: op = .count(upTo: nil)
    case 1: op = .count(upTo: Int64.random(in: -1...9, using: &generator))
    case 2: op = .sum(path())
    default: op = .average(path())
    }
    return Aggregation(op, alias: chance(2) ? nil : pick(["x", "a b", "as", "é"]))
  }

  private mutating func pair(_ shapes: Bool) -> [PathSegment] { [segment(shapes), segment(shapes)] }

  private mutating func segment(_ shapes: Bool) -> PathSegment {
    if shapes, chance(5) {
      return pick([.unknown, .parameter("p"), .expression("user.id + \"}\""), .expression("a:b")])
    }
    return .literal(pick(["users", "u1", "group", "under", "where", "a b", "é", "\"", "x.y~z-1", "*", "?", "$p"]))
  }

  private mutating func path() -> FieldPath {
    FieldPath(segments: many(1...3) { $0.pick(["a", "b2", "_c", "a.b", "é", "`", "\\", "x y", "and", "(", "asc"]) })
  }

  private mutating func filter(_ shapes: Bool, depth: Int) -> Filter {
    switch Int.random(in: 0..<(depth > 2 ? 3 : 6), using: &generator) {
    case 0: return .unary(UnaryFilter(path(), pick(UnaryOperator.allCases)))
    case 1, 2, 3:
      let op = pick(FieldOperator.allCases)
      return Filter(sdk: path(), op, op.takesList ? list(shapes) : operand(shapes, 0))
    case 4: return .and(many(2...3) { $0.filter(shapes, depth: depth + 1) })
    default: return .or(many(2...3) { $0.filter(shapes, depth: depth + 1) })
    }
  }

  private mutating func list(_ shapes: Bool) -> Operand { Operand(members: many(0...3) { $0.operand(shapes, 1) }) }

  mutating func operand(_ shapes: Bool, _ depth: Int) -> Operand {
    if shapes, chance(4) { return pick([.unknown, .parameter("name"), .expression("now - 5m")]) }
    if depth < 2, chance(5) { return Operand(members: many(0...3) { $0.operand(shapes, depth + 1) }) }
    if depth < 2, chance(5) {
      var fields: [MapOperand] = []
      for name: Text in ["a", "b c", "d", "é"] where chance(2) {
        fields.append(MapOperand(name: name, operand: operand(shapes, depth + 1)))
      }
      return Operand(fields: fields)
    }
    return .value(value())
  }

  mutating func value() -> Value {
    switch Int.random(in: 0..<11, using: &generator) {
    case 0: return .null
    case 1: return .boolean(chance(2))
    case 2: return .integer(pick([0, -1, 5, .max, .min]))
    case 3: return .double(pick([0, -0.0, 1.5, .nan, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude, 1e16]))
    case 4:
      let range = Timestamp.minimum.microseconds...Timestamp.maximum.microseconds
      return .timestamp(Timestamp(microseconds: Int64.random(in: range, using: &generator)))
    case 5: return .string(pick(["", "x", "a\"b\\", "\n\t\u{1}", "é😀", "e\u{301}", "\u{7F}"]))
    case 6: return .bytes(many(0...5) { UInt8.random(in: 0...255, using: &$0.generator) })
    case 7: return reference()
    case 8: return .geoPoint(GeoPoint(latitude: pick([-90, 0, 12.5]), longitude: pick([-180, -0.0, 99.25])))
    case 9: return .vector(many(0...3) { $0.pick([0, 1.5, .nan, .infinity]) })
    default: return .array(many(0...2) { $0.value() })
    }
  }

  private mutating func reference() -> Value {
    let database = chance(3) ? DatabaseName(project: "other", database: "db") : DatabaseName(project: "demo")
    let ids: [[Text]] = [["c", "d"], ["c", "a b\""], ["projects", "p", "databases", "d", "documents", "x"]]
    return DocumentPath(segments: pick(ids)).map { .reference(DocumentName(database: database, path: $0)) } ?? .null
  }
}
