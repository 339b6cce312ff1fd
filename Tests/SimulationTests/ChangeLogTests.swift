import DocumentStore
import FirestoreModel
import Testing

@testable import Simulation

/// What listeners look back at is kept, and nobody looks through it at every commit.
@Suite("Simulation: the log of changes")
struct ChangeLogTests {
  private func write(_ count: Int, to log: inout ChangeLog) throws -> Int {
    let path = DocumentPath(collection: try #require(CollectionPath(segments: ["a"])), id: "x")
    var looks = 0
    for _ in 0..<count {
      log.append(
        Commit(
          version: 1, time: Timestamp(microseconds: 0),
          changes: [DocumentChange(path: path, old: nil, new: nil)]))
      if log.isLong {
        looks += 1
        log.drop(upTo: 0)
      }
    }
    return looks
  }

  @Test("while all of it is needed, it is looked through ever more seldom")
  func needed() throws {
    var log = ChangeLog()
    #expect(try write(1_000_000, to: &log) == 5)
    #expect(log.position == 1_000_000)
  }

  @Test("what nobody needs is dropped")
  func dropped() throws {
    var log = ChangeLog()
    _ = try write(60_000, to: &log)
    log.drop(upTo: 59_999)
    #expect(try write(50_000, to: &log) == 1)
  }
}
