package import Diagnostics
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
    let snapshot = try database(name).store.current
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
  /// Looking for documents that do not exist passes over those that do.
  private static let passedLimit = 20_000

  /// `{"version", "documents": how many there are, "missing": [ids of documents that do not exist and have descendants],
  /// "rows": [{"id", "fields", "createTime", "updateTime"}]}`: so many documents of a collection, from one on, by name.
  /// `missing` is null where the collection is too large to look for them.
  package func documents(
    of collection: CollectionPath, from offset: Int, limit: Int, in name: DatabaseName
  ) throws(FirestoreError) -> JSONValue {
    let database = try database(name)
    let snapshot = database.store.current
    let count = snapshot.count(of: collection)
    let source = QuerySource(
      parent: PathTemplate((collection.parent?.segments ?? []).map { .literal($0) }),
      collectionID: .literal(collection.id))
    let query = Query(
      source: source, offset: Int32(clamping: max(0, offset)), limit: Int32(clamping: max(0, min(limit, 1_000))))
    let rows = try database.configuration.engine.run(query, on: snapshot).documents()
    let missing =
      count <= Self.passedLimit
      ? snapshot.missingDocuments(in: collection, limit: Self.missingLimit).map { JSONValue.string($0.id.string) } : nil
    return [
      "version": .integer(Int64(snapshot.version)), "documents": .integer(Int64(count)),
      "missing": missing.map(JSONValue.array) ?? .null, "rows": .array(rows.map(\.row)),
    ]
  }

  /// `{"exists", "id", "fields", "createTime", "updateTime", "collections"}`
  package func document(_ path: DocumentPath, in name: DatabaseName) throws(FirestoreError) -> JSONValue {
    let snapshot = try database(name).store.current
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
  var row: JSONValue {
    [
      "id": .string(path.id.string), "fields": fields.jsonFields, "createTime": .string(createTime.rfc3339),
      "updateTime": .string(updateTime.rfc3339),
    ]
  }
}

// MARK: - Writing

extension Emulation {
  /// Who edits on the page writes as an administrator, under this operation.
  private static let editing = RequestContext(caller: .admin, operation: pageOperation)

  /// Replaces the fields of a document, or makes one.
  ///
  /// - Parameters:
  ///   - fields: in REST encoding.
  ///   - expected: refuses to write over what somebody else has changed meanwhile; nil: there must be no document.
  package func setDocument(
    _ path: DocumentPath, _ fields: Node, of source: SourceText, expected: Timestamp?, in name: DatabaseName
  ) async throws(FirestoreError) -> JSONValue {
    let map: MapValue
    do throws(MalformedInput) {
      map = try MapValue(jsonFields: fields, in: source, database: name)
    } catch {
      throw FirestoreError(.invalidArgument, error.diagnostics.first?.message ?? "The fields cannot be read.")
    }
    let precondition = expected.map { Precondition.updateTime($0) } ?? .exists(false)
    _ = try await database(name).commit([Write(path, .set(map), precondition: precondition)], in: nil, Self.editing)
    return try document(path, in: name)
  }

  /// - Parameter deep: with everything below it.
  /// - Returns: how many documents are gone.
  package func deleteDocument(
    _ path: DocumentPath, deep: Bool, in name: DatabaseName
  ) async throws(FirestoreError) -> Int {
    if deep { return try await clear(name, below: path.segments) }
    let existed = try database(name).store.current.document(path) != nil
    _ = try await database(name).commit([Write(path, .delete)], in: nil, Self.editing)
    return existed ? 1 : 0
  }
}
