package import Diagnostics
import FirestoreModel
import Project
import QueryModel
package import StructuredText

/// One query that an application asks, as an inventory keeps it:
/// `{"name", "database", "query", "kind": "get"|"listen"|"aggregate", "auth", "sources": ["src/search.ts:41"]}`, and
/// `"unresolved": ["field"]` where code leaves something open beyond values. Queries of the Realtime Database are of the
/// kinds `realtime-get` and `realtime-listen`, in their own one-line form; what only asks a client's cache is of the
/// kinds `cache-get` and `cache-listen`.
package struct InventoryEntry: Hashable, Sendable {
  package var name: String
  package var shape: InventoryShape
  /// Where the query was found: places in files.
  package var sources: [String]
  /// The first of the places, for findings; nil where only an inventory or a recording tells of it.
  package var location: SourceLocation?

  package init(name: String, shape: InventoryShape, sources: [String] = [], location: SourceLocation? = nil) {
    self.name = name
    self.shape = shape
    self.sources = sources
    self.location = location
  }

  /// Entries that would be written alike are equal.
  package static func == (left: InventoryEntry, right: InventoryEntry) -> Bool {
    left.name == right.name && left.shape == right.shape && left.sources == right.sources
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(shape)
    hasher.combine(sources)
  }

  /// Keys in their order, so that files do not change for nothing.
  package var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("database", .string(shape.database.string)), .init("kind", .string(shape.kind.rawValue)),
      .init("name", .string(name)), .init("query", .string(shape.text)),
      .init("sources", .array(sources.map(JSONValue.string))),
    ]
    if let caller = shape.caller { members.insert(.init("auth", .string(caller.rawValue)), at: 0) }
    if let dimension = shape.vectorDimension {
      members.append(.init("vectorDimension", .integer(Int64(dimension))))
    }
    if !shape.unresolved.isEmpty {
      members.append(.init("unresolved", .array(shape.unresolved.map(JSONValue.string))))
    }
    return members
  }

  package var json: JSONValue { .object(members) }
}

// MARK: - Reading

extension InventoryEntry {
  /// Reads one object; what is wrong with it is reported.
  ///
  /// - Parameter knownKeys: what the object may have beside the inventory's own keys.
  package init?(_ node: Node, _ decoding: NodeDecoding, knownKeys: [String] = []) {
    guard var object = ObjectReader(node, decoding, for: "a query of the inventory") else { return nil }
    let name = object.string("name", .required)
    let database = object.string("database") ?? Project.defaultDatabaseID
    let kind = object.choice("kind", .required, of: InventoryShape.Kind.allCases.map { ($0.rawValue, $0) })
    let auth = object.choice("auth", of: InventoryShape.Caller.allCases.map { ($0.rawValue, $0) })
    let sources = object.strings("sources") ?? []
    let dimension = object.integer("vectorDimension", in: 1...Int64(WriteLimits.vectorDimension))
    let unresolved = object.strings("unresolved") ?? []
    let queryNode = object.node("query", .required)
    for key in knownKeys { object.know(key) }
    object.finish()
    guard let name, let kind, let queryNode, let text = decoding.string(queryNode, for: "query") else { return nil }
    if kind.isRealtime {
      self.init(
        name: name,
        shape: InventoryShape(
          realtime: Text(text), isListener: kind == .realtimeListen, caller: auth, database: Text(database),
          unresolved: unresolved),
        sources: sources)
      return
    }
    guard let statement = Self.statement(text, database, at: queryNode, decoding) else { return nil }
    var aggregations: [Aggregation] = []
    let query: Query
    switch (statement, kind) {
    case (.query(let found), .get), (.query(let found), .listen), (.query(let found), .cacheGet),
      (.query(let found), .cacheListen):
      query = found
    case (.aggregation(let found), .aggregate):
      query = found.query
      aggregations = found.aggregations
    case (.document, _), (.query, _), (.aggregation, _):
      decoding.report(
        .wrongType, "the query \(QuotedText.of(text)) is not of the kind `\(kind.rawValue)`", at: queryNode.span)
      return nil
    }
    self.init(
      name: name,
      shape: InventoryShape(
        database: Text(database), kind: kind, caller: auth, query: query, aggregations: aggregations,
        vectorDimension: dimension.map { Int($0) }, unresolved: unresolved
      ).canonical,
      sources: sources)
  }

  private static func statement(
    _ text: String, _ database: String, at node: Node, _ decoding: NodeDecoding
  ) -> QueryStatement? {
    do {
      return try QueryStatement(
        parsing: text, database: DatabaseName(project: "p", database: Text(database)), allowingUnknownParts: true)
    } catch {
      // Escapes may have moved the place within the string: the string itself is pointed at.
      for problem in error.diagnostics {
        decoding.report(problem.code, problem.message, at: node.span, help: problem.help)
      }
      return nil
    }
  }
}
