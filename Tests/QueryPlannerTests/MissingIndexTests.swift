import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import QueryModel
import QueryPlanner
import StructuredText
import Testing

@Suite struct MissingIndexTests {
  @Test("message", arguments: try SpecFile.cases("indexes/messages/cases.yaml"))
  func message(_ spec: SpecValue) throws {
    try spec.allow("id", "file", "query", "planOnly", "code", "message")
    let outcome = try Planning.outcome(spec["query"].string, Planning.catalog(spec["file"].string))
    guard case .missing(let index) = outcome else { throw spec.error("served") }
    let refusal = index.refusal(planOnly: try spec.optional("planOnly")?.boolean ?? false)
    #expect(try refusal == FirestoreError(.failedPrecondition, spec["message"].string))
    #expect(try index.code.id == spec["code"].string)
    #expect(refusal.message.last?.isWhitespace == false, "M11: no trailing blank")
  }

  @Test("token", arguments: try SpecFile.cases("indexes/messages/tokens.yaml"))
  func token(_ spec: SpecValue) throws {
    try spec.allow("id", "name", "scope", "fields", "token")
    let token = try #require(try IndexToken(encoded: spec["token"].string))
    #expect(try token.name == spec["name"].string)
    #expect(try token.scope.rawValue == spec["scope"].string)
    #expect(try IndexDefinition.text(of: token.fields) == spec["fields"].string)
    #expect(try token.encoded == spec["token"].string)
  }

  // id: M12
  @Test func `a token is read back field by field`() throws {
    let definition = IndexDefinition(
      normalizing: [
        IndexField(FieldPath(name: "conversationId"), .ascending),
        IndexField(FieldPath(name: "timestamp"), .descending),
      ], collectionGroup: "messages", scope: .collection)
    let token = IndexToken(composite: definition, database: demo)
    #expect(IndexToken(encoded: token.encoded) == token)
    #expect(token.collectionGroup == "messages")
  }

  @Test(arguments: ["", "!", "A", "Cg", "Ck9w", "CgFhEAEaAhAB", "EAE", "_____w"])
  func `what is no token is refused`(_ text: String) {
    #expect(IndexToken(encoded: text) == nil)
  }

  @Test(
    "a refusal can say what to add",
    arguments: [
      (
        "t where a == 1 orderBy b desc",
        #"indexes in the index file: {"collectionGroup":"t","queryScope":"COLLECTION","fields":"#
          + #"[{"fieldPath":"a","order":"ASCENDING"},{"fieldPath":"b","order":"DESCENDING"}]}"#
      ),
      (
        "group t where a > 1",
        #"fieldOverrides in the index file: {"collectionGroup":"t","fieldPath":"a","indexes":"#
          + #"[{"order":"ASCENDING","queryScope":"COLLECTION"},{"order":"DESCENDING","queryScope":"COLLECTION"},"#
          + #"{"arrayConfig":"CONTAINS","queryScope":"COLLECTION"},{"order":"ASCENDING","queryScope":"COLLECTION_GROUP"}]}"#
      ),
    ])
  func repair(_ query: String, _ instruction: String) throws {
    let catalog = IndexCatalog.automaticOnly
    let query = try Planning.statement(query, database: demo).query
    guard case .missing(let index) = QueryPlanner(catalog: catalog, database: demo).plan(query) else {
      Issue.record("served")
      return
    }
    #expect(index.refusal(repairedIn: catalog).message == "\(index.refusal().message)\nAdd to \(instruction)")
  }

  @Test func `a named database has its own page`() throws {
    let catalog = IndexCatalog.automaticOnly
    let database = DatabaseName(project: "p", database: "orders")
    let query = try Planning.statement("t orderBy __name__ desc", database: database).query
    guard case .missing(let index) = QueryPlanner(catalog: catalog, database: database).plan(query) else {
      Issue.record("served")
      return
    }
    let link = try #require(index.consoleLink)
    #expect(
      link.hasPrefix(
        "https://console.firebase.google.com/v1/r/project/p/firestore/databases/orders/indexes?create_composite="))
  }

  @Test func `an index that is being built is named as such`() throws {
    let declared = IndexDefinition(
      normalizing: [IndexField(FieldPath(name: "a"), .ascending), IndexField(FieldPath(name: "b"), .ascending)],
      collectionGroup: "t", scope: .collection)
    let text = "t where a == 1 orderBy b"
    let building = IndexCatalog(composites: [declared], states: [declared: .creating])
    guard case .missing(let index) = try Planning.outcome(text, building) else {
      Issue.record("served")
      return
    }
    let link = try #require(index.consoleLink)
    #expect(
      index.refusal().message
        == "The query requires an index. That index is currently building and cannot be used yet. See its status here: \(link)"
    )
    let broken = IndexCatalog(composites: [declared], states: [declared: .needsRepair])
    guard case .missing(let repair) = try Planning.outcome(text, broken) else {
      Issue.record("served")
      return
    }
    #expect(!repair.isBuilding)
  }

  @Test func `a repair is exactly what has to be pasted`() throws {
    let fo = try Planning.catalog("FO")
    #expect(
      try repair("t where a == 1 orderBy b, __name__ desc", fo) == """
        {"collectionGroup":"t","queryScope":"COLLECTION","fields":[{"fieldPath":"a","order":"ASCENDING"},\
        {"fieldPath":"b","order":"ASCENDING"},{"fieldPath":"__name__","order":"DESCENDING"}]}
        """)
    #expect(
      try repair("t where a == 1 orderBy b desc", fo) == """
        {"collectionGroup":"t","queryScope":"COLLECTION","fields":[{"fieldPath":"a","order":"ASCENDING"},\
        {"fieldPath":"b","order":"DESCENDING"}]}
        """)
    #expect(
      try repair("t where g2 == 1", fo) == """
        {"collectionGroup":"t","fieldPath":"g2","indexes":[{"order":"ASCENDING","queryScope":"COLLECTION_GROUP"},\
        {"order":"DESCENDING","queryScope":"COLLECTION_GROUP"},{"arrayConfig":"CONTAINS","queryScope":"COLLECTION_GROUP"},\
        {"order":"ASCENDING","queryScope":"COLLECTION"}]}
        """)
    #expect(
      try repair("group t where z == 1", fo) == """
        {"collectionGroup":"t","fieldPath":"z","indexes":[{"order":"ASCENDING","queryScope":"COLLECTION"},\
        {"order":"DESCENDING","queryScope":"COLLECTION"},{"arrayConfig":"CONTAINS","queryScope":"COLLECTION"},\
        {"order":"ASCENDING","queryScope":"COLLECTION_GROUP"}]}
        """)
    #expect(
      try repair("t where m.x == 1", fo) == """
        {"collectionGroup":"t","fieldPath":"m.x","indexes":[{"order":"ASCENDING","queryScope":"COLLECTION"}]}
        """)
  }

  private func repair(_ query: String, _ catalog: IndexCatalog) throws -> String {
    guard case .missing(let index) = try Planning.outcome(query, catalog) else { throw SpecError("served") }
    switch index.repair(in: catalog) {
    case .composite(let definition): return JSONWriter.text(definition.json, .compact)
    case .fieldOverride(let override): return JSONWriter.text(override.json, .compact)
    case nil: return "unknown"
    }
  }
}
