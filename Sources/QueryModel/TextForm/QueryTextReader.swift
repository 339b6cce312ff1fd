package import Diagnostics
package import FirestoreModel

extension QueryStatement {
  /// Reads the one-line text form.
  ///
  /// - Parameters:
  ///   - database: completes relative references (`ref"users/a"`).
  ///   - source: the input that contains the text, for locations; nil makes the text its own input.
  ///   - offset: where the text starts in `source`, in bytes.
  ///   - allowingUnknownParts: fields, limits and offsets may be `?`, too: shapes that were read out of sources.
  /// - Throws: one located problem: FB0013 for a text that is not of this form, FB1009 for what the service refuses
  ///   about a path or a reference.
  package init(
    parsing text: String, database: DatabaseName, in source: SourceText? = nil, at offset: Int = 0,
    allowingUnknownParts: Bool = false
  ) throws(MalformedInput) {
    do throws(QueryTextProblem) {
      var reader = QueryTextReader(text: text, database: database, allowingUnknownParts)
      self = try reader.statement()
    } catch {
      let span = Span(error.span.start + offset, error.span.end + offset)
      let location = SourceLocation(source: source ?? SourceText(path: "<query>", text: text), span: span)
      throw MalformedInput([Diagnostic(error.code, error.message, at: location, help: error.help)])
    }
  }
}

/// Reads one statement: a source and then its clauses in their fixed order.
private struct QueryTextReader {
  /// Parentheses inside one another in a filter.
  private static let maximumDepth = 64

  private var scanner: QueryTextScanner
  private let operands: OperandTextReader

  init(text: String, database: DatabaseName, _ allowsUnknownParts: Bool) {
    scanner = QueryTextScanner(text)
    scanner.allowsUnknownParts = allowsUnknownParts
    operands = OperandTextReader(database: database)
  }

  mutating func statement() throws(QueryTextProblem) -> QueryStatement {
    let (source, document) = try source()
    if let document {
      try expectEnd("a document takes no clauses")
      return .document(document)
    }
    var query = Query(source: source)
    if scanner.takeWord("where") { query.filter = try disjunction(depth: 0) }
    if scanner.takeWord("orderBy") { query.orders = try orders() }
    try readCursors(into: &query)
    if scanner.takeWord("offset") { query.offset = try bound("an offset", .offset, &query) }
    try readLimit(into: &query)
    if scanner.takeWord("select") { query.projection = try projection() }
    if scanner.takeWord("findNearest") { query.nearest = try nearest() }
    let aggregations = scanner.takeWord("aggregate") ? try self.aggregations() : nil
    try expectEnd(
      "expected the next clause",
      help:
        "the order is where, orderBy, startAt/startAfter/endAt/endBefore, offset, limit/limitToLast, select, "
        + "findNearest, aggregate")
    return aggregations.map { .aggregation(AggregationQuery(query: query, aggregations: $0)) } ?? .query(query)
  }

  private mutating func expectEnd(_ expectation: String, help: String? = nil) throws(QueryTextProblem) {
    scanner.skipSpace()
    guard scanner.next == nil else { throw scanner.unexpected(expectation, help: help) }
  }

  // MARK: - Source

  /// A collection, a group, everything (`*`), or the path of one document.
  private mutating func source() throws(QueryTextProblem) -> (QuerySource, document: PathTemplate?) {
    scanner.skipSpace()
    if scanner.take("*") {
      let allDescendants = !scanner.takeWord("direct")
      return (QuerySource(parent: try under(), collectionID: nil, allDescendants: allDescendants), nil)
    }
    if isAtGroup {
      _ = scanner.takeWord("group")
      scanner.skipSpace()
      let id = try segment()
      return (QuerySource(parent: try under(), collectionID: id, allDescendants: true), nil)
    }
    let path = try path()
    let isDocument = path.segments.count.isMultiple(of: 2)
    let source = QuerySource(
      parent: PathTemplate(Array(path.segments.dropLast())), collectionID: path.segments.last)
    return (source, isDocument ? path : nil)
  }

