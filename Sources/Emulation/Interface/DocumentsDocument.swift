import Diagnostics
import DocumentStore
package import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import QueryExecution
import QueryModel
package import StructuredText

// Documents as a page shows them: collections below a document, and a part of one collection. Rules are not asked and
// nothing is billed: who looks at the page is no client.

extension Emulation {
  /// `{"collections": [{"id", "documents"}]}`: those below a document, or below the root.
  package func collections(below parent: DocumentPath?, of name: DatabaseName) throws(FirestoreError) -> JSONValue {
    let snapshot = try shownDatabase(name).store.current
    return [
      "collections": .array(
        snapshot.collectionIDs(below: parent, limit: Self.collectionLimit).map { id in
          [
            "id": .string(id.string),
            "documents": .integer(Int64(snapshot.count(of: CollectionPath(parent: parent, id: id)))),
          ]
        })
    ]
  }

  private static let collectionLimit = 5_000
  private static let missingLimit = 1_000
  /// Ids that are looked at for documents that do not exist: most of those with something below them do.
  private static let passedLimit = 20_000

  /// `{"version", "documents": how many there are, "missing": how many do not exist and have descendants, "rows": [{"id",
  /// "fields", "createTime", "updateTime"} or {"id", "isMissing"}]}`: so many rows of a collection, from one on. Those that do
  /// not exist come first: they are few, and nothing but their descendants is known of them. `isCut` is there where there may
  /// be more of them.
  ///
  /// - Parameters:
  ///   - clauses: `where … orderBy …`: only the documents that these find, in their order. Nil: all of them.
  ///   - id: `place` says which row has it, or the first one behind it.
  package func documents(
    of collection: CollectionPath, matching clauses: String? = nil, from offset: Int, limit: Int,
    placing id: Text? = nil,
    in name: DatabaseName
  ) throws(FirestoreError) -> JSONValue {
    let database = try shownDatabase(name)
    let snapshot = database.store.current
    if let clauses {
      return try listing(clauses, in: collection, from: offset, limit: limit, database, snapshot)
    }
    let count = snapshot.count(of: collection)
    let missing = snapshot.missingDocuments(
      in: collection, limit: Self.missingLimit, passing: Self.passedLimit)
    let absent = missing.list.dropFirst(offset).prefix(limit)
    let query = Query(
      source: QuerySource(collection), offset: Int32(clamping: max(0, offset - missing.list.count)),
      limit: Int32(clamping: limit - absent.count))
    let rows = absent.count < limit ? try database.configuration.engine.run(query, on: snapshot).documents() : []
    var members: [JSONValue.Member] = [
      .init("version", .integer(Int64(snapshot.version))), .init("documents", .integer(Int64(count))),
      .init("missing", .integer(Int64(missing.list.count))),
      .init(
        "rows",
        .array(absent.map { ["id": .string($0.id.string), "isMissing": .boolean(true)] } + rows.map(\.listRow))),
    ]
    if missing.isCut { members.append(.init("isCut", .boolean(true))) }
    if let id {
      let isMissing = missing.list.firstIndex { $0.id == id }
      let place = isMissing ?? missing.list.count + snapshot.count(of: collection, before: id)
      members.append(.init("place", .integer(Int64(place))))
    }
    return .object(members)
  }

  /// The same of the documents that a query finds, whether production would have an index for it or not.
  private func listing(
    _ clauses: String, in collection: CollectionPath, from offset: Int, limit: Int, _ database: FirestoreDatabase,
    _ snapshot: Snapshot
  ) throws(FirestoreError) -> JSONValue {
    guard case .query(var query) = try QueryStatement(typed: "documents \(clauses)", in: database.name) else {
      throw FirestoreError(.invalidArgument, "Expected `where`, `orderBy` or `limit`.")
    }
    query.source = QuerySource(collection)
    let window = try database.configuration.engine.found(by: query, on: snapshot)
    let rows = (min(offset, window.count)..<min(offset + limit, window.count)).compactMap { window.document(at: $0) }
    return [
      "version": .integer(Int64(snapshot.version)), "documents": .integer(Int64(window.count)), "missing": .integer(0),
      "rows": .array(rows.map(\.listRow)),
    ]
  }

