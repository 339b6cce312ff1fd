import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import QueryExecution
import QueryModel
import QueryPlanner
import Testing

/// Listeners over the commit log: what clients see.
@Suite("Listening") struct ListeningTests {
  // id: queries.md#179
  @Test("a modified document moves, a deleted one leaves")
  func moves() throws {
    var scene = try Scene("list orderBy order", ["a": "{order: 1}", "b": "{order: 2}", "c": "{order: 3}"])
    #expect(try scene.attach() == ["a", "b", "c"])
    #expect(try scene.set("b", "{order: 4}") == ["modified b 1→2"])
    #expect(try scene.delete("c") == ["removed(deleted) c 1→-1"])
  }

  // id: queries.md#180
  @Test("a limit window is refilled in the same snapshot")
  func refills() throws {
    var scene = try Scene(
      "list orderBy sort limit 2",
      ["a": "{sort: 1}", "b": "{sort: 2}", "c": "{sort: 2}", "d": "{sort: 2}", "e": "{sort: 0}", "f": "{nosort: 1}"])
    #expect(try scene.attach() == ["e", "a"])
    #expect(try scene.delete("e") == ["removed(deleted) e 0→-1", "added(refilled) b -1→1"])
  }

  @Test func `a new document at the top of a full window evicts the last one`() throws {
    var scene = try Scene("list orderBy n desc limit 2", ["a": "{n: 1}", "b": "{n: 2}", "c": "{n: 3}"])
    #expect(try scene.attach() == ["c", "b"])
    #expect(try scene.set("d", "{n: 4}") == ["removed(evicted) b 1→-1", "added(entered) d -1→0"])
    #expect(try scene.set("a", "{n: 0}") == [])
  }

  @Test func `limitToLast keeps the end of the order and hands it out forwards`() throws {
    var scene = try Scene("list orderBy n limitToLast 2", ["a": "{n: 1}", "b": "{n: 2}", "c": "{n: 3}"])
    #expect(try scene.attach() == ["b", "c"])
    #expect(try scene.set("d", "{n: 4}") == ["removed(evicted) b 0→-1", "added(entered) d -1→1"])
    #expect(try scene.delete("d") == ["removed(deleted) d 1→-1", "added(refilled) b -1→0"])
  }

  @Test func `a member that changes out of the result left by change`() throws {
    var scene = try Scene(
      "list where open == true limit 2", ["a": "{open: true}", "b": "{open: true}", "c": "{open: true}"])
    #expect(try scene.attach() == ["a", "b"])
    #expect(try scene.set("a", "{open: false}") == ["removed(leftByChange) a 0→-1", "added(refilled) c -1→1"])
  }

  @Test func `a member that moves behind the window left by change, although it still matches`() throws {
    var scene = try Scene("list orderBy n limit 2", ["a": "{n: 1}", "b": "{n: 2}", "c": "{n: 3}"])
    #expect(try scene.attach() == ["a", "b"])
    #expect(try scene.set("a", "{n: 9}") == ["removed(leftByChange) a 0→-1", "added(refilled) c -1→1"])
  }

  @Test func `writes that change nothing, or elsewhere, are silent`() throws {
    var scene = try Scene("list orderBy n", ["a": "{n: 1}"])
    #expect(try scene.attach() == ["a"])
    #expect(try scene.set("a", "{n: 1}") == [])
    #expect(try scene.set("x", "{m: 1}") == [])
    #expect(try scene.commit([("other/b", "{n: 2}")]) == [])
  }