  /// `group` followed by another word; alone, or with a slash, it is a collection of that name.
  private var isAtGroup: Bool {
    var ahead = scanner
    guard ahead.takeWord("group") else { return false }
    let end = ahead.position
    ahead.skipSpace()
    return ahead.position > end && ahead.next != nil
  }

  private mutating func under() throws(QueryTextProblem) -> PathTemplate {
    guard scanner.takeWord("under") else { return .root }
    scanner.skipSpace()
    let start = scanner.position
    let path = try path()
    guard path.segments.count.isMultiple(of: 2) else {
      throw QueryTextProblem(
        "`under` takes the path of a document", Span(start, scanner.position),
        help: "a document's path has an even number of segments")
    }
    return path
  }

  private mutating func path() throws(QueryTextProblem) -> PathTemplate {
    scanner.skipSpace()
    var segments = [try segment()]
    while scanner.next == UInt8(ascii: "/") {
      scanner.position += 1
      segments.append(try segment())
    }
    return PathTemplate(segments)
  }

  private mutating func segment() throws(QueryTextProblem) -> PathSegment {
    switch scanner.next.map({ Unicode.Scalar($0) }) {
    case "?":
      scanner.position += 1
      return .unknown
    case "$": return .parameter(try operands.parameter(&scanner))
    case "{": return .expression(try scanner.bracedExpression())
    case "\"": return .literal(Text(try scanner.quotedString()))
    default:
      guard let bare = scanner.bareSegment() else {
        throw scanner.unexpected("expected a path segment", help: "write other characters in double quotes")
      }
      return .literal(Text(bare))
    }
  }

  // MARK: - Filter

  private mutating func disjunction(depth: Int) throws(QueryTextProblem) -> Filter {
    guard depth < QueryTextReader.maximumDepth else {
      throw QueryTextProblem("filters are nested too deeply", Span(scanner.position - 1, scanner.position))
    }
    var terms = [try conjunction(depth: depth)]
    while scanner.takeWord("or") { terms.append(try conjunction(depth: depth)) }
    return terms.count == 1 ? terms[0] : .or(terms)
  }

  private mutating func conjunction(depth: Int) throws(QueryTextProblem) -> Filter {
    var factors = [try atom(depth: depth)]
    while scanner.takeWord("and") { factors.append(try atom(depth: depth)) }
    return factors.count == 1 ? factors[0] : .and(factors)
  }

  private mutating func atom(depth: Int) throws(QueryTextProblem) -> Filter {
    if scanner.take("(") {
      let inner = try disjunction(depth: depth + 1)
      try scanner.expect(")", "after the filter")
      return inner
    }
    let path = try scanner.fieldPath()
    let op = try fieldOperator()
    return Filter(sdk: path, op, try operands.operand(&scanner))
  }

  private mutating func fieldOperator() throws(QueryTextProblem) -> FieldOperator {
    for op in FieldOperator.inReadingOrder where op.isWord ? scanner.takeWord(op.symbol) : scanner.take(op.symbol) {
      return op
    }
    throw scanner.unexpected(
      "expected an operator",
      help:
        "the operators are \(FieldOperator.allCases.map { "`\($0.symbol)`" }.joined(separator: ", "))")
  }

  // MARK: - Orders, cursors, limits

  private mutating func orders() throws(QueryTextProblem) -> [Order] {
    var orders: [Order] = []
    repeat {
      let path = try scanner.fieldPath()
      let descending = scanner.takeWord("desc")
      if !descending { _ = scanner.takeWord("asc") }
      orders.append(Order(path, descending ? .descending : .ascending))
    } while scanner.take(",")
    return orders
  }

