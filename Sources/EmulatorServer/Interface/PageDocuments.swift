import Diagnostics
import Emulation
import FirestoreModel
import HTTPTypes
import QueryModel
import StructuredText

/// Documents as the page shows and edits them:
///
/// - `GET collections?parent=users/ada`
/// - `GET documents?collection=users&offset=0&limit=100`; with `query=where age > 3 orderBy age` those that this finds, with
///   `place=ada` the row of this id, too
/// - `GET`, `PUT` and `DELETE document?path=users/ada`; the body of a `PUT` is `{"fields", "updateTime"}`, of which
///   `updateTime` is that of the version that was edited, and not there for a new document. `DELETE` with `deep=true`
///   removes what is below it, too. Nothing is deleted that was written since `updateTime`, or with `deep` since the
///   `version` of the database that was seen.
struct PageDocuments: Sendable {
  let emulation: Emulation

  /// A document of a mebibyte in an encoding that says the type of every value.
  private static let bodyLimit = 16 << 20
  /// Rows in one answer.
  private static let rowLimit = 1_000

  func answer(_ call: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    switch call.target.segment(2) {
    case "collections": try collections(call)
    case "documents": try documents(call)
    default:
      switch call.method {
      case .get: try get(call)
      case .put: try await put(call)
      case .delete: try await delete(call)
      default: throw .methodNotAllowed([.get, .put, .delete])
      }
    }
  }

  private func collections(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get)
    let asked = try call.parameters { (database: $0.text("database"), parent: $0.text("parent")) }
    let name = try call.database(emulation, asked.database)
    do throws(FirestoreError) {
      let parent = try asked.parent.flatMap { $0.isEmpty ? nil : $0 }.map(Self.path)
      return EndpointAnswer.document(try emulation.collections(below: parent, of: name))
    } catch { throw .refused(error) }
  }

  private func documents(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get)
    let asked = try call.parameters { parameters in
      (
        database: parameters.text("database"), collection: parameters.text("collection", .required) ?? "",
        clauses: parameters.text("query"), id: parameters.text("place"), offset: parameters.integer("offset") ?? 0,
        limit: parameters.integer("limit", in: 0...Self.rowLimit) ?? 100
      )
    }
    let name = try call.database(emulation, asked.database)
    do throws(FirestoreError) {
      return EndpointAnswer.document(
        try emulation.documents(
          of: try Self.collection(asked.collection), matching: asked.clauses, from: asked.offset, limit: asked.limit,
          placing: asked.id.map { Text($0) }, in: name))
    } catch { throw .refused(error) }
  }

  private func get(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    let asked = try call.parameters { (database: $0.text("database"), path: $0.text("path", .required) ?? "") }
    let name = try call.database(emulation, asked.database)
    do throws(FirestoreError) {
      return EndpointAnswer.document(try emulation.document(try Self.path(asked.path), in: name))
    } catch { throw .refused(error) }
  }

  private func put(_ call: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    let asked = try call.parameters { (database: $0.text("database"), path: $0.text("path", .required) ?? "") }
    let name = try call.database(emulation, asked.database)
    let body = try call.object(limit: Self.bodyLimit) { body in
      (fields: body.fields("fields", .required, of: name), expected: body.time("updateTime"))
    }
    do throws(FirestoreError) {
      return EndpointAnswer.document(
        try await emulation.setDocument(
          try Self.path(asked.path), body.fields ?? [:], expected: body.expected, in: name))
    } catch { throw .refused(error) }
  }

  private func delete(_ call: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    let asked = try call.parameters { parameters in
      (
        database: parameters.text("database"), path: parameters.text("path", .required) ?? "",
        deletion: parameters.deletion()
      )
    }
    let name = try call.database(emulation, asked.database)
    do throws(FirestoreError) {
      let count = try await emulation.deleteDocument(try Self.path(asked.path), asked.deletion, in: name)
      return EndpointAnswer.document(["deleted": .integer(Int64(count))])
    } catch { throw .refused(error) }
  }

  static func path(_ text: String) throws(FirestoreError) -> DocumentPath {
    let path = DocumentPath(
      segments: text.split(separator: "/", omittingEmptySubsequences: false).map { Text(String($0)) })
    guard let path else { throw EndpointAnswer.invalid("\(QuotedText.of(text)) is not the path of a document") }
    try path.validate()
    return path
  }

  private static func collection(_ text: String) throws(FirestoreError) -> CollectionPath {
    let segments = text.split(separator: "/", omittingEmptySubsequences: false).map { Text(String($0)) }
    guard !segments.contains(where: { $0.byteCount == 0 }), let path = CollectionPath(segments: segments) else {
      throw EndpointAnswer.invalid("\(QuotedText.of(text)) is not the path of a collection")
    }
    return path
  }
}

extension ParameterReader {
  /// One way of saying what was seen belongs to each kind of deletion; the other one is not read, and so refused.
  fileprivate mutating func deletion() -> Emulation.Deletion {
    boolean("deep") ?? false ? .deep(version: integer("version")) : .single(updateTime: time("updateTime"))
  }
}

extension ObjectReader {
  /// The fields of a document, in REST encoding.
  mutating func fields(_ key: String, _ presence: Presence = .optional, of database: DatabaseName) -> MapValue? {
    guard let node = node(key, presence) else { return nil }
    do throws(MalformedInput) {
      return try MapValue(jsonFields: node, in: decoding.source, database: database)
    } catch {
      for problem in error.diagnostics { decoding.report(problem) }
      return nil
    }
  }

  mutating func time(_ key: String) -> Timestamp? {
    guard let node = node(key), let text = decoding.string(node, for: key) else { return nil }
    if let time = Timestamp(rfc3339: text) { return time }
    decoding.reportWrongType(expected: "a time, as in 2026-01-05T08:00:00Z,", for: key, found: node)
    return nil
  }
}
