package import FirestoreModel
import StructuredText

extension QueryStatement {
  /// The canonical one-line text; reading it gives the same statement.
  ///
  /// Exceptions, which the form cannot say: a raw equality with null or NaN (only proto JSON has it) is written like
  /// the unary filter, and composites without effect (empty AND, one member) are left out.
  /// - Parameter database: references to it are written relative.
  package func text(database: DatabaseName) -> String {
    switch self {
    case .document(let path): QueryTextWriter(database: database).text(path)
    case .query(let query): query.text(database: database)
    case .aggregation(let aggregation): aggregation.text(database: database)
    }
  }
}

extension Query {
  /// The canonical one-line text, see ``QueryStatement/text(database:)``.
  package func text(database: DatabaseName) -> String {
    QueryTextWriter(database: database).clauses(of: self).joined(separator: " ")
  }
}

extension AggregationQuery {
  /// The canonical one-line text, see ``QueryStatement/text(database:)``.
  package func text(database: DatabaseName) -> String {
    let writer = QueryTextWriter(database: database)
    let list = aggregations.map(writer.text).joined(separator: ", ")
    return (writer.clauses(of: query) + ["aggregate \(list)"]).joined(separator: " ")
  }
}

extension Operand {
  /// The value in the one-line text form.
  package func text(database: DatabaseName) -> String { QueryTextWriter(database: database).text(self) }
}

extension Value {
  /// The value in the one-line text form.
  package func text(database: DatabaseName) -> String { QueryTextWriter(database: database).text(self) }
}

extension Filter {
  /// The filter in the one-line text form.
  package func text(database: DatabaseName) -> String { QueryTextWriter(database: database).text(self) }
}

extension PathTemplate: CustomStringConvertible {
  /// `users/$uid/posts`, as in the one-line text form.
  package var description: String { segments.map(QueryTextWriter.text).joined(separator: "/") }
}

private struct QueryTextWriter {
  let database: DatabaseName

  func clauses(of query: Query) -> [String] {
    var result = [text(query.source)]
    if let filter = query.filter?.simplified { result.append("where \(text(filter))") }
    if !query.orders.isEmpty { result.append("orderBy \(query.orders.map(text).joined(separator: ", "))") }
    if let start = query.start { result.append("\(start.before ? "startAt" : "startAfter")(\(text(start.values)))") }
    if let end = query.end { result.append("\(end.before ? "endBefore" : "endAt")(\(text(end.values)))") }
    if query.offset != 0 {
      result.append("offset \(query.unknownBounds.contains(.offset) ? "?" : String(query.offset))")
    }
    if let limit = query.limit {
      let number = query.unknownBounds.contains(.limit) ? "?" : String(limit)
      result.append("\(query.limitToLast ? "limitToLast" : "limit") \(number)")
    }
    if let projection = query.projection {
      result.append("select(\(projection.map(\.description).joined(separator: ", ")))")
    }
    if let nearest = query.nearest { result.append(text(nearest)) }
    return result
  }

  // MARK: - Source

  func text(_ path: PathTemplate) -> String { path.description }

  private func text(_ source: QuerySource) -> String {
    let under = source.parent.segments.isEmpty ? "" : " under \(source.parent)"
    guard let id = source.collectionID else { return (source.allDescendants ? "*" : "* direct") + under }
    if source.allDescendants { return "group \(QueryTextWriter.text(id))\(under)" }
    // Alone, the word would start a collection group.
    if source.parent.segments.isEmpty, id == .literal("group") { return "\"group\"" }
    return PathTemplate(source.parent.segments + [id]).description
  }

  static func text(_ segment: PathSegment) -> String {
    guard case .literal(let id) = segment else { return segment.text }
    return !id.isEmpty && id.string.utf8.allSatisfy(QueryTextScanner.isSegmentByte) ? id.string : quoted(id.string)
  }

  // MARK: - Filters and orders

