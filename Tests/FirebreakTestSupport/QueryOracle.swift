package import FirestoreModel
package import QueryModel

/// Answers queries by looking at every document: the meaning of queries written down once more, without indexes, plans
/// or normal forms, so that property tests have something independent to compare with.
///
/// Queries must be valid and fully known; an operand that is not known matches nothing.
package struct QueryOracle {
  package var documents: [Document]
  package var database: DatabaseName

  package init(documents: [Document], database: DatabaseName) {
    self.documents = documents
    self.database = database
  }

  /// The documents that the query returns, in order, with all their fields.
  package func run(_ query: Query) -> [Document] { page(query, of: matching(query, requiring: [])) }

  /// The aggregations in request order.
  package func aggregate(_ request: AggregationQuery) -> [Value] {
    let fields = request.aggregations.compactMap { aggregation in
      switch aggregation.op {
      case .count: FieldPath?.none
      case .sum(let path), .average(let path): path
      }
    }
    // A document that lacks one aggregated field takes no part in any aggregation of the request.
    let found = page(request.query, of: matching(request.query, requiring: fields), thenBy: fields)
    return request.aggregations.map { aggregation in
      switch aggregation.op {
      case .count(let limit): .integer(min(Int64(found.count), limit ?? .max))
      case .sum(let path): OracleSum(found.compactMap { $0.fields[path] }).sum
      case .average(let path): OracleSum(found.compactMap { $0.fields[path] }).average
      }
    }
  }

  // MARK: - Stages

  private func matching(_ query: Query, requiring fields: [FieldPath]) -> [Document] {
    let ordered = query.nearest == nil ? order(of: query).map(\.path) : []
    return documents.filter { document in
      isIn(query.source, document.path)
        && (query.filter.map { matches($0, document) } ?? true)
        && (ordered + fields).allSatisfy { value(of: $0, in: document) != nil }
    }
  }

  /// - Parameter aggregated: fields that order what the query leaves unordered, before the names do.
  private func page(_ query: Query, of candidates: [Document], thenBy aggregated: [FieldPath] = []) -> [Document] {
    if let nearest = query.nearest { return neighbours(nearest, candidates) }
    let order = order(of: query)
    // limitToLast counts from the end of the same order; with a cursor on either side it is the tail of the window.
    let further = Set(aggregated).sorted().filter { path in !order.contains { $0.path == path } }.map { Order($0) }
    let scan = order.dropLast() + further + order.suffix(1)
    let window = candidates.filter { isInWindow(query, order, $0) }.sorted { compare($0, $1, by: scan) < 0 }
    let limit = query.limit.map { Int(max(0, $0)) } ?? window.count
    let offset = Int(max(0, query.offset))
    if query.limitToLast { return Array(window.dropLast(offset).suffix(limit)) }
    return Array(window.dropFirst(offset).prefix(limit))
  }

  // MARK: - Source

  private func isIn(_ source: QuerySource, _ path: DocumentPath) -> Bool {
    let parent = source.parent.segments.compactMap(\.literal)
    let collection = path.collection.segments
    guard collection.count > parent.count, Array(collection.prefix(parent.count)) == parent else { return false }
    if !source.allDescendants, collection.count != parent.count + 1 { return false }
    guard let id = source.collectionID else { return true }
    return id == .literal(collection[collection.count - 1])
  }

  // MARK: - Filters

  private func value(of path: FieldPath, in document: Document) -> Value? {
    path.isDocumentName
      ? .reference(DocumentName(database: database, path: document.path)) : document.fields[path]
  }

  private func matches(_ filter: Filter, _ document: Document) -> Bool {
    switch filter {
    case .and(let filters): return filters.allSatisfy { matches($0, document) }
    case .or(let filters): return filters.contains { matches($0, document) }
    case .unary(let unary):
      guard let value = value(of: unary.path, in: document) else { return false }
      switch unary.op {
      case .isNull: return value.isNull
      case .isNaN: return value.isNaN
      case .isNotNull: return !value.isNull
      case .isNotNaN: return !value.isNull && !value.isNaN
      }
    case .field(let field):
      guard let value = value(of: field.path, in: document), case .value(let operand) = field.operand else {
        return false
      }
      return matches(value, field.op, operand)
    }
  }

  private func matches(_ value: Value, _ op: FieldOperator, _ operand: Value) -> Bool {
    switch op {
    case .equal: return isOneOf(value, [operand])
    case .in: return isOneOf(value, members(operand))
    case .arrayContains: return members(value).contains { isOneOf($0, [operand]) }
    case .arrayContainsAny: return members(value).contains { isOneOf($0, members(operand)) }
    case .notEqual: return !operand.isNull && !value.isNull && !value.isEquivalent(to: operand)
    case .notIn:
      let excluded = members(operand)
      return !value.isNull && !excluded.contains(where: \.isNull)
        && !excluded.contains { value.isEquivalent(to: $0) }
    case .lessThan: return isComparable(value, operand) && value.compared(to: operand) < 0
    case .lessThanOrEqual: return isComparable(value, operand) && value.compared(to: operand) <= 0
    case .greaterThan: return isComparable(value, operand) && value.compared(to: operand) > 0
    case .greaterThanOrEqual: return isComparable(value, operand) && value.compared(to: operand) >= 0
    }
  }

  /// Null and NaN equal nothing in `==`, `in` and the membership operators.
  private func isOneOf(_ value: Value, _ operands: [Value]) -> Bool {
    operands.contains { !$0.isNull && !$0.isNaN && $0.isEquivalent(to: value) }
  }

  private func members(_ value: Value) -> [Value] { if case .array(let values) = value { values } else { [] } }

  private func isComparable(_ value: Value, _ operand: Value) -> Bool {
    value.typeBracket == operand.typeBracket && !value.isNull && !value.isNaN && !operand.isNaN
  }

  // MARK: - Order and cursors

  /// Explicit orders, then the inequality fields by path, then the name.
  private func order(of query: Query) -> [Order] {
    var paths: [FieldPath] = []
    func collect(_ filter: Filter) {
      switch filter {
      case .and(let filters), .or(let filters): filters.forEach(collect)
      case .unary(let unary): if unary.op == .isNotNaN || unary.op == .isNotNull { paths.append(unary.path) }
      case .field(let field):
        switch field.op {
        case .equal, .in, .arrayContains, .arrayContainsAny: break
        case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual, .notIn:
          paths.append(field.path)
        }
      }
    }
    query.filter.map(collect)
    let direction = query.orders.last?.direction ?? .ascending
    var order = query.orders
    for path in paths.filter({ !$0.isDocumentName }).sorted() + [.documentName]
    where !order.contains(where: { $0.path == path }) {
      order.append(Order(path, direction))
    }
    return order
  }

  private func compare(_ a: Document, _ b: Document, by order: [Order]) -> Int {
    for clause in order {
      guard let left = value(of: clause.path, in: a), let right = value(of: clause.path, in: b) else { continue }
      let result = left.compared(to: right)
      if result != 0 { return clause.direction == .ascending ? result : -result }
    }
    return 0
  }

  private func isInWindow(_ query: Query, _ order: [Order], _ document: Document) -> Bool {
    if let start = query.start, !start.values.isEmpty {
      let place = compare(document, to: start, by: order)
      if start.before ? place < 0 : place <= 0 { return false }
    }
    if let end = query.end, !end.values.isEmpty {
      let place = compare(document, to: end, by: order)
      if end.before ? place >= 0 : place > 0 { return false }
    }
    return true
  }

  private func compare(_ document: Document, to cursor: Cursor, by order: [Order]) -> Int {
    for (clause, operand) in zip(order, cursor.values) {
      guard let left = value(of: clause.path, in: document), case .value(let right) = operand else { continue }
      let result = left.compared(to: right)
      if result != 0 { return clause.direction == .ascending ? result : -result }
    }
    return 0
  }

  // MARK: - Vector search

  private func neighbours(_ nearest: FindNearest, _ candidates: [Document]) -> [Document] {
    guard case .value(.vector(let target)) = nearest.queryVector else { return [] }
    let sign: Double = nearest.measure == .dotProduct ? -1 : 1
    let scored = candidates.compactMap { document -> (Document, Double)? in
      guard case .vector(let vector)? = document.fields[nearest.path], vector.count == target.count else { return nil }
      let distance = distance(nearest.measure, vector, target)
      if let threshold = nearest.distanceThreshold, sign * distance > sign * threshold { return nil }
      return (document, distance)
    }
    let sorted = scored.sorted { a, b in
      a.1 != b.1 ? sign * a.1 < sign * b.1 : a.0.path < b.0.path
    }
    return sorted.prefix(Int(nearest.limit)).map(\.0)
  }

  private func distance(_ measure: FindNearest.Measure, _ a: [Double], _ b: [Double]) -> Double {
    let dot = zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
    switch measure {
    case .dotProduct: return dot
    case .euclidean: return zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    case .cosine:
      let lengths = a.reduce(0) { $0 + $1 * $1 }.squareRoot() * b.reduce(0) { $0 + $1 * $1 }.squareRoot()
      return 1 - dot / lengths
    }
  }
}

