import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import Metering
import StructuredText
import Testing
import WorkloadRunSupport

@testable import Project
@testable import Simulation
@testable import Workloads

@Suite("Counted runs: one instance, multiplied")
struct CountedRunTests {
  static let project = Project(
    root: ".", folder: ".", projectID: "demo-test", databases: [ProjectDatabase()],
    settings: FirebreakSettings(),
    findings: [])

  static func run(_ text: String, path: String = "test.workload.yaml", variant: String = "baseline") -> CountedRun {
    CountedRun(
      WorkloadFile(path, SourceText(path: path, text: text)), variant: variant, in: project, request: RunRequest())
  }

  /// The figures with every instance simulated.
  static func whole(_ text: String, users: Int64) async throws -> CountedFigures {
    var input = try SimulationFixture.input(text, set: ["users": users])
    // Names count in bytes.
    input.database = DatabaseName(project: Text(project.projectID), database: "(default)")
    let outcome = await WorkloadRunner.simulate(input, isFolding: false)[0]
    return CountedFigures(outcome.ledger, outcome.notes)
  }

  static let chat = FoldingTests.chat.replacing("users: 12", with: "users: 3")

  // MARK: Equal to a simulation of everybody

  @Test(arguments: [1, 2, 9, 10, 12, 103] as [Int64])
  func `a chat of any size is billed as if everybody were simulated`(_ users: Int64) async throws {
    var run = Self.run(Self.chat, variant: "before")
    let answer = try await run.answer([ParameterOverride(name: "users", value: .integer(users))])
    #expect(answer.isMultiplied)
    #expect(answer.users == users)
    let whole = try await Self.whole(Self.chat, users: users)
    #expect(answer.figures == whole)
  }

  #if DEBUG
    static let rounds = 0..<4
  #else
    static let rounds = 0..<40
  #endif

  @Test(arguments: rounds)
  func `estimates of random workloads equal a simulation of everybody`(_ round: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(round) &* 7_919)
    let text = RandomWorkload.text(&generator)
    var run = Self.run(text)
    for users in [1, 2, 9, 10, 12] as [Int64] {
      let answer = try await run.answer([ParameterOverride(name: "users", value: .integer(users))])
      let whole = try await Self.whole(text, users: users)
      #expect(answer.figures == whole, "\(users) users, \(answer.isMultiplied ? "multiplied" : "simulated")\n\(text)")
    }
  }

  /// A catalogue that is common, and carts of their own: in worlds of their own beside somebody who writes elsewhere, and
  /// in one world in which only the outside writes what is common.
  @Test(
    arguments: [
      (
        "world: own, ", "carts",
        "  nightly: {client: {sdk: server}, sessions: {at: {first: \"03:00\"}}, steps: [{name: stock, set: stock/today, fields: {n: 5}}]}"
      ),
      (
        "", "users/u{i}/cart",
        "background: [{every: 5h, write: {path: products/p1, fields: {title: new}, metered: true}}]"
      ),
    ], [1, 9, 10, 12] as [Int64])
  func `who has a part of their own beside what is common is multiplied`(
    _ kind: (world: String, cart: String, others: String), _ users: Int64
  ) async throws {
    let text = """
      workload: shop
      clock: {start: "2026-01-05T00:00:00-08:00", days: 2}
      database: {rules: none}
      params: {users: 3}
      data: [{path: "products/p{n}", for: {n: 1..5}, fields: {title: {string: 8}}}]
      actors:
        shopper:
          {count: $users, \(kind.world)auth: {uid: "u{i}"}, sessions: {perDay: 2, at: {first: "09:00", gap: 1h}, length: 5m}, steps: [
          {name: open, listen: products}, {name: add, create: "\(kind.cart)/{auto}", fields: {n: 1}}]}
      \(kind.others)
      """
    var run = Self.run(text)
    let answer = try await run.answer([ParameterOverride(name: "users", value: .integer(users))])
    #expect(answer.isMultiplied || users == 1)
    #expect(answer.figures == (try await Self.whole(text, users: users)))
  }

  // MARK: Size does not matter

  @Test func `a billion users take the simulations of one`() async throws {
    var run = Self.run(Self.chat, variant: "before")
    let small = try await run.answer([ParameterOverride(name: "users", value: .integer(9))])
    let simulations = run.simulations
    let large = try await run.answer([ParameterOverride(name: "users", value: .integer(1_000_000_000))])
    #expect(run.simulations == simulations)
    #expect(large.figures.total.reads == small.figures.total.reads / 9 * 1_000_000_000)
  }

  // MARK: What cannot be multiplied

  static let crowd = """
    workload: crowd
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    params: {users: 10}
    actors:
      member:
        count: $users
        sessions: {perDay: 1, at: {first: "08:00", gap: 1h}, length: 1m}
        steps:
          - {name: post, set: "wall/{auto}", fields: {n: 1}}
          - {name: read, query: "wall orderBy n limit 10", as: w}
    """

  @Test func `too many instances that meet are refused with what keeps them together`() async throws {
    var run = Self.run(Self.crowd)
    let small = try await run.answer([ParameterOverride(name: "users", value: .integer(12))])
    #expect(!small.isMultiplied)
    let whole = try await Self.whole(Self.crowd, users: 12)
    #expect(small.figures == whole)
    do {
      _ = try await run.answer([ParameterOverride(name: "users", value: .integer(10_001))])
      Issue.record("nothing is refused")
    } catch {
      guard case .refused(let diagnostic) = error else { throw error }
      #expect(diagnostic.code == .unsupportedFeature)
      #expect(diagnostic.location?.description == "test.workload.yaml:9:9")
      let message =
        "estimating 10,001 instances of `member` that cannot stand for one another: one instance writes here what others may read or write: the number of the instance is not in front of both paths"
      #expect(diagnostic.message == message)
    }
  }

  @Test func `an unknown parameter is named`() async throws {
    var run = Self.run(Self.chat, variant: "before")
    do {
      _ = try await run.answer([ParameterOverride(name: "user", value: .integer(1))])
      Issue.record("nothing is refused")
    } catch {
      guard case .unreadable(let findings) = error else { throw error }
      #expect(findings.map(\.code) == [.unknownWorkloadName])
    }
  }
}