  func text(_ filter: Filter) -> String {
    switch filter {
    case .field(let field): "\(field.path) \(field.op.symbol) \(text(field.operand))"
    case .unary(let unary):
      switch unary.op {
      case .isNull: "\(unary.path) == null"
      case .isNaN: "\(unary.path) == NaN"
      case .isNotNull: "\(unary.path) != null"
      case .isNotNaN: "\(unary.path) != NaN"
      }
    case .or(let filters): filters.map(text).joined(separator: " or ")
    case .and(let filters):
      filters.map { if case .or = $0 { "(\(text($0)))" } else { text($0) } }.joined(separator: " and ")
    }
  }

  private func text(_ order: Order) -> String {
    order.direction == .descending ? "\(order.path) desc" : order.path.description
  }

  // MARK: - Vector search and aggregations

  private func text(_ nearest: FindNearest) -> String {
    var parts = [
      nearest.path.description, text(nearest.queryVector), nearest.measure.rawValue, "limit \(nearest.limit)",
    ]
    if let threshold = nearest.distanceThreshold { parts.append("distanceThreshold \(number(threshold))") }
    if let field = nearest.distanceResultField { parts.append("distanceResultField \(field)") }
    return "findNearest(\(parts.joined(separator: ", ")))"
  }

  func text(_ aggregation: Aggregation) -> String {
    let call =
      switch aggregation.op {
      case .count(let limit): "count(\(limit.map(String.init) ?? ""))"
      case .sum(let path): "sum(\(path))"
      case .average(let path): "avg(\(path))"
      }
    guard let alias = aggregation.alias else { return call }
    return "\(call) as \(name(alias))"
  }

  // MARK: - Values

  func text(_ operands: [Operand]) -> String { operands.map(text).joined(separator: ", ") }

  func text(_ operand: Operand) -> String {
    switch operand {
    case .value(let value): text(value)
    case .unknown: "?"
    case .parameter(let name): "$\(name)"
    case .expression(let source): "{\(source)}"
    case .array(let members): "[\(text(members))]"
    case .map(let fields): "{\(fields.map { "\(name($0.name)): \(text($0.operand))" }.joined(separator: ", "))}"
    }
  }

  func text(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let integer): String(integer)
    case .double(let double): number(double)
    case .timestamp(let time): "ts\"\(time.rfc3339)\""
    case .string(let text): quoted(text.string)
    case .bytes(let bytes): "bytes\"\(Base64.encode(bytes))\""
    case .reference(let name): "ref\(quoted(reference(name)))"
    case .geoPoint(let point): "geo(\(number(point.latitude)), \(number(point.longitude)))"
    case .array(let values): "[\(values.map(text).joined(separator: ", "))]"
    case .vector(let components): "vector(\(components.map(number).joined(separator: ", ")))"
    case .map(let map): "{\(map.fields.map { "\(name($0.name)): \(text($0.value))" }.joined(separator: ", "))}"
    }
  }

  /// Relative within the own database, unless the path itself looks like a full name.
  private func reference(_ name: DocumentName) -> String {
    let relative = name.path.description
    return name.database == database && !isFullResourceName(relative) ? relative : name.description
  }

  /// The shortest digits that read back as the same double; always with `.` or an exponent.
  private func number(_ double: Double) -> String {
    if double.isNaN { return "NaN" }
    if double.isInfinite { return double < 0 ? "-Infinity" : "Infinity" }
    return double.description
  }

  private func name(_ name: Text) -> String {
    var scanner = QueryTextScanner(name.string)
    return scanner.identifier() == name.string ? name.string : quoted(name.string)
  }
}

private func quoted(_ text: String) -> String { JSONWriter.quoted(text) }

extension Filter {
  /// Without composites that change nothing: nested ones of the same kind are joined, single members stand alone and
  /// an empty AND disappears (nil).
  package var simplified: Filter? {
    switch self {
    case .field, .unary: return self
    case .and(let filters):
      let parts = filters.compactMap(\.simplified).flatMap { part -> [Filter] in
        if case .and(let inner) = part { inner } else { [part] }
      }
      return parts.count > 1 ? .and(parts) : parts.first
    case .or(let filters):
      let parts = filters.compactMap(\.simplified).flatMap { part -> [Filter] in
        if case .or(let inner) = part { inner } else { [part] }
      }
      return parts.count == 1 ? parts.first : .or(parts)
    }
  }
}
