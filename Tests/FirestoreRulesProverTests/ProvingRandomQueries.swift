import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEvaluator
import QueryModel

/// Random queries over the fields of ``RandomRules``, and documents that may match them.
extension RandomRules {
  /// A query that production would accept.
  mutating func query() -> (query: Query, normalized: NormalizedQuery) {
    while true {
      let query = anyQuery()
      if let normalized = try? query.normalized(database: ProvingFixture.database) { return (query, normalized) }
    }
  }

  private mutating func anyQuery() -> Query {
    var query = Query(source: QuerySource(collectionID: .literal("c"), allDescendants: chance(10)))
    var filters = (0..<pick([0, 1, 1, 1, 2, 2, 3])).map { _ in filter() }
    if filters.count > 1, chance(25) { filters = [.or(filters)] }
    if !filters.isEmpty { query.filter = filters.count == 1 ? filters[0] : .and(filters) }
    if chance(20) {
      query.orders = [Order(field(), chance(50) ? .ascending : .descending)]
    }
    if chance(20) { query.limit = pick([1, 10, 20]) }
    return query
  }

  private mutating func field() -> FieldPath {
    FieldPath(segments: pick(RandomRules.fields).split(separator: ".").map { Text(String($0)) })
  }

  private mutating func filter() -> Filter {
    if chance(6) {
      return .field(FieldFilter(.documentName, pick([.equal, .greaterThan, .lessThanOrEqual, .in]), name()))
    }
    let field = field()
    if chance(8) { return .unary(UnaryFilter(field, pick(QueryModel.UnaryOperator.allCases))) }
    let op = chance(45) ? FieldOperator.equal : pick(FieldOperator.allCases)
    if op.takesList {
      return .field(FieldFilter(field, op, .value(.array((0..<pick([1, 2, 3])).map { _ in value() }))))
    }
    return .field(FieldFilter(field, op, .value(value())))
  }

  private mutating func name() -> Operand {
    .value(
      .reference(
        DocumentName(
          database: ProvingFixture.database,
          path: DocumentPath(collection: CollectionPath(parent: nil, id: "c"), id: pick(["u1", "x"])))))
  }

  // MARK: - Documents

  /// A document that is likely to match one branch of a query.
  mutating func document(for query: NormalizedQuery) -> RulesDocument {
    var fields = MapValue()
    for name in ["a", "b", "n", "s", "t", "z"] as [Text] where chance(40) { fields[name] = value() }
    if chance(40) { fields["m"] = .map(["k": value()]) }
    var id: Text = pick(["u1", "x", "doc", "__id5__", "B"])
    for order in query.order where !order.path.isDocumentName && fields[order.path] == nil {
      set(value(), at: order.path, in: &fields)
    }
    for predicate in pick(query.disjuncts).predicates {
      if predicate.path.isDocumentName {
        if case .equal(.value(.reference(let name))) = predicate.test { id = name.path.id }
      } else if let value = satisfying(predicate.test) {
        set(value, at: predicate.path, in: &fields)
      }
    }
    let parent: [Text] = query.source.allDescendants && chance(50) ? ["p", "u1"] : []
    let collection = CollectionPath(segments: parent + ["c"]) ?? CollectionPath(parent: nil, id: "c")
    return RulesDocument(path: DocumentPath(collection: collection, id: id), fields: fields)
  }

  private func set(_ value: Value, at path: FieldPath, in fields: inout MapValue) {
    guard path.segments.count > 1 else {
      fields[path.segments[0]] = value
      return
    }
    var inner = MapValue()
    if case .map(let map)? = fields[path.segments[0]] { inner = map }
    inner[path.segments[1]] = value
    fields[path.segments[0]] = .map(inner)
  }

  /// A value that often satisfies the test; the query decides whether it does.
  private mutating func satisfying(_ test: Predicate.Test) -> Value? {
    switch test {
    case .equal(.value(let value)): return varied(value)
    case .isNull: return .null
    case .isNaN: return .double(.nan)
    case .contains(.value(let value)): return .array(chance(50) ? [varied(value)] : [self.value(), varied(value)])
    case .lessThan(.value(let value)), .lessThanOrEqual(.value(let value)): return near(value)
    case .greaterThan(.value(let value)), .greaterThanOrEqual(.value(let value)): return near(value)
    case .equal, .contains, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual, .notIn,
      .notInUnknown, .isNotNull, .isNotNaN:
      return value()
    }
  }

  /// The same value for filters, perhaps another number in rules.
  private mutating func varied(_ value: Value) -> Value {
    guard chance(50) else { return value }
    switch value {
    case .integer(let integer): return integer == 0 ? pick([.double(0), .double(-0.0)]) : .double(Double(integer))
    case .double(let double): return Int64(exactly: double).map(Value.integer) ?? value
    case .array(let elements): return .array(elements.map { varied($0) })
    case .map(let map): return .map(MapValue(map.fields.map { MapValue.Field(name: $0.name, value: varied($0.value)) }))
    case .null, .boolean, .timestamp, .string, .bytes, .reference, .geoPoint, .vector: return value
    }
  }

  private mutating func near(_ value: Value) -> Value {
    switch value {
    case .integer(let integer):
      pick([value, .double(Double(integer) / 2), .double(0.25), self.value(), .integer(3), .integer(-5)])
    case .double(let double): pick([value, .double(double + 0.5), .double(double - 0.5), .integer(1), .integer(7)])
    case .string(let text):
      pick([value, .string(Text(text.string + "a")), .string("z"), .string(""), .string("\u{1F600}")])
    case .timestamp(let time):
      pick([
        value, .timestamp(Timestamp(microseconds: time.microseconds - 1)),
        .timestamp(Timestamp(microseconds: time.microseconds + 1)),
      ])
    case .null, .boolean, .bytes, .reference, .geoPoint, .array, .vector, .map: pick([value, self.value()])
    }
  }
}
