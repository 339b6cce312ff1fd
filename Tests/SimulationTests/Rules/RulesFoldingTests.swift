import Metering
import Testing
import WorkloadRunSupport

@testable import Simulation
@testable import Workloads

@Suite("Simulation: folding under security rules")
struct RulesFoldingTests {
  /// Each user in a place of their own, and a profile that rules read.
  static let own = """
    workload: own
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {path: "rooms/{r}/messages/{auto}", for: {r: 1..12}, count: 8, fields: {at: {spread: [-2d, 0d]}, text: {string: 40}}}
      - {path: "rooms/{r}", for: {r: 1..12}, fields: {owner: "u{r}"}}
      - {path: "profiles/u{p}", for: {p: 1..12}, fields: {active: true}}
    actors:
      member:
        count: 12
        auth: {uid: "u{i}"}
        client: {sdk: web}
        sessions: {perDay: 3, at: {window: ["08:00", "20:00"], gap: even}, length: 20m}
        during: [{write: {path: "rooms/{i}/messages/{auto}", count: 2, spread: length}}]
        steps:
          - {name: open, listen: "rooms/{i}/messages orderBy at desc limit 5", as: m}
          - {name: say, set: "rooms/{i}/messages/{auto}", fields: {at: serverTime, author: "{uid}x"}}
          - {name: other, get: "rooms/{i}/messages/none", missing: ok}
          - {pause: 5m}
    """

  static let rules = """
    match /rooms/{room}/messages/{message} {
      allow read: if get(/databases/$(database)/documents/rooms/$(room)).data.owner == request.auth.uid
        && exists(/databases/$(database)/documents/profiles/$(request.auth.uid));
      allow create: if get(/databases/$(database)/documents/rooms/$(room)).data.owner == request.auth.uid;
    }
    """

  static let workload = own.replacing(#"author: "{uid}x""#, with: #"kind: text"#)

  @Test(arguments: [
    rules, "match /{path=**} { allow read: if true; }",
    "match /rooms/{room}/messages/{message} { allow read, write: if request.auth.uid == 'u' + room; }",
    "match /rooms/{room}/messages/{message} { allow read, write: if request.auth.uid != 'u7'; }",
    "match /rooms/{room}/messages/{message} { allow read, write: if request.auth.uid.matches('u[1-5]'); }",
    "match /rooms/7/messages/{message} { allow read, write: if true; }",
    "match /rooms/{room}/messages/{message} { allow read, write: if room < '5'; }",
  ])
  func `a folded run is judged and billed like a run of every user`(_ rules: String) async throws {
    let input = try SimulationFixture.input(Self.workload, rules: rules)
    let folded = await WorkloadRunner.simulate(input, isFolding: true)
    let whole = await WorkloadRunner.simulate(input, isFolding: false)
    #expect(folded[0].ledger.total == whole[0].ledger.total)
    #expect(folded[0].ledger.total.ruleReads == whole[0].ledger.total.ruleReads)
    #expect(folded[0].ledger.operations.map(\.callsByReads) == whole[0].ledger.operations.map(\.callsByReads))
    #expect(folded[0].notes.denied.mapValues(\.value) == whole[0].notes.denied.mapValues(\.value))
  }

  @Test func `rules that only compare names leave actors folded`() throws {
    let workload = try SimulationFixture.suite(Self.workload).variants[0].workload
    #expect(
      FoldingPlan.cells(of: workload, under: FoldingRules(access: try SimulationFixture.access(Self.rules))).count == 2)
  }

