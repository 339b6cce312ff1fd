import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import Metering
import Testing
import WorkloadRunSupport

@testable import Simulation
@testable import Workloads

/// Many users of one world, who listen to what the others write.
@Suite("Simulation: shared worlds") struct SharedWorldTests {
  /// A workload of few users who meet, put together by chance.
  struct RandomWorkload {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func pick(_ texts: String...) -> String { texts[Int(random.next() % UInt64(texts.count))] }

    private mutating func happens(_ percent: UInt64) -> Bool { random.next() % 100 < percent }

    private mutating func query() -> String {
      let condition = pick(
        "", "", " where done == false", #" where owner == "u{i}""#, #" where tags array-contains "u{i}""#,
        " where rank == 1", #" where done == false and owner == "u{i}""#, " where rank > 1")
      let order = pick("", " orderBy added desc", condition.contains("rank >") ? " orderBy rank" : " orderBy added")
      return "items" + condition + order + pick("", "", " limit 3", " limit 3", " offset 1 limit 2")
    }

    private mutating func listen(_ name: String) -> String {
      var options = ""
      if happens(50) { options += ", as: \(pick("list", "other"))" }
      if happens(15) { options += #", keep: "doc.done == false""# }
      if happens(15) { options += ", intend: '\(query())'" }
      if happens(15) { options += ", onChange: [{get: \"items/a{i}\", missing: ok}]" }
      if happens(15) { options += ", each: [{let: {seen: id}}]" }
      let target = happens(15) ? pick("items/a1", "items/a{i}", "items/absent") : query()
      return "{name: \(name), listen: '\(target)'\(options)}"
    }

    private mutating func step(_ number: Int) -> String {
      let fields =
        #"fields: {done: \#(pick("true", "false")), owner: "u{i}", rank: {choice: {1: 1, 2: 1}}, "#
        + #"tags: ["u1", "u{i}"], added: serverTime}"#
      return switch random.next() % 11 {
      case 0...2: listen("listen\(number)")
      case 3, 4: #"{create: "items/{auto}", \#(fields)}"#
      case 5: #"{set: "items/\#(pick("a1", "a{i}", "a2"))", merge: true, \#(fields)}"#
      case 6: #"{delete: "items/\#(pick("a1", "a{i}", "a3"))"}"#
      case 7: #"{batch: [{set: "items/a1", \#(fields)}, {set: "items/b{i}", \#(fields)}]}"#
      case 8: pick("{pause: 0s}", "{pause: 1m}", "{pause: 3m}", "{get: items/a1, chance: 0.5, as: item}")
      case 9:
        pick(
          "{offline: 2m}", "{background: 1m}", "{kill: true}", "{unlisten: list}", "{secondDevice: tablet}",
          #"{set: "members/u{i}", fields: {rank: {choice: {1: 1, 2: 1}}}}"#)
      default: "{query: '\(query())', as: \(pick("list", "asked"))}"
      }
    }

    mutating func text() -> String {
      let length = pick("2m", "10m", "4m")
      let actors = ["one", "two"].prefix(happens(50) ? 1 : 2).map { name in
        let first = "      - {name: first, listen: '\(query())', as: list}"
        let steps = ([first] + (0..<Int(3 + random.next() % 5)).map { "      - \(step($0))" }).joined(separator: "\n")
        return """
            \(name):
              count: \(pick("2", "3", "5", "11"))
              auth: {uid: "u{i}"}
              client: {sdk: \(pick("ios", "web", "android"))\(pick("", ", persistence: off"))}
              sessions: {perDay: \(pick("1", "2", "3")), at: {first: "\(pick("08:00", "23:50"))", gap: \(pick("1m", "2h"))}, length: \(length)\(pick("", ", people: together", ", people: spread"))}
              steps:
          \(steps.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
          """
      }.joined(separator: "\n")
      return """
        workload: random
        clock: {start: "2026-01-05T00:00:00-08:00", days: \(pick("1", "2", "3"))}
        data:
          - {path: "items/{auto}", count: 4, fields: {done: false, owner: u1, rank: 1, tags: [u1, u2], added: {spread: [-2d, 0d]}}}
          - {path: "items/a{r}", for: {r: 1..3}, fields: {done: false, owner: "u{r}", rank: 2, tags: ["u{r}"], added: {spread: [-2d, 0d]}}}
          - {path: "members/u{r}", for: {r: 1..11}, fields: {rank: 1}}
        actors:
        \(actors)
        background:
          - {every: {perDay: 30}, write: {path: "items/{auto}", fields: {done: false, owner: u2, rank: 1, tags: [u3], added: serverTime}}}
        """
    }
  }

  @Test func `a crowd at one moment is counted, and no listener that wakes itself`() async throws {
    let text = """
      workload: crowd
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      actors:
        member:
          count: 400
          auth: {uid: "u{i}"}
          client: {sdk: ios}
          sessions: {perDay: 1, at: {first: "08:00", gap: 2h}, length: 5m, people: together}
          steps:
            - {name: open, listen: "items orderBy added desc", as: list}
            - {name: add, create: "items/{auto}", fields: {added: serverTime}}
      """
    let input = try SimulationFixture.input(text)
    let report = try #require(await WorkloadRunner.simulate(input, isFolding: true).first)
    // Each reads what is there, once for nothing; then everybody reads what each adds after they came.
    let users: Int64 = 400
    #expect(report.ledger.total.reads == 1 + users * (users - 1) / 2 + users * (users + 1) / 2)
    #expect(report.notes.shown.all.value == users * users)
    #expect(report.notes.problemDiagnostics(in: input.suite).map(\.message) == [])
  }

  static let rules = """
    match /items/{item} {
      allow read: if get(/databases/$(database)/documents/members/$(request.auth.uid)).data.rank > 0;
      allow write: if true;
    }
    match /members/{member} { allow read, write: if true; }
    """

  @Test(arguments: 0..<40)
  func `what is counted for many at once is what each of them has`(_ seed: UInt64) async throws {
    var random = RandomWorkload(seed: seed)
    let text = random.text()
    var input = try SimulationFixture.input(text)
    if seed % 3 == 0 { input = try SimulationFixture.input(text, rules: Self.rules) }
    let together = try #require(await WorkloadRunner.simulate(input, isFolding: true).first)
    let each = try #require(await WorkloadRunner.simulate(input, isFolding: false).first)
    #expect(together.ledger.total == each.ledger.total, "\(text)")
    #expect(together.ledger.events == each.ledger.events)
    #expect(together.ledger.operations == each.ledger.operations, "\(text)")
    #expect(together.ledger.days == each.ledger.days)
    #expect(together.ledger.roles == each.ledger.roles)
    #expect(together.ledger.waste == each.ledger.waste)
    #expect(together.ledger.ruleReads == each.ledger.ruleReads)
    #expect(together.ledger.peak == each.ledger.peak, "\(text)")
    #expect(together.ledger.assumptionEffects == each.ledger.assumptionEffects)
    #expect(together.notes.shown == each.notes.shown, "\(text)")
    #expect(together.notes.intended == each.notes.intended)
    #expect(together.notes.observations == each.notes.observations, "\(text)")
    #expect(together.notes.outsideWrites == each.notes.outsideWrites)
    #expect(together.notes.storageSamples == each.notes.storageSamples)
    #expect(together.notes.refusals == each.notes.refusals)
  }
}
