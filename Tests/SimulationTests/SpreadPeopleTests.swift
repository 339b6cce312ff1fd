import FirestoreModel
import Metering
import Testing
import WorkloadRunSupport

@testable import Simulation
@testable import Workloads

@Suite("Simulation: people who come one by one")
struct SpreadPeopleTests {
  static let feed = """
    workload: feed
    clock: {start: "2026-01-05T00:00:00-08:00", days: 2}
    data:
      - {path: "posts/{auto}", count: 20, fields: {at: {spread: [-2d, 0d]}}}
    actors:
      user:
        count: 60
        client: {sdk: web}
        sessions: {perDay: 2, at: {window: ["08:00", "20:00"]}, length: 10m}
        steps:
          - {name: feed, listen: "posts orderBy at desc limit 10"}
          - {name: post, create: "posts/{auto}", fields: {at: serverTime}}
    """

  static func workload(_ text: String) throws -> Workload {
    try SimulationFixture.suite(text).variants[0].workload
  }

  static func isSpread(_ text: String) throws -> Set<Bool> {
    let cells = FoldingPlan.cells(of: try workload(text))
    return Set(cells.flatMap { $0.members.flatMap { $0.instances.map(\.isSpread) } })
  }

  /// Microseconds from midnight of all sessions, a list for each day of each person.
  static func starts(_ sessions: String, people: ClosedRange<Int64> = 1...200, seed: UInt64 = 0) throws -> [[Int64]] {
    let text = feed.replacing(#"{perDay: 2, at: {window: ["08:00", "20:00"]}, length: 10m}"#, with: sessions)
    let workload = try workload(text)
    let calendar = VirtualCalendar(workload.clock)
    let plan = try #require(workload.actors[0].sessions)
    return people.flatMap { number in
      var schedule = SessionSchedule(
        plan, calendar: calendar, start: RandomSource(seed: seed, purpose: "start", instance: number))
      let random = RandomSource(seed: seed, purpose: "user", instance: number)
      var days: [Int64: [Int64]] = [:]
      while let session = schedule.next(using: random) {
        let moment = session.start.microseconds - calendar.start.microseconds
        days[moment / TimeSpan.day.microseconds, default: []].append(moment % TimeSpan.day.microseconds)
      }
      return days.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private static let hour: Int64 = 3_600_000_000

  // MARK: When

  @Test func `everybody starts within their share of the window, and some in every part of it`() throws {
    let days = try Self.starts(#"{perDay: 4, at: {window: ["08:00", "20:00"]}, length: 10m}"#)
    #expect(days.count == 400)
    for day in days {
      let shares = day.map { ($0 - 8 * Self.hour) / (3 * Self.hour) }
      #expect(shares == [0, 1, 2, 3])
      #expect(Set(zip(day, day.dropFirst()).map { $1 - $0 }) == [3 * Self.hour])
    }
    let tenths = Set(days.map { ($0[0] - 8 * Self.hour) * 10 / (3 * Self.hour) })
    #expect(tenths == Set(0..<10))
  }

  @Test func `one session after the other begins within one gap`() throws {
    let days = try Self.starts(#"{perDay: 3, at: {first: "08:00", gap: 2h}, length: 1h}"#)
    for day in days { #expect(day.map { ($0 - 8 * Self.hour) / Self.hour / 3 } == [0, 1, 2]) }
    #expect(Set(days.map { ($0[0] - 8 * Self.hour) / (Self.hour / 2) }) == Set(0..<4))
  }

  @Test func `without a gap all start within an hour, and end by midnight`() throws {
    let days = try Self.starts(#"{perDay: 1, at: {first: "18:00"}, length: 2h}"#)
    #expect(days.allSatisfy { $0.count == 1 })
    #expect(Set(days.map { $0[0] * 4 / Self.hour }) == Set(72..<76))
    let late = try Self.starts(#"{perDay: 1, at: {first: "23:00"}, length: 30m}"#)
    #expect(Set(late.map { $0[0] * 4 / Self.hour }) == [92, 93])
  }

  @Test func `the same seed gives the same moments, and every day has its own`() throws {
    let sessions = #"{perDay: 1, at: {window: ["08:00", "20:00"]}, length: 10m}"#
    let days = try Self.starts(sessions)
    #expect(try Self.starts(sessions) == days)
    #expect(try Self.starts(sessions, seed: 1) != days)
    #expect(try Self.starts(sessions, people: 1...3) == Array(days.prefix(6)))
    #expect(Set(days).count == days.count)
  }

  // MARK: Who

  @Test func `those who meet are spread, unless they come together`() throws {
    #expect(try Self.isSpread(Self.feed) == [true])
    #expect(try Self.isSpread(Self.feed.replacing("length: 10m", with: "length: 10m, people: together")) == [false])
    #expect(try Self.isSpread(Self.feed.replacing("count: 60", with: "count: 1")) == [false])
  }

  @Test func `those who never meet stand for one another, unless they are to be spread`() throws {
    let own = Self.feed.replacing("count: 60", with: "count: 60\n    world: own")
    #expect(try Self.isSpread(own) == [false])
    #expect(FoldingPlan.cells(of: try Self.workload(own)).count == 2)
    let spread = own.replacing("length: 10m", with: "length: 10m, people: spread")
    #expect(try Self.isSpread(spread) == [true])
    #expect(FoldingPlan.cells(of: try Self.workload(spread)).count == 60)
  }

  // MARK: What it changes

  @Test func `a write reaches those who are there`() async throws {
    let all = Self.feed.replacing("posts orderBy at desc limit 10", with: "posts")
      .replacing("- {name: post,", with: "- {pause: 1m}\n      - {name: post,")
    func reads(_ text: String) async throws -> Int64 {
      let input = try SimulationFixture.input(text)
      let outcome = await WorkloadRunner.simulate(input, isFolding: true)[0]
      let feed = try #require(outcome.ledger.operations.first { $0.name == "feed" })
      #expect(feed.calls == 240)
      return feed.tally.reads
    }
    // Of four sessions, everybody reads what there is and then what all of them write.
    let together = try await reads(all.replacing("length: 10m", with: "length: 10m, people: together"))
    #expect(together == 60 * 440 + 4 * 60 * 60)
    // Each reads what there is, and what one or two others write within ten minutes of six hours.
    let spread = try await reads(all)
    let found: Int64 = 4_800 + 239 * 120
    #expect((found..<found + 4 * 240).contains(spread))
  }
}
