package import FirestoreModel
package import QueryModel

/// What queries have in common that differ only in their values: what an inventory keeps, what a recording counts.
///
/// Of two spellings of the same question only one remains: orders that the service adds anyway are left out, as are
/// names of aggregations.
package struct InventoryShape: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case get, listen, aggregate
    /// Of what the client has kept: these never reach the service.
    case cacheGet = "cache-get"
    case cacheListen = "cache-listen"
    /// Of the Realtime Database.
    case realtimeGet = "realtime-get"
    case realtimeListen = "realtime-listen"

    package var isRealtime: Bool { self == .realtimeGet || self == .realtimeListen }
  }

  /// Who asks, as far as rules care.
  package enum Caller: String, Hashable, Sendable, CaseIterable {
    case admin, anonymous
    case signedIn = "signed-in"
  }

  package var database: Text
  package var kind: Kind
  /// Nil: not known.
  package var caller: Caller?
  /// Without values. Says nothing for kinds of the Realtime Database.
  package private(set) var query: Query
  /// Empty unless `kind` is `aggregate`.
  package private(set) var aggregations: [Aggregation]
  /// A query of the Realtime Database in its one-line form; nil for other kinds.
  package private(set) var realtimeText: Text?
  /// Of a vector search: what index it needs depends on it.
  package var vectorDimension: Int?
  /// The kinds of parts that the code leaves open, sorted; nothing for queries that are known.
  package var unresolved: [String]

  package init(
    database: Text, kind: Kind, caller: Caller?, query: Query, aggregations: [Aggregation] = [],
    vectorDimension: Int? = nil, unresolved: [String] = []
  ) {
    self.database = database
    self.kind = kind
    self.caller = caller
    self.query = query.withoutValues
    self.aggregations = aggregations.map { Aggregation($0.op) }
    self.vectorDimension = vectorDimension ?? query.vectorDimension
    self.unresolved = unresolved.sorted()
  }

  /// A query of the Realtime Database.
  ///
  /// - Parameter text: its one-line form with `?` for values.
  package init(
    realtime text: Text, isListener: Bool, caller: Caller?, database: Text, unresolved: [String] = []
  ) {
    self.database = database
    kind = isListener ? .realtimeListen : .realtimeGet
    self.caller = caller
    query = Query(source: QuerySource(collectionID: .unknown))
    aggregations = []
    realtimeText = text
    self.unresolved = unresolved.sorted()
  }

  /// Without orders that say nothing; much slower than making the shape.
  package var canonical: InventoryShape {
    var shape = self
    // With unknown parts nothing says which orders would be implied.
    guard unresolved.isEmpty, realtimeText == nil else { return shape }
    shape.query = query.withoutImpliedOrders(in: DatabaseName(project: "p", database: database))
    return shape
  }

  /// The query in the one-line text form, `?` for values.
  package var text: String {
    if let realtimeText { return realtimeText.string }
    let name = DatabaseName(project: "p", database: database)
    guard kind == .aggregate else { return query.text(database: name) }
    return AggregationQuery(query: query, aggregations: aggregations).text(database: name)
  }

  /// False for what no inventory could be read with: the text of an invalid query, such as one of `a/b`.
  package var isReadable: Bool {
    if realtimeText != nil { return true }
    let name = DatabaseName(project: "p", database: database)
    switch try? QueryStatement(parsing: text, database: name, allowingUnknownParts: true) {
    case .query: return kind != .aggregate
    case .aggregation: return kind == .aggregate
    case .document, nil: return false
    }
  }

  /// `q-7f3a`: the same for the same text in every run.
  package func hashedName(digits: Int = 4) -> String {
    let hash = StableHash(text.utf8).value
    let folded = hash ^ (hash >> 32) ^ (hash >> 48)
    return "q-" + String(folded.hexadecimal.suffix(max(1, min(16, digits))))
  }

  /// The query to plan: a vector of the size that was asked for stands for the one that is not known.
  package var plannedQuery: Query {
    guard let vectorDimension, query.nearest != nil else { return query }
    var planned = query
    planned.nearest?.queryVector = .value(.vector(Array(repeating: 0, count: vectorDimension)))
    return planned
  }
}

// MARK: - Values

extension Query {
  /// Values, cursors and document ids unknown. `limit` and `offset` stay: what a query may cost depends on them.
  fileprivate var withoutValues: Query {
    var shape = self
    shape.source.parent = source.parent.withoutIDs
    shape.filter = filter?.simplified?.withoutValues
    shape.start = start.map { Cursor(values: $0.values.map { _ in .unknown }, before: $0.before) }
    shape.end = end.map { Cursor(values: $0.values.map { _ in .unknown }, before: $0.before) }
    if nearest != nil { shape.nearest?.queryVector = .unknown }
    return shape
  }

  fileprivate var vectorDimension: Int? {
    guard case .value(.vector(let components))? = nearest?.queryVector else { return nil }
    return components.count
  }

  /// Drops trailing orders for as long as the service would add the very same ones.
  fileprivate func withoutImpliedOrders(in database: DatabaseName) -> Query {
    guard !orders.isEmpty else { return self }
    var shortest = self
    guard let order = (try? normalized(database: database))?.order else { return self }
    let needed = max(start?.values.count ?? 0, end?.values.count ?? 0)
    while shortest.orders.count > 0 {
      var shorter = shortest
      shorter.orders.removeLast()
      guard let same = try? shorter.normalized(database: database), same.order == order, needed <= order.count else {
        break
      }
      shortest = shorter
    }
    return shortest
  }
}

extension PathTemplate {
  /// Collection ids stay, document ids are values.
  fileprivate var withoutIDs: PathTemplate {
    PathTemplate(segments.enumerated().map { $0.offset.isMultiple(of: 2) ? $0.element : .unknown })
  }
}

extension Filter {
  fileprivate var withoutValues: Filter {
    switch self {
    case .field(let field): .field(FieldFilter(field.path, field.op, .unknown))
    case .unary: self
    case .and(let filters): .and(filters.map(\.withoutValues))
    case .or(let filters): .or(filters.map(\.withoutValues))
    }
  }
}
