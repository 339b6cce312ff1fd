import Testing

@Suite("Simulation: write, transaction and retry vectors")
struct WriteVectorTests {
  private static func vector(
    _ id: String, client: String, _ step: String, reads: Int64, writes: Int64 = 0, deletes: Int64 = 0
  ) -> SimulationVector {
    SimulationVector(
      id: id,
      world: #"""
        data:
          - {path: docs/a, fields: {n: 1}}
          - {path: docs/c, fields: {n: 1}}
          - {path: "list/{k}", for: {k: 1..20}, fields: {n: 1}}
        actors:
          me: {client: {sdk: \#(client)}}
        timeline:
          - {at: "day 1 08:00", actor: me, steps: \#(step)}
        """#, reads: reads, writes: writes, deletes: deletes)
  }

  static let vectors: [SimulationVector] = [
    vector("a get; id: V001", client: "server", "[{get: docs/a}]", reads: 1),
    vector("a get of a missing document; id: V002", client: "server", "[{get: docs/none}]", reads: 1),
    vector(
      "pages until one is short; id: V013", client: "server", "[{page: {query: list, size: 7, until: end}}]", reads: 20),
    vector(
      "pages that end with an empty one; id: V014", client: "server", "[{page: {query: list, size: 10, until: end}}]",
      reads: 21),
    vector(
      "pages that look ahead; id: V015", client: "server",
      "[{page: {query: list, size: 10, until: end, lookAhead: true}}]", reads: 21),
    vector(
      "pages that read their cursor again; id: V016", client: "server",
      "[{page: {query: list, size: 10, until: end, cursor: refetch}}]", reads: 23),
    vector("a query of the cache; id: V050", client: "ios", "[{query: list, source: cache}]", reads: 0),
    vector("a set; id: V110", client: "server", "[{set: docs/b, fields: {n: 1}}]", reads: 0, writes: 1),
    vector("a merge; id: V110", client: "server", "[{set: docs/a, merge: true, fields: {m: 1}}]", reads: 0, writes: 1),
    vector("an update; id: V110", client: "server", "[{update: docs/a, fields: {n: 2}}]", reads: 0, writes: 1),
    vector("a create; id: V110", client: "server", "[{create: docs/b, fields: {n: 1}}]", reads: 0, writes: 1),
    vector(
      "an update that changes nothing; id: V111", client: "server", "[{update: docs/a, fields: {n: 1}}]", reads: 0,
      writes: 1),
    vector(
      "deletes, one of a missing document; id: V112", client: "server", "[{delete: docs/a}, {delete: docs/none}]",
      reads: 0, deletes: 2),
    vector(
      "a batch of writes and deletes; id: V113", client: "server",
      "[{batch: [{set: docs/x, fields: {n: 1}}, {set: docs/y, fields: {n: 1}}, {set: docs/z, fields: {n: 1}}, {delete: docs/a}, {delete: docs/c}]}]",
      reads: 0, writes: 3, deletes: 2),
    vector(
      "one document twice in a batch; id: V114", client: "server",
      "[{batch: [{set: docs/x, fields: {n: 1}}, {set: docs/x, fields: {n: 2}}]}]", reads: 0,
      writes: 2),
    vector(
      "one write with several transforms; id: V115", client: "server",
      "[{set: docs/x, fields: {at: serverTime, n: {increment: 1}, m: {increment: 2}}}]", reads: 0, writes: 1),
    vector(
      "a write whose precondition fails; id: V116", client: "server",
      "[{create: docs/a, fields: {n: 1}, expect: {status: ALREADY_EXISTS}}]", reads: 0),
    vector(
      "a transaction of the server; id: V117", client: "server",
      "[{transaction: {reads: [docs/a, docs/c], writes: [{update: docs/a, fields: {n: 2}}]}}]", reads: 2, writes: 1),
    vector(
      "a transaction of the web that writes another document; id: V119", client: "web",
      "[{transaction: {reads: [docs/a], writes: [{set: docs/b, fields: {n: 2}}]}}]", reads: 2, writes: 1),
    vector(
      "a transaction of the web that writes what it read; id: V120", client: "web",
      "[{transaction: {reads: [docs/a], writes: [{update: docs/a, fields: {n: 2}}]}}]", reads: 1, writes: 1),
    vector(
      "a transaction that reads a query; id: V121", client: "server", "[{transaction: {reads: ['list'], writes: []}}]",
      reads: 20),
    vector(
      "three attempts that all arrive; id: V124", client: "ios",
      "[{set: docs/x, fields: {n: 1}, retry: {attempts: 3, timeout: 10s, backoff: [2s, 4s], fails: [true, true, true], reaches: [true, true, true]}}]",
      reads: 0, writes: 3),
    vector(
      "three writes queued offline; id: V125", client: "ios",
      "[{offline: 10m}, {set: docs/x, fields: {n: 1}}, {set: docs/x, fields: {n: 1}}, {set: docs/x, fields: {n: 1}}]",
      reads: 0, writes: 3),
    vector(
      "a retry around a write that is queued offline; id: S15", client: "ios",
      "[{offline: 10m}, {set: docs/x, fields: {n: 1}, retry: {attempts: 3, timeout: 10s, backoff: [2s, 4s], fails: 0, reaches: 0}}]",
      reads: 0, writes: 3),
    vector(
      "a retry whose first attempt does not arrive; id: S15", client: "ios",
      "[{set: docs/x, fields: {n: 1}, retry: {attempts: 3, timeout: 10s, backoff: [2s, 4s], fails: [true, false], reaches: 0}}]",
      reads: 0, writes: 1),
  ]

  @Test(arguments: vectors) func vector(_ vector: SimulationVector) async throws { try await check(vector) }
}