/// Workloads of all kinds of sharing, with a parameter `users`.
enum RandomWorkload {
  static func text(_ generator: inout SeededGenerator) -> String {
    func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &generator) == 0 }
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    let isOwn = chance(5)
    var steps = [
      #"{name: open, listen: "rooms/{i}/messages orderBy at desc limit \#(number(1...6))", as: m}"#,
      #"{name: all, query: "rooms/{i}/messages orderBy at desc", as: a}"#,
      "{name: settings, get: settings/app}",
      #"{name: people, query: "people orderBy seen desc limit \#(number(1...9))", as: p}"#,
      #"{name: profile, get: "profiles/u{i}", missing: ok}"#,
      #"{name: say, set: "rooms/{i}/messages/{auto}", fields: {at: serverTime, text: {string: \#(number(0...40))}}}"#,
      #"{name: edit, set: "profiles/u{i}", merge: true, fields: {seen: serverTime}}"#,
      #"{name: page, page: {query: "rooms/{i}/messages orderBy at", size: 3, until: end, cursor: refetch}}"#,
    ]
    if chance(4) { steps.append("{name: perhaps, chance: 0.5, get: settings/app}") }
    if chance(4) { steps.append(#"{name: log, set: "log/{auto}", fields: {n: 1}}"#) }
    if chance(4) { steps.append(#"{name: group, query: "group messages orderBy at desc limit 5", as: g}"#) }
    let chosen = (0..<number(1...4)).map { _ in steps[number(0...(steps.count - 1))] }
    var data = [
      #"{path: "rooms/{r}/messages/{auto}", for: {r: 1..$users}, count: \#(number(1...9))\#(chance(2) ? ", retention: 9" : ""), fields: {at: {spread: [-2d, 0d]}, text: {string: 20}}}"#,
      "{path: settings/app, fields: {theme: dark}}",
    ]
    if chance(2) { data.append(#"{path: "people/{p}", for: {p: 1..12}, fields: {seen: {spread: [-2d, 0d]}}}"#) }
    if chance(3) { data.append(#"{path: "people/x{p}", for: {p: 1..$users}, fields: {seen: {spread: [-2d, 0d]}}}"#) }
    if chance(2) { data.append(#"{path: "profiles/u{p}", for: {p: 1..$users}, fields: {active: true}}"#) }
    var background: [String] = []
    if chance(2) {
      background.append(#"{every: {perDay: 2}, write: {path: "rooms/{r}/messages/{auto}", for: {r: 1..$users}}}"#)
    }
    if chance(3) {
      background.append(#"{every: {perDay: 3}, write: {path: "news/{auto}", fields: {n: 1}, metered: true}}"#)
    }
    var lines = [
      "workload: random", "clock: {start: \"2026-01-05T00:00:00-08:00\", days: \(number(1...2))}", "params: {users: 2}",
    ]
    lines.append("data:")
    for entry in data { lines.append("  - \(entry)") }
    lines += ["actors:", "  member:", "    count: $users", "    world: \(isOwn ? "own" : "shared")"]
    let people = chance(3) ? ", people: \(chance(2) ? "spread" : "together")" : ""
    lines.append("    client: {sdk: \(chance(2) ? "web" : "ios")}")
    lines.append(
      "    sessions: {perDay: \(number(1...3)), at: {window: [\"08:00\", \"20:00\"], gap: even}, length: 20m\(people)}")
    if chance(2) {
      lines.append(#"    during: [{write: {path: "rooms/{i}/messages/{auto}", count: 2, spread: length}}]"#)
    }
    lines.append("    steps:")
    for step in chosen { lines.append("      - \(step)") }
    lines.append("      - {pause: 5m}")
    if chance(3) {
      lines += ["  other:", "    count: \(chance(2) ? "$users" : "3")"]
      lines.append("    sessions: {perDay: 1, at: {first: \"09:00\", gap: 1h}, length: 5m}")
      lines.append(#"    steps: [{name: look, listen: "rooms/{i}/messages orderBy at limit 4", as: l}, {pause: 2m}]"#)
    }
    if !background.isEmpty { lines.append("background:") }
    for activity in background { lines.append("  - \(activity)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
