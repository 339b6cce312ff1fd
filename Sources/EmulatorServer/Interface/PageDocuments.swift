import Diagnostics
import Emulation
import FirestoreModel
import HTTPTypes
import StructuredText

/// Documents as the page shows and edits them:
///
/// - `GET collections?parent=users/ada`
/// - `GET documents?collection=users&offset=0&limit=100`
/// - `GET`, `PUT` and `DELETE document?path=users/ada`; the body of a `PUT` is `{"fields", "updateTime"}`, of which
///   `updateTime` is that of the version that was edited, and not there for a new document. `DELETE` with `deep=true`
///   removes what is below it, too.
struct PageDocuments: Sendable {
  let emulation: Emulation

  func answer(_ call: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    let name = try call.databaseName(emulation)
    do throws(FirestoreError) {
      switch (call.target.segment(2), call.method) {
      case ("collections", .get):
        let parent = call.target.value("parent").flatMap { $0.isEmpty ? nil : $0 }
        return EndpointAnswer.document(try emulation.collections(below: try parent.map(Self.path), of: name))
      case ("documents", .get):
        let collection = try Self.collection(call.target.value("collection") ?? "")
        return EndpointAnswer.document(
          try emulation.documents(
            of: collection, from: PageEndpoints.number(call, "offset") ?? 0,
            limit: PageEndpoints.number(call, "limit") ?? 100, in: name))
      case ("document", .get): return EndpointAnswer.document(try emulation.document(try Self.path(call), in: name))
      case ("document", .put): return EndpointAnswer.document(try await put(call, name))
      case ("document", .delete):
        let count = try await emulation.deleteDocument(
          try Self.path(call), deep: call.target.value("deep") == "true", in: name)
        return EndpointAnswer.document(["deleted": .integer(Int64(count))])
      default:
        return .refusal(.methodNotAllowed(call.target.segment(2) == "document" ? [.get, .put, .delete] : [.get]))
      }
    } catch { throw .refused(error) }
  }

  private func put(_ call: RESTCall, _ name: DatabaseName) async throws(FirestoreError) -> JSONValue {
    let body = try EndpointAnswer.body(call.body)
    guard let fields = body["fields"] else { throw EndpointAnswer.invalid("The body has no `fields`.") }
    var expected: Timestamp?
    if let text = body.text("updateTime") {
      guard let time = Timestamp(rfc3339: text) else { throw EndpointAnswer.invalid("`updateTime` is no time.") }
      expected = time
    }
    return try await emulation.setDocument(
      try Self.path(call), fields, of: SourceText(path: "body", bytes: call.body), expected: expected, in: name)
  }

  private static func path(_ call: RESTCall) throws(FirestoreError) -> DocumentPath {
    try path(call.target.value("path") ?? "")
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
