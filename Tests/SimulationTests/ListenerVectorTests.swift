import FirestoreModel
import Metering
import Testing
import WorkloadRunSupport

@testable import RunReports

/// One worked example of the billing reference, played by the simulator.
struct SimulationVector: Sendable, CustomTestStringConvertible {
  var id: String
  /// `data:` and everything behind it.
  var world: String
  var reads: Int64
  var writes: Int64 = 0
  var deletes: Int64 = 0
  var assume: [String] = []

  var testDescription: String { id }

  /// Ten documents that match `live == true`, in the order of `n`.
  static let ten = """
    data:
      - {path: "items/d{k}", for: {k: 1..10}, fields: {live: true, n: "{k}"}}
    actors:
      me: {client: {sdk: ios, persistence: on}}
      other: {client: {sdk: server}}
    """

  /// Fifty documents, so that a window of ten is full.
  static let fifty = ten.replacing("1..10", with: "1..50")

  static let attach = """
    timeline:
      - {at: "day 1 08:00", actor: me, steps: [{name: watch, listen: "items where live == true", as: r}]}
    """

  static func block(_ steps: String..., reads: Int64, writes: Int64 = 0, deletes: Int64 = 0, id: String) -> Self {
    Self(
      id: id, world: ten + "\n" + attach + "\n" + steps.joined(separator: "\n"), reads: reads, writes: writes,
      deletes: deletes)
  }
}

