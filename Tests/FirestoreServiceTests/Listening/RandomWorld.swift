import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import FirestoreService
import QueryModel

/// Random writes and targets over few documents, so that they meet.
struct RandomWorld {
  var generator: SeededGenerator
  var nextID: Int32 = 2

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  static let collections = ["c", "d", "c/d0/s", "d/d1/s"]

  mutating func path() -> String { "\(Self.collections[number(0...3)])/d\(number(0...5))" }

  mutating func fields() -> MapValue {
    var fields: MapValue = ["n": .integer(Int64(number(0...6)))]
    if chance(70) { fields["m"] = .integer(Int64(number(0...2))) }
    return fields
  }

  mutating func write(to scene: ListenScene) throws {
    scene.fixture.clock.advance(by: Int64(number(0...1500)))
    let writes = (0..<number(1...4)).map { _ -> Write in chance(30) ? .delete(path()) : .set(path(), fields()) }
    _ = try scene.fixture.database.store.commit(writes, at: scene.fixture.clock.now)
    scene.fixture.database.changes.raise(.commits)
  }

  mutating func subject() throws -> ListenTarget.Subject {
    if chance(25) { return .documents((0..<number(1...3)).map { _ in documentPath(path()) }) }
    let source = ["c", "d", "c/d0/s", "group s"][number(0...3)]
    let filters = ["", " where n > 2", " where m == 1", " where n < 4 and m == 0", " where n == 1 or m == 2"]
    let filter = filters[number(0...4)]
    let order = [["", " orderBy m", " orderBy n"], ["", " orderBy n", " orderBy n desc"]]
    let isRange = filter.contains("<") || filter.contains(">")
    let window = ["", "", " limit 2", " limit 3", " offset 1 limit 2", " limit 1"][number(0...5)]
    return .query(try query(source + filter + order[isRange ? 1 : 0][number(0...2)] + window))
  }

  mutating func act(on client: inout ModelClient) async throws {
    if client.targets.count < 6, chance(40) {
      nextID += 2
      try await client.add(nextID, try subject())
    }
    if chance(12), let id = client.targets.keys.sorted().first { try await client.remove(id) }
    if chance(8) { try await client.reconnect() }
  }
}
