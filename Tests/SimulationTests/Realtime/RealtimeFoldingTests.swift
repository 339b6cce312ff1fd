import FirebreakTestSupport
import FirestoreModel
import Metering
import Testing
import WorkloadRunSupport

@testable import Simulation
@testable import Workloads

/// Users of the Realtime Database that behave alike are played once, and the bill is that of all of them.
@Suite("Simulation: folding on the Realtime Database")
struct RealtimeFoldingTests {
  /// Twelve pairs, so that numbers of two lengths occur.
  static let pairs = """
    workload: pairs
    clock: {start: "2026-01-05T00:00:00-08:00", days: 2}
    data:
      - {rtdb: "members/c{c}", for: {c: 1..12}, value: {"a{c}": true, "b{c}": true}}
      - {rtdb: "messages/c{c}/{auto}", for: {c: 1..12}, count: 8, value: {from: "a{c}", text: {string: 40}, at: {spread: [-2d, 0d]}}}
    actors:
      left:
        count: 12
        auth: {uid: "a{i}"}
        sessions: {perDay: 3, at: {window: ["08:00", "20:00"], gap: even}, length: 20m}
        steps:
          - {name: gone, rtdb: {op: onDisconnect, path: "presence/a{i}", value: {on: false, at: serverTime}}}
          - {name: here, rtdb: {op: set, path: "presence/a{i}", value: {on: true, at: serverTime}}}
          - {name: open, rtdb: {op: listen, path: "messages/c{i}", orderByChild: at, limitToLast: 5}, as: m}
          - {name: say, rtdb: {op: push, path: "messages/c{i}", value: {from: "a{i}", text: {string: 40}, at: serverTime}}, as: mine}
          - {pause: 1m}
          - {name: edit, rtdb: {op: update, path: "messages/c{i}/{mine}", values: {text: {string: 30}, edited: true}}}
          - {name: count, rtdb: {op: transaction, path: "messages/c{i}/{mine}/reads", by: 1}}
      right:
        count: 12
        auth: {uid: "b{i}"}
        sessions: {perDay: 2, at: {window: ["08:05", "20:00"], gap: even}, length: 20m}
        during: [{repeat: 2, spread: length, rtdb: {op: push, path: "messages/c{i}", value: {from: "a{i}", text: hi, at: serverTime}}}]
        steps:
          - {name: watch, rtdb: {op: listen, path: "presence/a{i}"}}
          - {name: read, rtdb: {op: listen, path: "messages/c{i}"}}
          - {pause: 5m}
          - {offline: 3m}
          - {pause: 4m}
          - {name: drop, rtdb: {op: delete, path: "messages/c{i}/{latest}"}}
    """

  static let own = """
    workload: own
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {rtdb: "posts/{auto}", count: 20, value: {at: {spread: [-2d, 0d]}, likes: 0}}
    actors:
      reader:
        count: 11
        auth: {uid: "u{i}"}
        world: own
        sessions: {perDay: 3, at: {window: ["08:00", "20:00"], gap: even}, length: 20m}
        during: [{repeat: 3, spread: length, rtdb: {op: increment, path: "posts/{latest}/likes"}}]
        steps: [{name: feed, rtdb: {op: listen, path: posts, orderByChild: at, limitToLast: 10}}]
    """

  /// Plays everybody, and those that stand for others, and expects the same of both.
  @discardableResult
  private static func compare(
    _ input: RunInput, _ comment: Comment? = nil
  ) async throws -> (folded: VariantOutcome, whole: VariantOutcome) {
    let folded = try #require(await WorkloadRunner.simulate(input, isFolding: true).first)
    let whole = try #require(await WorkloadRunner.simulate(input, isFolding: false).first)
    #expect(folded.ledger.total == whole.ledger.total, comment)
    #expect(folded.ledger.days == whole.ledger.days, comment)
    #expect(folded.ledger.roles == whole.ledger.roles, comment)
    #expect(folded.ledger.realtime == whole.ledger.realtime, comment)
    #expect(folded.ledger.operations.map(\.calls) == whole.ledger.operations.map(\.calls), comment)
    #expect(folded.notes.denied.mapValues(\.value) == whole.notes.denied.mapValues(\.value), comment)
    #expect(folded.notes.outsideWrites == whole.notes.outsideWrites, comment)
    #expect(folded.notes.realtimeStorageSamples == whole.notes.realtimeStorageSamples, comment)
    #expect(folded.notes.problems.map(\.message) == whole.notes.problems.map(\.message), comment)
    return (folded, whole)
  }

