import FirestoreService
import QueryExecution
import Testing

/// A client that does with messages what SDKs do has exactly the query's result at every boundary.
@Suite("Listen model") struct ListenModelTests {
  @Test("whatever is written, and however the client comes and goes", arguments: 0..<40)
  func random(seed: Int) async throws {
    var world = RandomWorld(seed: UInt64(seed))
    let scene = ListenScene(try makeDatabase(mode: .permissive))
    var client = ModelClient(scene)
    for _ in 0..<60 {
      try world.write(to: scene)
      try await world.act(on: &client)
      if world.chance(60) { try await client.pull(); try client.verify() }
    }
    try await client.pull()
    try client.verify()
    #expect(client.boundaries > 5)
  }

  @Test("several clients at once, while others write")
  func concurrent() async throws {
    let fixture = try makeDatabase(mode: .permissive)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var world = RandomWorld(seed: 1)
        let scene = ListenScene(fixture)
        for _ in 0..<300 {
          try world.write(to: scene)
          await Task.yield()
        }
      }
      for seed in 2...5 {
        group.addTask {
          var world = RandomWorld(seed: UInt64(seed))
          var client = ModelClient(ListenScene(fixture))
          for _ in 0..<40 {
            try await world.act(on: &client)
            try await client.pull()
          }
          await client.scene.session.end()
        }
      }
      try await group.waitForAll()
    }
  }
}