@Suite("Simulation: listener vectors")
struct ListenerVectorTests {
  /// The life of one listener; each row adds a step.
  private static let blockSteps: [(id: String, step: String, reads: Int64, writes: Int64, deletes: Int64)] = [
    ("the listener is attached; id: V060", "", 10, 0, 0),
    (
      "a document changes; id: V061",
      #"  - {at: "day 1 08:01", actor: other, steps: [{update: items/d1, fields: {x: 1}}]}"#, 11, 1, 0
    ),
    (
      "a document is added; id: V062",
      #"  - {at: "day 1 08:02", actor: other, steps: [{set: items/d11, fields: {live: true, n: 11}}]}"#, 12, 2,
      0
    ),
    (
      "a document leaves by a change; id: V063",
      #"  - {at: "day 1 08:03", actor: other, steps: [{update: items/d2, fields: {live: false}}]}"#, 13, 3, 0
    ),
    (
      "a document is deleted; id: V064", #"  - {at: "day 1 08:04", actor: other, steps: [{delete: items/d3}]}"#, 13, 3,
      1
    ),
    (
      "a change that changes nothing is told to nobody; id: V065",
      #"  - {at: "day 1 08:05", actor: other, steps: [{update: items/d1, fields: {x: 1}}]}"#, 13, 4, 1
    ),
    (
      "four documents change in a batch; id: V066",
      #"  - {at: "day 1 08:06", actor: other, steps: [{batch: [{update: items/d4, fields: {x: 1}}, {update: items/d5, fields: {x: 1}}, {update: items/d6, fields: {x: 1}}, {update: items/d7, fields: {x: 1}}]}]}"#,
      17, 8, 1
    ),
    (
      "one document changes twice in a batch; id: V067",
      #"  - {at: "day 1 08:07", actor: other, steps: [{batch: [{update: items/d4, fields: {x: 2}}, {update: items/d4, fields: {x: 3}}]}]}"#,
      18, 10, 1
    ),
    (
      "ten minutes offline; id: V068",
      #"""
        - {at: "day 1 09:00", actor: me, steps: [{offline: 10m}]}
        - {at: "day 1 09:05", actor: other, steps: [{update: items/d4, fields: {x: 4}}, {update: items/d5, fields: {x: 4}}, {update: items/d6, fields: {x: 4}}, {update: items/d7, fields: {x: 4}}, {delete: items/d8}]}
      """#, 22, 14, 2
    ),
    ("half an hour offline; id: V069", #"  - {at: "day 1 10:00", actor: me, steps: [{offline: 30m}]}"#, 22, 14, 2),
    (
      "more than half an hour offline; id: V070", #"  - {at: "day 1 11:00", actor: me, steps: [{offline: 31m}]}"#, 30,
      14, 2
    ),
  ]

  static let block: [SimulationVector] = blockSteps.indices.map { last in
    let row = blockSteps[last]
    let steps = blockSteps[...last].map(\.step).filter { !$0.isEmpty }
    return SimulationVector(
      id: row.id, world: ([SimulationVector.ten, SimulationVector.attach] + steps).joined(separator: "\n"),
      reads: row.reads, writes: row.writes, deletes: row.deletes)
  }

  static let single: [SimulationVector] = [
    SimulationVector(
      id: "an empty result; id: V071",
      world: SimulationVector.ten + "\n" + SimulationVector.attach.replacing("live == true", with: "live == false"),
      reads: 1),
    SimulationVector(
      id: "a full window takes in one; id: V072",
      world: SimulationVector.ten + "\n" + #"""
        timeline:
          - {at: "day 1 08:00", actor: me, steps: [{listen: "items orderBy n desc limit 10", as: r}]}
          - {at: "day 1 08:01", write: {path: items/new, fields: {live: true, n: "99"}}}
        """#, reads: 11),
    SimulationVector(
      id: "a deleted document is replaced; id: V073",
      world: SimulationVector.fifty + "\n" + #"""
        timeline:
          - {at: "day 1 08:00", actor: me, steps: [{listen: "items where live == true orderBy __name__ limit 10", as: r}]}
          - {at: "day 1 08:01", actor: other, steps: [{delete: items/d1}]}
        """#, reads: 11, deletes: 1),
    SimulationVector(
      id: "a document that leaves is replaced; id: V074",
      world: SimulationVector.fifty + "\n" + #"""
        timeline:
          - {at: "day 1 08:00", actor: me, steps: [{listen: "items where live == true orderBy __name__ limit 10", as: r}]}
          - {at: "day 1 08:01", actor: other, steps: [{update: items/d1, fields: {live: false}}]}
        """#, reads: 12, writes: 1),
    SimulationVector(
      id: "one client that listens to one query twice; id: V075",
      world: SimulationVector.ten + "\n" + #"""
        timeline:
          - {at: "day 1 08:00", actor: me, steps: [{listen: "items where live == true", as: a}, {listen: "items where live == true", as: b}]}
        """#, reads: 10),
    SimulationVector(
      id: "two clients that listen to one query; id: V076",
      world: SimulationVector.ten.replacing("me: {", with: "me: {count: 2, ") + "\n" + SimulationVector.attach + "\n"
        + #"  - {at: "day 1 08:01", actor: other, steps: [{update: items/d1, fields: {x: 1}}]}"#, reads: 22, writes: 1),
    SimulationVector(
      id: "one document that changes and is deleted; id: V077",
      world: SimulationVector.ten + "\n" + #"""
        timeline:
          - {at: "day 1 08:00", actor: me, steps: [{listen: items/d1, as: r}]}
          - {at: "day 1 08:01", actor: other, steps: [{update: items/d1, fields: {x: 1}}, {update: items/d1, fields: {x: 2}}, {update: items/d1, fields: {x: 3}}, {delete: items/d1}]}
        """#, reads: 4, writes: 3, deletes: 1),
    SimulationVector(
      id: "a document that does not exist, and then does; id: V078",
      world: SimulationVector.ten + "\n" + #"""
        timeline:
          - {at: "day 1 08:00", actor: me, steps: [{listen: items/none, as: r}]}
          - {at: "day 1 08:01", actor: other, steps: [{create: items/none, fields: {x: 1}}]}
        """#, reads: 2, writes: 1),
    SimulationVector(
      id: "offline without persistence; id: V079",
      world: SimulationVector.ten.replacing("persistence: on", with: "persistence: off") + "\n"
        + SimulationVector.attach + "\n" + #"  - {at: "day 1 08:01", actor: me, steps: [{offline: 5s}]}"#, reads: 20),
    SimulationVector(
      id: "offline without persistence, if the service takes the token; id: V079",
      world: SimulationVector.ten.replacing("persistence: on", with: "persistence: off") + "\n"
        + SimulationVector.attach + "\n" + #"  - {at: "day 1 08:01", actor: me, steps: [{offline: 5s}]}"#, reads: 10,
      assume: ["reconnect=token"]),
    reopened("opened again with persistence; id: V080", persistence: "on", minutes: 5, reads: 10),
    reopened("opened again without persistence; id: V081", persistence: "off", minutes: 5, reads: 20),
    reopened(
      "opened again with persistence after more than half an hour; id: V082", persistence: "on", minutes: 45, reads: 20),
    SimulationVector(
      id: "an own write comes back; id: V083",
      world: SimulationVector.ten + "\n" + SimulationVector.attach + "\n"
        + #"  - {at: "day 1 08:01", actor: me, steps: [{set: items/own, fields: {live: true}}]}"#, reads: 11, writes: 1),
    SimulationVector(
      id: "an own write, if it does not come back; id: V083",
      world: SimulationVector.ten + "\n" + SimulationVector.attach + "\n"
        + #"  - {at: "day 1 08:01", actor: me, steps: [{set: items/own, fields: {live: true}}]}"#, reads: 10, writes: 1,
      assume: ["ownEcho=false"]),
    SimulationVector(
      id: "a hundred readers of one room; id: V086",
      world: #"""
        data:
          - {path: "room/m{k}", for: {k: 1..60}, fields: {at: {spread: [-1d, 0d]}}}
        actors:
          reader: {count: 100, client: {sdk: ios}}
        timeline:
          - {at: "day 1 08:00", actor: reader, steps: [{name: room.open, listen: "room orderBy at desc limit 50", as: r}]}
          - {at: "day 1 09:00", write: {path: "room/{auto}", count: 20, spread: 10m, fields: {at: serverTime}}}
        """#, reads: 7000),
  ]

  private static func reopened(_ id: String, persistence: String, minutes: Int, reads: Int64) -> SimulationVector {
    SimulationVector(
      id: id,
      world: SimulationVector.ten.replacing("persistence: on", with: "persistence: \(persistence)") + "\n"
        + SimulationVector.attach + "\n" + #"""
            - {at: "day 1 09:00", actor: me, steps: [{unlisten: r}, {pause: \#(minutes)m}, {name: watch, listen: "items where live == true", as: r}]}
          """#, reads: reads)
  }

  @Test(arguments: block + single) func vector(_ vector: SimulationVector) async throws { try await check(vector) }
}

/// Plays a vector and compares what was billed.
func check(_ vector: SimulationVector) async throws {
  let text = """
    workload: vector
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    \(vector.world)
    """
  var billing = BillingAssumptions.standard
  for assumption in vector.assume {
    let parts = assumption.split(separator: "=").map(String.init)
    let isKnown = billing.set(parts[0], to: parts[1])
    #expect(isKnown)
  }
  let report = try await SimulationFixture.report(text, billing: billing)
  let tally = report.variants[0].tally
  #expect([tally.reads, tally.writes, tally.deletes] == [vector.reads, vector.writes, vector.deletes], "\(vector.id)")
}