  private mutating func readCursors(into query: inout Query) throws(QueryTextProblem) {
    while true {
      scanner.skipSpace()
      let start = scanner.position
      guard let (word, isStart, before) = cursorWord() else { return }
      let cursor = Cursor(values: try cursorValues(), before: before)
      guard (isStart ? query.start : query.end) == nil else {
        throw QueryTextProblem(
          "`\(word)` is the second \(isStart ? "start" : "end") of this query", Span(start, scanner.position))
      }
      if isStart { query.start = cursor } else { query.end = cursor }
    }
  }

  private mutating func cursorWord() -> (word: String, isStart: Bool, before: Bool)? {
    if scanner.takeWord("startAt") { return ("startAt", true, true) }
    if scanner.takeWord("startAfter") { return ("startAfter", true, false) }
    if scanner.takeWord("endAt") { return ("endAt", false, false) }
    if scanner.takeWord("endBefore") { return ("endBefore", false, true) }
    return nil
  }

  private mutating func cursorValues() throws(QueryTextProblem) -> [Operand] {
    try scanner.expect("(", "and the cursor's values")
    var values: [Operand] = []
    if scanner.take(")") { return values }
    repeat { values.append(try operands.operand(&scanner)) } while scanner.take(",")
    try scanner.expect(")", "after the cursor's values")
    return values
  }

  private mutating func readLimit(into query: inout Query) throws(QueryTextProblem) {
    if scanner.takeWord("limitToLast") {
      query.limit = try bound("a limit", .limit, &query)
      query.limitToLast = true
    } else if scanner.takeWord("limit") {
      query.limit = try bound("a limit", .limit, &query)
    }
  }

  private mutating func bound(
    _ what: String, _ bound: UnknownBounds, _ query: inout Query
  ) throws(QueryTextProblem) -> Int32 {
    guard scanner.takeUnknownPart() else { return try int32(what) }
    query.unknownBounds.insert(bound)
    return 1
  }

  private mutating func int32(_ what: String) throws(QueryTextProblem) -> Int32 {
    scanner.skipSpace()
    let start = scanner.position
    guard let number = Int32(exactly: try integer(what)) else {
      throw QueryTextProblem("\(what) is a 32-bit integer", Span(start, scanner.position))
    }
    return number
  }

  private mutating func integer(_ what: String) throws(QueryTextProblem) -> Int64 {
    scanner.skipSpace()
    let start = scanner.position
    guard case .value(.integer(let number)) = try operands.operand(&scanner) else {
      throw QueryTextProblem("\(what) is an integer", Span(start, scanner.position))
    }
    return number
  }

  // MARK: - Projection, vector search, aggregations

  private mutating func projection() throws(QueryTextProblem) -> [FieldPath] {
    try scanner.expect("(", "and the selected fields")
    var paths: [FieldPath] = []
    if scanner.take(")") { return paths }
    repeat { paths.append(try scanner.fieldPath()) } while scanner.take(",")
    try scanner.expect(")", "after the selected fields")
    return paths
  }

  private mutating func nearest() throws(QueryTextProblem) -> FindNearest {
    try scanner.expect("(", "after `findNearest`")
    let path = try scanner.fieldPath()
    try scanner.expect(",", "and the query vector")
    let vector = try operands.operand(&scanner)
    try scanner.expect(",", "and the distance measure")
    guard let measure = FindNearest.Measure.allCases.first(where: { scanner.takeWord($0.rawValue) }) else {
      throw scanner.unexpected(
        "expected a distance measure", help: "the measures are `EUCLIDEAN`, `COSINE` and `DOT_PRODUCT`")
    }
    try scanner.expect(",", "and the limit")
    try scanner.expectWord("limit", "of the vector search")
    var nearest = FindNearest(path: path, queryVector: vector, measure: measure, limit: try int32("a limit"))
    while scanner.take(",") { try readOption(into: &nearest) }
    try scanner.expect(")", "after the vector search")
    return nearest
  }

