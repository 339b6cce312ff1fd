import DocumentStore
import FirestoreModel
import FirestoreService
import QueryModel
import StructuredText
import Testing

@testable import Emulation

@Suite("listeners and transactions as they are shown") struct ListenersDocumentTests {
  private func folder() throws -> Folder {
    try Folder([
      "firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#, "firestore.rules": DatabaseTests.allowRead,
    ])
  }

  private func text(_ emulation: Emulation) -> String { JSONWriter.text(emulation.listeners, .compact) }

  @Test("a listener is shown with what it holds and has cost, until it ends") func listener() async throws {
    let emulation = try folder().emulation(keepsHistory: true)
    try await emulation.set("c/a")
    try await emulation.set("c/b")
    let context = RequestContext.user("ada", operation: "open")
    let session = ListenSession(database: try emulation.database(.standard), context: context)
    let query = Query(source: QuerySource(collectionID: .literal("c")))
    try await session.add(ListenTarget(id: 1, subject: .query(query)))
    while !text(emulation).contains(#""listeners":[{"#) { _ = await session.next() }
    let shown = text(emulation)
    for part in [
      #""who":"ada","target":"c","query":"c","operation":"open","beginning":"listenInitial""#, #""documents":2"#,
      #""deliveries":0"#, #""reads":2"#,
    ] {
      #expect(shown.contains(part), "\(shown)")
    }
    try await emulation.set("c/c")
    while !text(emulation).contains(#""deliveries":1"#) { _ = await session.next() }
    #expect(text(emulation).contains(#""documents":3"#) && text(emulation).contains(#""reads":3"#))
    await session.end()
    #expect(text(emulation).contains(#""listeners":[]"#))
  }

  @Test("a transaction is shown with what it has locked, and who waits for it") func transaction() async throws {
    let emulation = try folder().emulation()
    try await emulation.set("c/a")
    let database = try emulation.database(.standard)
    let asker = RequestContext.admin(operation: "move", test: "t1")
    let id = try await database.beginTransaction(.readWrite(retrying: nil, concurrency: .pessimistic), asker)
    _ = try await database.get(DocumentPath(parsing: "c/a"), .transaction(id), .admin)
    let open = text(emulation)
    #expect(open.contains(#""mode":"pessimistic""#) && open.contains(#""documents":["c/a"]"#), "\(open)")
    #expect(open.contains(#""isWounded":false,"who":"admin","operation":"move","test":"t1"}"#), "\(open)")
    let write = Write(try DocumentPath(parsing: "c/a"), .delete)
    let waiter = Task {
      try await database.commit([write], in: nil, as: .commit, RequestContext.admin(operation: "clean"))
    }
    while !text(emulation).contains(#""waiting":[{"#) { await Task.yield() }
    let waiting = text(emulation)
    #expect(waiting.contains(#""who":"admin","operation":"clean"}]}"#), "\(waiting)")
    try await database.rollback(id, .admin)
    _ = try await waiter.value
    #expect(text(emulation).contains(#""transactions":[]"#))
  }
}