  @Test(arguments: [(pairs, true), (pairs, false), (own, false)])
  func `a folded run is billed like a run of every user`(_ text: String, _ hasRules: Bool) async throws {
    let input = try RealtimeSimulationTests.input(text, rules: hasRules ? RealtimeSimulationTests.rules : nil)
    let rules = FoldingRules(realtime: input.surroundings[0].realtimeRules)
    #expect(FoldingPlan.cells(of: input.suite.variants[0].workload, under: rules).count == 2)
    let (folded, _) = try await Self.compare(input)
    #expect(folded.ledger.total.realtimeBytes > 0)
    #expect(folded.notes.refusals.map { "\($0.step.operation.name) \($0.error.message)" } == [])
  }

  /// What makes instances meet keeps them apart: each is simulated.
  @Test(arguments: [
    #"{rtdb: {op: set, path: presence/shared, value: 1}}"#, #"{rtdb: {op: listen, path: messages}}"#,
    #"{rtdb: {op: delete, path: messages}}"#, #"{rtdb: {op: get, path: "messages/c1"}}"#,
    #"{rtdb: {op: set, path: "messages/c{i}/x", value: "{i}"}}"#,
  ])
  func `shared locations are not folded`(_ step: String) throws {
    let text = Self.pairs.replacing("      - {name: drop,", with: "      - \(step)\n      - {name: drop,")
    let workload = try SimulationFixture.suite(text).variants[0].workload
    #expect(FoldingPlan.cells(of: workload).count == 1)
  }