  private mutating func readOption(into nearest: inout FindNearest) throws(QueryTextProblem) {
    if scanner.takeWord("distanceThreshold") {
      scanner.skipSpace()
      let start = scanner.position
      switch try operands.operand(&scanner) {
      case .value(.double(let threshold)): nearest.distanceThreshold = threshold
      case .value(.integer(let threshold)): nearest.distanceThreshold = Double(threshold)
      case .value, .unknown, .parameter, .expression, .array, .map:
        throw QueryTextProblem("a distance threshold is a number", Span(start, scanner.position))
      }
    } else if scanner.takeWord("distanceResultField") {
      nearest.distanceResultField = try scanner.fieldPath()
    } else {
      throw scanner.unexpected(
        "expected an option", help: "the options are `distanceThreshold` and `distanceResultField`")
    }
  }

  private mutating func aggregations() throws(QueryTextProblem) -> [Aggregation] {
    var result: [Aggregation] = []
    repeat {
      let op = try aggregationOperator()
      result.append(Aggregation(op, alias: scanner.takeWord("as") ? try alias() : nil))
    } while scanner.take(",")
    return result
  }

  private mutating func aggregationOperator() throws(QueryTextProblem) -> Aggregation.Operator {
    if scanner.takeWord("count") {
      try scanner.expect("(", "after `count`")
      if scanner.take(")") { return .count(upTo: nil) }
      let limit = try integer("the bound of `count`")
      try scanner.expect(")", "after the bound of `count`")
      return .count(upTo: limit)
    }
    let isSum = scanner.takeWord("sum")
    guard isSum || scanner.takeWord("avg") else {
      throw scanner.unexpected("expected an aggregation", help: "the aggregations are `count`, `sum` and `avg`")
    }
    try scanner.expect("(", "after the aggregation's name")
    let path = try scanner.fieldPath()
    try scanner.expect(")", "after the aggregated field")
    return isSum ? .sum(path) : .average(path)
  }

  private mutating func alias() throws(QueryTextProblem) -> Text {
    scanner.skipSpace()
    if scanner.next == UInt8(ascii: "\"") { return Text(try scanner.quotedString()) }
    guard let name = scanner.identifier() else { throw scanner.unexpected("expected a name after `as`") }
    return Text(name)
  }
}

extension Filter {
  /// A filter as the SDKs send it: `==` and `!=` with null or NaN become unary filters.
  package init(sdk path: FieldPath, _ op: FieldOperator, _ operand: Operand) {
    switch (op, operand) {
    case (.equal, .value(.null)): self = .unary(UnaryFilter(path, .isNull))
    case (.notEqual, .value(.null)): self = .unary(UnaryFilter(path, .isNotNull))
    case (.equal, .value(let value)) where value.isNaN: self = .unary(UnaryFilter(path, .isNaN))
    case (.notEqual, .value(let value)) where value.isNaN: self = .unary(UnaryFilter(path, .isNotNaN))
    default: self = .field(FieldFilter(path, op, operand))
    }
  }
}

extension FieldOperator {
  /// As the text form spells it.
  package var symbol: String {
    switch self {
    case .lessThan: "<"
    case .lessThanOrEqual: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqual: ">="
    case .equal: "=="
    case .notEqual: "!="
    case .arrayContains: "array-contains"
    case .in: "in"
    case .arrayContainsAny: "array-contains-any"
    case .notIn: "not-in"
    }
  }

  package init?(symbol: String) {
    guard let found = Self.allCases.first(where: { $0.symbol == symbol }) else { return nil }
    self = found
  }

  /// Every symbol in backquotes: what messages list.
  package static var symbolList: String { allCases.map(\.symbol).sorted().map { "`\($0)`" }.joined(separator: ", ") }

  fileprivate var isWord: Bool { symbol.utf8.first.map { $0 >= UInt8(ascii: "a") } ?? false }

  /// Longer symbols before their beginnings.
  fileprivate static let inReadingOrder = allCases.sorted { $0.symbol.utf8.count > $1.symbol.utf8.count }
}