  @Test func `changes of one commit arrive together, removed first, then added, then modified`() throws {
    var scene = try Scene("list where n < 10 orderBy n", ["a": "{n: 1}", "b": "{n: 2}", "c": "{n: 3}"])
    #expect(try scene.attach() == ["a", "b", "c"])
    let changes = try scene.commit([
      ("list/c", "{n: 0}"), ("list/e", "{n: 5}"), ("list/d", "{n: 4}"), ("list/a", "{n: 11}"),
    ])
    #expect(
      changes == [
        "removed(leftByChange) a 0→-1", "added(entered) d -1→2", "added(entered) e -1→3", "modified c 1→0",
      ])
  }

  @Test func `a merge of indexes and a union of disjuncts are listened to alike`() throws {
    var scene = try Scene(
      "list where (a == 1 and b == 1) or c == 1 limit 2",
      ["p": "{a: 1, b: 1}", "q": "{c: 1}", "r": "{a: 1, b: 1, c: 1}", "s": "{a: 1, b: 2}"])
    #expect(try scene.attach() == ["p", "q"])
    #expect(try scene.delete("p") == ["removed(deleted) p 0→-1", "added(refilled) r -1→1"])
    #expect(try scene.set("s", "{a: 1, b: 1, c: 1}") == [])
    #expect(try scene.set("q", "{c: 2}") == ["removed(leftByChange) q 0→-1", "added(refilled) s -1→1"])
  }

  @Test func `all changes since the last delivery are one step when a listener resumes`() throws {
    var scene = try Scene("list orderBy n", ["a": "{n: 1}", "b": "{n: 2}"])
    #expect(try scene.attach() == ["a", "b"])
    let changes = try scene.resume(after: [
      [("list/c", "{n: 3}")], [("list/c", "{n: 0}"), ("list/a", "{n: 1, m: 1}")], [("list/d", "{n: 5}")],
      [("list/d", nil), ("list/b", nil)],
    ])
    #expect(changes == ["removed(deleted) b 1→-1", "added(entered) c -1→0", "modified a 1→1"])
  }

  @Test(
    "what two results say themselves is what the changes between them say",
    arguments: [
      "list orderBy n", "list orderBy n limit 3", "list orderBy n desc offset 1 limit 2",
      "list orderBy n limitToLast 3",
      "list where open == true orderBy n", "list where open == true limit 2", "list where n in [1, 2, 3] limit 3",
    ])
  func bothDifferences(_ query: String) throws {
    var random = SeededGenerator(seed: 7)
    var scene = try Scene(query, ["a": "{n: 1, open: true}", "b": "{n: 2, open: false}", "c": "{n: 3, open: true}"])
    _ = try scene.attach()
    var found = 0
    for _ in 0..<200 {
      let commits = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 1...3, using: &random)).map { _ -> (String, String?) in
          let fields = "{n: \(Int.random(in: 1...5, using: &random)), open: \(Bool.random(using: &random))}"
          return (
            "list/\("abcdefg".randomElement(using: &random) ?? "a")",
            Int.random(in: 0..<4, using: &random) == 0 ? nil : fields
          )
        }
      }.map { changes in
        Dictionary(changes, uniquingKeysWith: { $1 }).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      }
      found += try scene.resume(after: commits).count
    }
    #expect(found > 200)
  }

  @Test func `what the real-time backend does not serve is refused`() throws {
    func refusal(_ text: String) -> String? {
      do {
        _ = try Scene(text, [:])
        return nil
      } catch let error as FirestoreError {
        return "\(error.status.name) \(error.message)"
      } catch {
        return "\(error)"
      }
    }
    #expect(refusal("*") == "INVALID_ARGUMENT All-collection queries are not supported by real-time queries.")
    #expect(
      refusal("group posts under users/u1")
        == "INVALID_ARGUMENT 'all_descendants' in CollectionSelector with document parent is not supported by "
        + "real-time queries.")
  }

  @Test func `a document listener sees creation, change and deletion`() throws {
    let scene = try Scene("list", ["a": "{n: 1}"])
    guard let path = DocumentPath(segments: ["list", "b"]) else { return }
    var target = DocumentTarget(path)
    #expect(target.attach(on: scene.store.current) == nil)
    #expect(target.advance(to: scene.store.current) == nil)
    _ = try scene.store.commit([Write(path, .set(["n": .integer(1)]))], at: Timestamp(microseconds: 10))
    #expect(target.advance(to: scene.store.current)?.cause == .entered)
    _ = try scene.store.commit([Write(path, .set(["n": .integer(2)]))], at: Timestamp(microseconds: 20))
    #expect(target.advance(to: scene.store.current)?.cause == .modified)
    _ = try scene.store.commit([Write(path, .delete)], at: Timestamp(microseconds: 30))
    #expect(target.advance(to: scene.store.current)?.cause == .deleted)
  }
}

/// One collection, one listener, and its changes as text.
private struct Scene {
  static let database = DatabaseName(project: "demo-firebreak")
  let store: DocumentStore
  var target: QueryTarget
  var time: Int64 = 1

  init(_ query: String, _ documents: [String: String]) throws {
    store = DocumentStore(database: Scene.database, createTime: Timestamp(microseconds: 0))
    let engine = QueryEngine(
      planner: QueryPlanner(catalog: .automaticOnly, database: Scene.database), mode: .permissive)
    guard case .query(let parsed) = try QueryStatement(parsing: query, database: Scene.database) else {
      throw FirestoreError(.internal, "not a query")
    }
    target = try QueryTarget(parsed, engine: engine)
    let writes = try documents.map { id, fields in
      Write(Scene.path("list/\(id)"), .set(try Fields.map(fields, database: Scene.database)))
    }
    _ = try store.commit(writes, at: Timestamp(microseconds: time))
  }

  static func path(_ text: String) -> DocumentPath {
    let segments = text.split(separator: "/").map { Text(String($0)) }
    return DocumentPath(collection: CollectionPath(parent: nil, id: segments[0]), id: segments[1])
  }

  mutating func attach() throws -> [String] {
    try target.attach(on: store.current).documents().map(\.path.id.string)
  }

  mutating func set(_ id: String, _ fields: String) throws -> [String] { try commit([("list/\(id)", fields)]) }
  mutating func delete(_ id: String) throws -> [String] { try commit([("list/\(id)", nil)]) }

  mutating func commit(_ changes: [(String, String?)]) throws -> [String] {
    guard let commit = try write(changes) else { return [] }
    return describe(try target.advance(to: store.current, after: commit))
  }

  mutating func resume(after commits: [[(String, String?)]]) throws -> [String] {
    let made = try commits.compactMap { try write($0) }
    return describe(try target.advance(to: store.current, changed: Commit.merged(made)))
  }

  private mutating func write(_ changes: [(String, String?)]) throws -> Commit? {
    time += 10
    let writes = try changes.map { path, fields in
      Write(
        Scene.path(path), try fields.map { .set(try Fields.map($0, database: Scene.database)) } ?? .delete)
    }
    return try store.commit(writes, at: Timestamp(microseconds: time)).commit
  }

  private func describe(_ delta: TargetDelta?) -> [String] {
    if let delta { #expect(TargetDelta.between(delta.before, delta.after)?.changes == delta.changes) }
    return (delta?.positioned(order: target.order) ?? []).map { positioned in
      let change = positioned.change
      let cause = change.kind == .modified ? "" : "(\(change.cause))"
      return "\(change.kind)\(cause) \(change.path.id) \(positioned.oldIndex)→\(positioned.newIndex)"
    }
  }
}