  @Test(arguments: [
    (#"{"rules": {".read": "auth.uid === 'a7'", ".write": true}}"#, 1),
    (#"{"rules": {".read": "auth.uid.matches(/^[ab][0-4]/)", ".write": true}}"#, 1),
    (#"{"rules": {".read": "auth.uid < 'b'", ".write": true}}"#, 1),
    (#"{"rules": {".read": "auth.uid.beginsWith('a') || auth.uid.length > 1", ".write": "now > 5"}}"#, 2),
    (#"{"rules": {".read": true, ".write": true, "messages": {"c3": {".validate": true}}}}"#, 1),
  ])
  func `rules that single out an instance keep instances apart`(_ rules: String, _ cells: Int) throws {
    let input = try RealtimeSimulationTests.input(Self.pairs, rules: rules)
    let folding = FoldingRules(realtime: input.surroundings[0].realtimeRules)
    #expect(FoldingPlan.cells(of: input.suite.variants[0].workload, under: folding).count == cells)
  }

  /// Places of one kind of instances are none of another kind, and none of somebody with a name of their own.
  @Test func `instances whose names cannot be the same keep to themselves`() async throws {
    let text = """
      workload: inboxes
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      data:
        - {rtdb: "inbox/a{c}/c{c}", for: {c: 1..12}, value: {unread: 0, with: "b{c}"}}
        - {rtdb: "inbox/b{c}/c{c}", for: {c: 1..12}, value: {unread: 0, with: "a{c}"}}
        - {rtdb: "inbox/team", value: {text: {string: 50}}}
        - {rtdb: "inbox/x{c}y", for: {c: 1..3}, value: {unread: 0}}
      actors:
        first:
          count: 12
          auth: {uid: "a{i}"}
          sessions: {perDay: 2, at: {window: ["08:00", "20:00"], gap: even}, length: 5m}
          steps:
            - {rtdb: {op: listen, path: "inbox/a{i}"}}
            - {rtdb: {op: get, path: inbox/team}}
            - {rtdb: {op: update, path: inbox, values: {"a{i}/c{i}/unread": 0, "b{i}/c{i}/unread": {increment: 1}}}}
        second:
          count: 12
          auth: {uid: "b{i}"}
          sessions: {perDay: 2, at: {window: ["08:01", "20:00"], gap: even}, length: 5m}
          steps:
            - {rtdb: {op: listen, path: "inbox/b{i}", orderByChild: unread, limitToLast: 5}}
            - {rtdb: {op: set, path: "inbox/a{i}/c{i}/seen", value: serverTime}}
      """
    let rules =
      #"{"rules": {"inbox": {".indexOn": "unread", "team": {".read": true}, "$who": {".read": "auth.uid === $who", ".write": "auth != null"}}}}"#
    let input = try RealtimeSimulationTests.input(text, rules: rules)
    let folding = FoldingRules(realtime: input.surroundings[0].realtimeRules)
    #expect(FoldingPlan.cells(of: input.suite.variants[0].workload, under: folding).count == 2)
    let (folded, _) = try await Self.compare(input)
    #expect(folded.notes.refusedRequests.value == 0)
    // Whoever writes into the inbox of all is kept apart.
    let meeting = text.replacing("{op: get, path: inbox/team}", with: "{op: set, path: inbox/a3, value: 1}")
    #expect(FoldingPlan.cells(of: try SimulationFixture.suite(meeting).variants[0].workload).count == 1)
  }

  // MARK: Texts that are searched

  private static let participants = """
    {"rules": {"messages": {"$c": {".indexOn": "at",
      ".read": "root.child('members/' + $c + '/list').val().contains(auth.uid)", "$m": {".write": "auth != null"}}},
      "presence": {".read": "auth != null", "$uid": {".write": "auth.uid === $uid"}}}}
    """

  /// Asking a list whether it contains somebody is an error for all alike; asking a text tells `a1` from `a12`.
  @Test(arguments: [#"["a{c}", "b{c}"]"#, #""a{c},b{c}""#, #""a{c}""#, #""-""#])
  func `searched texts are noticed`(_ list: String) async throws {
    let text = Self.pairs.replacing(#"value: {"a{c}": true, "b{c}": true}"#, with: "value: {list: \(list)}")
    let input = try RealtimeSimulationTests.input(text, rules: Self.participants)
    let rules = FoldingRules(realtime: input.surroundings[0].realtimeRules)
    #expect(
      FoldingPlan.cells(of: input.suite.variants[0].workload, under: rules).count == (list == #""a{c},b{c}""# ? 1 : 2))
    let (folded, _) = try await Self.compare(input)
    #expect((folded.notes.denied["left"] == nil) == list.hasPrefix(#""a{c}"#))
  }

  @Test(arguments: [
    (#"{"rules": {".read": true, "messages": {"$c": {".write": "auth.uid.contains($c)"}}}}"#, 2),
    (#"{"rules": {".read": true, "messages": {"$c": {".write": true}}, "other": {".write": "auth.uid < 'b'"}}}"#, 2),
    (
      #"{"rules": {".read": true, "messages": {"$c": {"$m": {".write": "auth.uid.beginsWith($c)"}}}, "presence": {"a3": {".write": true}}}}"#,
      1
    ),
  ])
  func `rules that nobody asks do not matter`(_ rules: String, _ cells: Int) async throws {
    let input = try RealtimeSimulationTests.input(Self.pairs, rules: rules)
    let folding = FoldingRules(realtime: input.surroundings[0].realtimeRules)
    #expect(FoldingPlan.cells(of: input.suite.variants[0].workload, under: folding).count == cells)
    try await Self.compare(input)
  }

  // MARK: Any workload

  /// Requests of the instance with that number, all of them at places of its own or such that it only reads.
  private static let requests = [
    #"{rtdb: {op: listen, path: "messages/c{i}", orderByChild: at, limitToLast: 3}}"#,
    #"{rtdb: {op: listen, path: "messages/c{i}", event: childAdded, limitToLast: 4}, as: m}"#,
    #"{rtdb: {op: listen, path: "messages/c{i}"}}"#, #"{rtdb: {op: unlisten, path: "messages/c{i}"}}"#,
    #"{rtdb: {op: get, path: "messages/c{i}", orderByKey: true, limitToFirst: 2}, each: [{rtdb: {op: get, path: "members/c{i}"}}]}"#,
    #"{rtdb: {op: get, path: notice}}"#, #"{rtdb: {op: listen, path: notice}}"#,
    #"{rtdb: {op: push, path: "messages/c{i}", value: {from: "a{i}", text: {string: 20}, at: serverTime}}}"#,
    #"{rtdb: {op: set, path: "messages/c{i}/fixed", value: {from: "b{i}", at: 7}}}"#,
    #"{rtdb: {op: update, path: /, values: {"messages/c{i}/{auto}": {from: "a{i}", at: serverTime}, "presence/a{i}/seen": serverTime, "members/c{i}/n": {increment: 1}}}}"#,
    #"{rtdb: {op: increment, path: "messages/c{i}/fixed/likes", by: 2}}"#,
    #"{rtdb: {op: transaction, path: "members/c{i}/n", by: 1}}"#,
    #"{rtdb: {op: delete, path: "messages/c{i}/{latest}"}}"#,
    #"{rtdb: {op: onDisconnect, path: "presence/a{i}", value: {on: false}}}"#,
    #"{rtdb: {op: set, path: "presence/a{i}", value: {on: true, seen: serverTime}}}"#,
    #"{rtdb: {op: listen, path: "presence/a{i}"}}"#, "{pause: 70s}", "{offline: 2m}",
  ]

  private static let rulesets: [String?] = [
    nil, RealtimeSimulationTests.rules, participants,
    #"{"rules": {".read": true, ".write": "newData.child('messages').hasChildren()"}}"#,
    #"{"rules": {"messages": {"$c": {".read": "$c.length < 3", ".write": "$c.endsWith('1')"}}, "presence": {".read": true, ".write": "auth.uid.length > 2"}}}"#,
    #"{"rules": {".read": "query.limitToLast < 4 || root.child('members/c' + auth.uid.replace('a', '')).exists()", ".write": "auth.uid.beginsWith('a')"}}"#,
  ]

  private static func workload(_ generator: inout SeededGenerator) -> String {
    func steps(_ number: Int, _ generator: inout SeededGenerator) -> String {
      (0..<number).map { _ in "          - " + requests[Int.random(in: 0..<requests.count, using: &generator)] }.joined(
        separator: "\n")
    }
    let world = Bool.random(using: &generator) ? "own" : "shared"
    let first = steps(Int.random(in: 2...7, using: &generator), &generator)
    let second = steps(Int.random(in: 1...5, using: &generator), &generator)
    let outside = requests[7...11].randomElement(using: &generator) ?? ""
    return """
      workload: any
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      data:
        - {rtdb: "members/c{c}", for: {c: 1..12}, value: {"a{c}": true, "b{c}": true, n: 5}}
        - {rtdb: "messages/c{c}/{auto}", for: {c: 1..12}, count: 4, value: {from: "a{c}", text: {string: 40}, at: {spread: [-2d, 0d]}}}
        - {rtdb: notice, value: {text: {string: 100}}}
      actors:
        left:
          count: 12
          world: \(world)
          auth: {uid: "a{i}"}
          sessions: {perDay: 2, at: {window: ["08:00", "20:00"], gap: even}, length: 15m}
          during: [{repeat: 2, spread: length, \(outside.dropFirst())]
          steps:
      \(first)
        right:
          count: 12
          world: \(world)
          auth: {uid: "b{i}"}
          sessions: {perDay: 2, at: {window: ["08:03", "20:00"], gap: even}, length: 15m}
          steps:
      \(second)
      """
  }

  @Test(arguments: 0..<24)
  func `any workload of users that do not meet costs the same folded`(_ seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let text = Self.workload(&generator)
    let input = try RealtimeSimulationTests.input(text, rules: Self.rulesets[seed % Self.rulesets.count])
    try await Self.compare(input, "\(text)")
  }
}