/// Sum and average of the numbers among some values, exact but for the rounding of the result: the parts of the sum do not
/// overlap, as Shewchuk adds them.
private struct OracleSum {
  private var integers: Int128 = 0
  private var parts: [Double] = []
  /// Rounded at every step; what is no finite number has no parts.
  private var plain = 0.0
  private var hasDouble = false
  private var count = 0

  init(_ values: [Value]) {
    for value in values {
      switch value {
      case .integer(let integer): integers += Int128(integer)
      case .double(let double):
        add(double)
        hasDouble = true
      case .null, .boolean, .timestamp, .string, .bytes, .reference, .geoPoint, .array, .vector, .map: continue
      }
      count += 1
    }
    guard hasDouble else { return }
    add(Double(integers))
    add(Double(integers - Int128(Double(integers))))
  }

  private mutating func add(_ number: Double) {
    plain += number
    var number = number
    var rest: [Double] = []
    for part in parts {
      let (larger, smaller) = abs(number) < abs(part) ? (part, number) : (number, part)
      let sum = larger + smaller
      let lost = smaller - (sum - larger)
      if lost != 0 { rest.append(lost) }
      number = sum
    }
    parts = rest + [number]
  }

  private var total: Double {
    if !hasDouble { return Double(integers) }
    return plain.isFinite ? parts.reduce(0, +) : plain
  }

  var sum: Value {
    if !hasDouble, let exact = Int64(exactly: integers) { return .integer(exact) }
    return .double(total)
  }

  var average: Value { count == 0 ? .null : .double(total / Double(count)) }
}