  @Test(arguments: [
    ("request.auth.uid == 'u7'", workload), ("request.auth.uid.matches('u[1-5]')", workload),
    ("room < '5'", workload), ("exists(/databases/$(database)/documents/rooms/7)", workload),
    // Data that singles out some users.
    ("true", workload.replacing("fields: {active: true}", with: "fields: {friend: u3}")),
    ("true", workload.replacing("{p: 1..12}", with: "{p: 1..5}")),
    ("true", workload.replacing(#"owner: "u{r}""#, with: #"owner: "u{r}", level: "{r}""#)),
    ("true", own),
  ])
  func `what tells actors apart keeps them apart`(_ condition: String, _ text: String) throws {
    let workload = try SimulationFixture.suite(text).variants[0].workload
    let rules = "match /rooms/{room}/messages/{message} { allow read, write: if \(condition); }"
    #expect(
      FoldingPlan.cells(of: workload, under: FoldingRules(access: try SimulationFixture.access(rules))).count == 1)
  }

  // MARK: Names in places

  /// Twenty users who read the same document; whatever else there is comes in through the arguments.
  static func crowd(data: String = "", timeline: String = "", world: String = "shared", steps: String = "") -> String {
    """
    workload: crowd
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {path: a/x, fields: {v: 1}}
    \(data)
    actors:
      u:
        count: 20
        world: \(world)
        auth: {uid: "u{i}"}
        client: {sdk: ios, persistence: off}
        sessions: {perDay: 2, at: {window: ["08:00", "22:00"], gap: even}, length: 2m}
        steps:
          - {name: read, get: a/x}
    \(steps)
    \(timeline.isEmpty ? "" : "timeline:\n  - \(timeline)")
    """
  }

  static func bans(_ fields: String) -> String { "  - {path: bans/all, fields: \(fields)}" }

  private static let listed = "!(request.auth.uid in get(/databases/$(database)/documents/bans/all).data)"
  private static let exists = "!exists(/databases/$(database)/documents/bans/$(request.auth.uid))"
  private static let users = #"  - {path: "bans/u{p}", for: {p: 1..20}, fields: {v: 1}}"#

  /// Ways to write the name of one user other than as the text of a field.
  static let namings: [(condition: String, text: String)] = [
    (listed, crowd(data: bans("{u7: true}"))),
    (listed, crowd(data: bans("{u7: true}"), world: "own")),
    (
      "!(request.auth.uid in get(/databases/$(database)/documents/bans/all).data.m)",
      crowd(data: bans("{m: {map: {u7: true}}}"))
    ),
    (
      "get(/databases/$(database)/documents/bans/all).data.get(request.auth.uid, true)",
      crowd(data: bans("{u7: false}"))
    ),
    (
      "!resource.data.keys().hasAny([request.auth.uid])",
      crowd(data: "  - {path: a/y, fields: {u7: 1}}", steps: "      - {name: y, get: a/y}")
    ),
    (
      "get(/databases/$(database)/documents/bans/all).data.diff({}).addedKeys().hasAny([request.auth.uid]) == false",
      crowd(data: bans("{u7: 1}"))
    ),
    (listed, crowd(data: bans("{v: 1}"), timeline: #"{at: "day 1 07:00", write: {path: bans/all, fields: {u7: 1}}}"#)),
    (
      listed,
      crowd(
        data: bans("{v: 1}"),
        timeline: #"{at: "day 1 07:00", write: {path: bans/all, fields: {m: 1, u17: {map: {x: 1}}}}}"#)
    ),
    (exists, crowd(timeline: #"{at: "day 1 07:00", write: {path: bans/u7, fields: {x: 1}}}"#)),
    (exists, crowd(timeline: #"{at: "day 1 07:00", write: {path: bans/u7, fields: {x: 1}}}"#, world: "own")),
    (exists, crowd(data: users, timeline: #"{at: "day 1 12:00", write: {path: bans/u7, delete: true}}"#)),
    (exists, crowd(timeline: #"{at: "day 1 07:00", write: {path: "bans/u{p}", for: {p: 3..12}, fields: {x: 1}}}"#)),
    (exists, crowd(timeline: #"{at: "day 1 07:00", write: {path: "bans/{p}", for: {p: [u3, u12]}, fields: {x: 1}}}"#)),
    (exists, crowd(data: #"  - {path: "bans/{p}", for: {p: [u3, u12]}, fields: {x: 1}}"#)),
    (exists, crowd(data: #"  - {path: "bans/u1{p}", for: {p: 0..4}, fields: {x: 1}}"#)),
    (
      "resource == null || resource.id != request.auth.uid",
      crowd(data: "  - {path: a/u7, fields: {v: 1}}", steps: "      - {name: other, get: a/u7}")
    ),
  ]

  /// Users of databases of their own whom nothing names are one and the same, whatever rules look into.
  @Test(arguments: [
    (#"auth: {uid: me}"#, "{n: 1, text: fixed}", "a/b", 2), (#"auth: {uid: "u{i}"}"#, "{n: 1}", "a/b", 12),
    (#"auth: {uid: me}"#, "{text: {string: 5}}", "a/b", 12), (#"auth: {uid: me}"#, "{n: 1}", "a/{auto}", 12),
  ])
  func `whom nothing names rules cannot tell apart`(_ auth: String, _ fields: String, _ path: String, _ cells: Int)
    async throws
  {
    let text = """
      workload: own
      clock: {start: "2026-01-05T00:00:00-08:00", days: 2}
      data: [{path: "c/{auto}", count: 4, fields: {n: {uniform: [1, 9]}, text: {string: 4}}}]
      actors:
        reader:
          count: 12
          world: own
          \(auth)
          sessions: {perDay: 2, at: {first: "08:00", gap: 2h}, length: 5m}
          steps: [{name: ask, query: c}, {name: write, set: "\(path)", fields: \(fields)}]
      """
    let rules = """
      match /{path=**} {
        allow read: if true;
        allow write: if request.auth.uid > 'a' && request.resource.data.keys().join(',').matches('[a-z,]+');
      }
      """
    let input = try SimulationFixture.input(text, rules: rules)
    let folding = FoldingRules(access: input.surroundings[0].access)
    #expect(FoldingPlan.cells(of: input.suite.variants[0].workload, under: folding).count == cells)
    let folded = try #require(await WorkloadRunner.simulate(input, isFolding: true).first)
    let whole = try #require(await WorkloadRunner.simulate(input, isFolding: false).first)
    #expect(folded.ledger.total == whole.ledger.total)
    #expect(folded.notes.refusedRequests == whole.notes.refusedRequests)
  }

  @Test(arguments: namings)
  func `a folded run denies what a run of every user denies, wherever a name stands`(
    _ condition: String, _ text: String
  ) async throws {
    let rules = "match /a/{d} { allow read: if \(condition); }"
    let workload = try SimulationFixture.suite(text).variants[0].workload
    #expect(
      FoldingPlan.cells(of: workload, under: FoldingRules(access: try SimulationFixture.access(rules))).count != 2)
    let input = try SimulationFixture.input(text, rules: rules)
    let folded = await WorkloadRunner.simulate(input, isFolding: true)
    let whole = await WorkloadRunner.simulate(input, isFolding: false)
    #expect(whole[0].notes.denied["u"]?.value ?? 0 > 0)
    #expect(folded[0].notes.denied.mapValues(\.value) == whole[0].notes.denied.mapValues(\.value))
    #expect(folded[0].ledger.total == whole[0].ledger.total)
  }

  @Test(arguments: [
    crowd(), crowd(data: users), crowd(data: bans("{v: 1}")), crowd(data: bans("{u21: true, u: 1, u7x: 1}")),
    crowd(timeline: #"{at: "day 1 07:00", write: {path: bans/all, fields: {x: 1}}}"#),
    crowd(timeline: #"{at: "day 1 12:00", write: {path: "bans/u{p}", for: {p: 1..20}, fields: {x: 1}}}"#),
  ])
  func `names of all users, or of none, leave them folded`(_ text: String) async throws {
    let rules = "match /a/{d} { allow read: if \(Self.exists); }"
    let workload = try SimulationFixture.suite(text).variants[0].workload
    #expect(
      FoldingPlan.cells(of: workload, under: FoldingRules(access: try SimulationFixture.access(rules))).count == 2)
    let input = try SimulationFixture.input(text, rules: rules)
    let folded = await WorkloadRunner.simulate(input, isFolding: true)
    let whole = await WorkloadRunner.simulate(input, isFolding: false)
    #expect(folded[0].notes.denied.mapValues(\.value) == whole[0].notes.denied.mapValues(\.value))
    #expect(folded[0].ledger.total == whole[0].ledger.total)
  }
}
