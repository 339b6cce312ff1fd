import CostAnalysis
import Diagnostics
import FirebreakTestSupport
import Foundation
import Metering
import StructuredText
import Testing

@testable import Simulation
@testable import Workloads

/// What one user does is simulated once and multiplied. Whether that is the same as simulating everybody is asked of
/// workloads that nobody has thought of.
@Suite("Sweeps of random workloads") struct RandomSweepTests {
  /// A small project of one or two groups of users, with anything that a workload may do to keep them apart or make them
  /// meet.
  static func workload(_ generator: inout SeededGenerator) -> String {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func one(_ texts: [String]) -> String { texts[number(0...texts.count - 1)] }
    let persistence = one(["on", "off"])
    let length = one(["5m", "20m"])
    var steps: [String] = []
    for index in 0..<number(1...3) {
      let limit = one(["", " limit 3", " limit 7"])
      let own = one(["items", "users/u{i}/items"])
      steps.append(
        one([
          "{name: s\(index), query: '\(own) orderBy at desc\(limit)', as: r\(index)}",
          "{name: s\(index), listen: '\(own) where n >= \(number(0...5))\(limit)', as: r\(index)}",
          "{name: s\(index), get: \"users/u{i}\"}",
          "{name: s\(index), query: 'items aggregate count() as total'}",
          "{name: s\(index), create: \"users/u{i}/items/{auto}\", fields: {at: serverTime, n: 3, by: \"{i}\"}}",
          "{name: s\(index), create: \"items/{auto}\", fields: {at: serverTime, n: 1}}",
          "{name: s\(index), update: \"users/u{i}\", fields: {seen: serverTime}}",
          "{name: s\(index), page: {query: 'items orderBy at desc', size: 4, until: 2}}",
        ]))
    }
    let world = one(["own", "own", "shared"])
    let second = number(0...2) == 0
    let background =
      number(0...1) == 0
      ? "  - {at: \"day 1 12:00\", write: {path: \"items/{auto}\", count: 2, spread: 1h, fields: {at: serverTime, n: 2}}}\n"
      : ""
    var text = """
      workload: random
      clock: {start: "2026-01-05T00:00:00-08:00", days: \(number(1...2))}
      prices: {book: google-standard, location: nam5}
      params: {users: 2, others: \(number(0...3))}
      data:
        - {path: "items/{auto}", count: \(number(0...9)), fields: {at: {spread: [-3d, -1h]}, n: \(number(0...4))}}
        - {path: "users/u{i}", for: {i: 1..12}, fields: {name: {string: 5}}}
      actors:
        reader:
          count: $users
          world: \(world)
          auth: {uid: "u{i}"}
          client: {sdk: \(one(["ios", "web"])), persistence: \(persistence)}
          sessions: {perDay: \(number(1...2)), at: {first: "06:00", gap: 90m}, length: \(length)}
          steps:

      """
    for step in steps { text += "      - \(step)\n" }
    if second {
      text += """
          other:
            count: $others
            world: \(world)
            auth: {uid: "o{i}"}
            client: {sdk: web, persistence: off}
            sessions: {perDay: 1, at: {first: "07:00", gap: 30m}, length: 5m}
            steps:
              - {name: other.open, query: 'items limit 5'}

        """
    }
    if !background.isEmpty { text += "timeline:\n" + background }
    return text
  }

  @Test("every size of a sweep equals everybody simulated", arguments: 0..<30)
  func sweep(seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let text = Self.workload(&generator)
    let file = WorkloadFile("random.workload.yaml", SourceText(path: "random.workload.yaml", text: text))
    var run = CountedRun(file, variant: "baseline", in: CostFixture.project, request: RunRequest())
    for users in [1, 3, 11] as [Int64] {
      let size = CostFixture.parameters(["users": users])
      let reading = file.decode(size)
      #expect(reading.diagnostics == [], "\(text)")
      let suite = try #require(reading.suite)
      var preparation = RunPreparation(path: "random.workload.yaml", input: nil, findings: [])
      preparation.surround(suite, in: CostFixture.project, RunRequest())
      let input = try #require(preparation.input)
      let outcomes = await WorkloadRunner.simulate(input, isFolding: false)
      let outcome = try #require(outcomes.first)
      let answer = try await run.answer(size)
      #expect(answer.figures.total == outcome.ledger.total, "\(users) users of\n\(text)")
      #expect(answer.figures.days == outcome.ledger.days, "\(users) users of\n\(text)")
      #expect(answer.period.storedBytes == outcome.storage.average, "\(users) users of\n\(text)")
      #expect(answer.figures.outsideWrites == outcome.notes.outsideWrites.value, "\(users) users of\n\(text)")
      #expect(answer.users >= users)
    }
  }
}