  /// `{"exists", "id", "fields", "createTime", "updateTime", "collections"}`
  package func document(_ path: DocumentPath, in name: DatabaseName) throws(FirestoreError) -> JSONValue {
    let snapshot = try shownDatabase(name).store.current
    let document = snapshot.document(path)
    var members: [JSONValue.Member] = [
      .init("exists", .boolean(document != nil)), .init("path", .string("\(path)")),
      .init("version", .integer(Int64(snapshot.version))),
    ]
    if case .object(let row)? = document?.row { members += row }
    if case .object(let below) = try collections(below: path, of: name) { members += below }
    return .object(members)
  }
}

extension Document {
  /// More of a document is nothing that a row of a list shows.
  private static let listedBytes = 8_192

  var row: JSONValue { row(fields) }

  /// Without the fields that are too large for a list; `isCut` says that there are some.
  var listRow: JSONValue {
    guard fields.wireSize > Self.listedBytes else { return row }
    var size = 0
    let listed = fields.fields.prefix(200).filter { field in
      let own = field.name.byteCount + field.value.wireSize
      if size + own <= Self.listedBytes { size += own } else { return false }
      return true
    }
    guard case .object(let members) = row(MapValue(listed)) else { return row }
    return .object(members + [.init("isCut", .boolean(true))])
  }

  private func row(_ fields: MapValue) -> JSONValue {
    [
      "id": .string(path.id.string), "fields": fields.jsonFields, "createTime": .string(createTime.rfc3339),
      "updateTime": .string(updateTime.rfc3339),
    ]
  }
}

extension QuerySource {
  fileprivate init(_ collection: CollectionPath) {
    self.init(
      parent: PathTemplate((collection.parent?.segments ?? []).map { .literal($0) }),
      collectionID: .literal(collection.id))
  }
}

// MARK: - Writing

extension Emulation {
  /// Who edits on the page writes as an administrator, under this operation.
  private static let editing = RequestContext(caller: .admin, operation: pageOperation)

  /// Replaces the fields of a document, or makes one.
  ///
  /// - Parameters:
  ///   - expected: refuses to write over what somebody else has changed meanwhile; nil: there must be no document.
  package func setDocument(
    _ path: DocumentPath, _ fields: MapValue, expected: Timestamp?, in name: DatabaseName
  ) async throws(FirestoreError) -> JSONValue {
    let precondition = expected.map { Precondition.updateTime($0) } ?? .exists(false)
    _ = try await database(name).commit([Write(path, .set(fields), precondition: precondition)], in: nil, Self.editing)
    return try document(path, in: name)
  }

  /// What is to be deleted, and what of it somebody has seen; nil: whatever is there is deleted.
  package enum Deletion: Hashable, Sendable {
    /// The document alone.
    case single(updateTime: Timestamp?)
    /// With everything below it, as it was at a version of the database.
    case deep(version: Int?)
  }

  /// - Returns: how many documents are gone.
  /// - Throws: what was written since it was seen is not deleted.
  package func deleteDocument(
    _ path: DocumentPath, _ deletion: Deletion, in name: DatabaseName
  ) async throws(FirestoreError) -> Int {
    switch deletion {
    case .deep(let version): return try await clear(name, below: path.segments, unchangedSince: version)
    case .single(let seen):
      // Nothing is made only to be deleted from.
      let known = try shownDatabase(name)
      guard seen != nil || known.store.current.document(path) != nil else { return 0 }
      let write = Write(path, .delete, precondition: seen.map { .updateTime($0) })
      _ = try await known.commit([write], in: nil, Self.editing)
      return 1
    }
  }
}
