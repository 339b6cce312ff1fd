import Diagnostics
package import FirestoreModel
import IndexCatalog
import Project
import QueryPlanner
import QueryShapes
package import StructuredText
import Synchronization

// The indexes of a database: declared, automatic, used by whom, missing; and what to add.

extension Emulation {
  /// `{"database", "file", "declared": [{"title", "requests", "operations": [{"name", "query", "requests"}]}], "automatic": […],
  /// "missing": [{"title", "requests", "operation", "query", "definition", "code"}],
  /// "suggestion": {"additions": [{"title", "line", "member"}], "text"}, "findings", "isBroken": what the file said before is
  /// used}`.
  ///
  /// - Parameter database: its id.
  package func indexes(of database: Text) -> JSONValue {
    let files = state.withLock { $0.files }
    let source = files.source(of: database)
    let (uses, records, queries) = recording.state.withLock {
      ($0.indexes.uses, $0.shapes.records, $0.shapes.textsByName)
    }
    let own = uses.filter { $0.key.database == database }
    let declared = source.catalog.composites
    let suggestion = suggestedIndexes(for: database)
    return .object([
      .init("database", .string(database.string)), .init("file", .string(source.name)),
      .init("isConfigured", .boolean(files.indexes(of: database) != nil)),
      .init(
        "declared",
        .array(
          declared.map { index in Self.row(index.title, own.first { $0.key.index.serves(index) }?.value, queries) })),
      .init(
        "automatic",
        .array(
          own.filter { [.automatic, .primaryKey].contains($0.key.index.origin) }
            .sorted { ($0.value.requests, $1.key.index.text) > ($1.value.requests, $0.key.index.text) }
            .map { Self.row($0.key.index.text, $0.value, queries) })),
      .init("missing", .array(records.filter { $0.shape.database == database }.flatMap { missing($0, files) })),
      .init("suggestion", suggestion.json),
      .init("findings", .findings(FindingList(files.indexes(of: database)?.findings ?? source.findings))),
      .init("isBroken", .boolean(files.indexes(of: database)?.isBroken ?? false)),
    ])
  }

  private static func row(
    _ title: String, _ use: IndexUseTable.Use?, _ queries: [String: String]
  ) -> JSONValue {
    let operations = (use?.operations ?? [:]).sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    return [
      "title": .string(title), "requests": .integer(Int64(use?.requests ?? 0)),
      "operations": .array(
        operations.map { name, requests in
          var members = PresentMembers()
          members.add("name", name.string)
          members.add("query", queries[name.string].map { shortened($0) })
          members.add("requests", Int64(requests))
          return .object(members.list)
        }),
    ]
  }

  /// Those that nobody has declared by now.
  private func missing(_ record: ShapeTable.Record, _ files: FollowedFiles) -> [JSONValue] {
    let lacking = stillMissing(record.missing.map(\.index), for: record.shape.query, record.shape.aggregations, files)
    return record.missing.filter { lacking.contains($0.index) }.map { missing in
      var members = PresentMembers()
      members.add("title", missing.index.title)
      members.add("code", missing.index.code.id)
      members.add("requests", Int64(missing.requests))
      members.add("query", shortened(record.text, to: 1_000))
      members.add("operation", missing.operation?.string)
      members.add("test", missing.test?.string)
      members.add("definition", missing.index.definition.json)
      return .object(members.list)
    }
  }
}

extension IndexSuggestion {
  fileprivate var json: JSONValue {
    [
      "additions": .array(
        additions.map { ["title": .string($0.title), "line": .string($0.lineText), "member": .string($0.member)] }),
      "text": .string(String(decoding: editedText, as: UTF8.self)),
    ]
  }
}

extension IndexRepair {
  fileprivate var title: String {
    switch self {
    case .composite(let definition): definition.title
    case .fieldOverride(let override): "\(override.collectionGroup).\(override.target.text)"
    }
  }
}

extension IndexDefinition {
  /// `users (city ASC, age ASC)`
  var title: String {
    "\(collectionGroup) \(fieldsText)\(scope == .collectionGroup ? " (collection group)" : "")"
  }
}

extension PlannedIndex {
  fileprivate func serves(_ index: IndexDefinition) -> Bool {
    collectionGroup == index.collectionGroup && scope == index.scope && fields == index.fields
  }
}
