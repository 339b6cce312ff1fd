import FirebreakTestSupport
import FirestoreModel
import Metering
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation
@testable import Workloads

/// Days that are the days before over again are not simulated. Whether the figures are those of a simulation of every day
/// is asked of months that have many ways to be different on some day.
@Suite("Counted runs: days that repeat") struct RepeatedDaysTests {
  /// A chat of which the days are alike, unless one of the parts says otherwise.
  struct Month {
    var start = "2026-01-05T00:00:00-08:00"
    var days = 9
    var data = [
      "{path: \"Chats/{c}/Messages/{auto}\", for: {c: 1..$users}, count: 6, retention: 8, fields: {at: {spread: [-5d, 0d]}, text: {string: 30}, n: 2}}"
    ]
    var vars = "{seen: now, born: now, n: 0}"
    var client = "{sdk: ios, persistence: off}"
    var sessions = "{perDay: 3, at: {first: \"08:00\", gap: 2h}, length: 2m}"
    var between = ["{write: {path: \"Chats/{i}/Messages/{auto}\", count: 4, spread: gap}}"]
    var during: [String] = []
    var steps = ["{name: open, listen: \"Chats/{i}/Messages orderBy at desc\", as: m}", "{unlisten: m}"]
    var rest = ""

    var text: String {
      var lines = ["workload: month", "clock: {start: \"\(start)\", days: \(days)}", "params: {users: 1}", "data:"]
      for entry in data { lines.append("  - \(entry)") }
      lines += [
        "actors:", "  member:", "    count: $users", "    client: \(client)", "    vars: \(vars)",
        "    sessions: \(sessions)",
      ]
      if !between.isEmpty { lines.append("    betweenSessions: [\(between.joined(separator: ", "))]") }
      if !during.isEmpty { lines.append("    during: [\(during.joined(separator: ", "))]") }
      lines.append("    steps:")
      for step in steps { lines.append("      - \(step)") }
      return lines.joined(separator: "\n") + "\n" + rest
    }
  }

  /// - Returns: The days that were left out.
  private func compare(_ month: Month, users: [Int64]) async throws -> Int64 {
    var run = CountedRunTests.run(month.text)
    for count in users {
      let answer = try await run.answer([ParameterOverride(name: "users", value: .integer(count))])
      let whole = try await CountedRunTests.whole(month.text, users: count)
      #expect(answer.figures == whole, "\(count) users, \(run.daysLeftOut) days left out of\n\(month.text)")
    }
    return run.daysLeftOut
  }

  // MARK: Whatever a month may be

  static func month(_ generator: inout SeededGenerator) -> Month {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func chance(_ of: Int) -> Bool { number(1...of) == 1 }
    func one(_ texts: [String]) -> String { texts[number(0...texts.count - 1)] }
    var month = Month()
    month.days = number(5...11)
    month.start = one([
      "2026-01-05T00:00:00-08:00", "2026-01-05T00:00:00-08:00", "2026-06-05T10:30:00+02:00", "2026-03-03T00:00:00Z",
    ])
    let retention = one([
      "", ", retention: \(number(3...12))", ", retention: \(number(3...12))", ", retention: \(number(20...90))",
    ])
    month.data = [
      "{path: \"Chats/{c}/Messages/{auto}\", for: {c: 1..$users}, count: \(number(0...9))\(retention), fields: {at: {spread: [-5d, 0d]}, text: {string: \(number(0...30))}, n: \(number(0...3))}}",
      "{path: \"Users/u{u}\", for: {u: 1..$users}, fields: {name: {string: 5}, since: {spread: [-9d, 0d]}}}",
    ]
    month.client = "{sdk: \(one(["ios", "web"])), persistence: \(one(["on", "off"]))}"
    let first = one(["08:00", "08:00", "23:50", "00:00"])
    month.sessions =
      "{perDay: \(number(1...4)), at: {first: \"\(first)\", gap: \(one(["10m", "2h", "29m"]))}, length: \(one(["1m", "20m"]))}"
    month.between =
      chance(5)
      ? []
      : [
        "{write: {path: \"Chats/{i}/Messages/{auto}\", count: \(number(1...5)), spread: \(one(["gap", "1h", "30h"]))}}"
      ]
    if chance(4) { month.during = ["{write: {path: \"Chats/{i}/Messages/{auto}\", count: 2, spread: length}}"] }
    let steps = [
      "{name: a, listen: \"Chats/{i}/Messages orderBy at desc\", as: m, intend: \"Chats/{i}/Messages where n >= 1\"}",
      "{name: b, listen: \"Chats/{i}/Messages where at > {seen} orderBy at desc\", as: m, intend: \"Chats/{i}/Messages\"}",
      "{name: c, query: \"Chats/{i}/Messages where at > {floorSecond(max(0, seen))}\", as: q}",
      "{name: d, query: \"Chats/{i}/Messages where n == 2\", as: q}",
      "{name: e, query: \"Chats/{i}/Messages orderBy at desc limit 3\", as: m}",
      "{name: f, query: \"Chats/{i}/Messages aggregate count() as total\"}",
      "{name: g, get: \"Users/u{i}\", as: u}",
      "{name: h, set: \"Users/u{i}\", merge: true, fields: {seen: serverTime}}",
      "{name: k, create: \"Chats/{i}/Messages/{auto}\", fields: {at: serverTime, n: 2, text: {string: 7}}}",
      "{name: l, query: \"Chats/{i}/Messages where at > {now - 172800000}\"}",
      "{let: {seen: \"max(seen, maxOf(m.at))\"}}",
      "{let: {seen: now}}",
      "{unlisten: m}",
      "{pause: 30s}",
    ]
    let rare = [
      "{let: {n: n + 1}}",
      "{if: \"n > 8\", then: [{name: r, get: \"Users/u{i}\"}]}",
      "{if: \"now - born > 345600000\", then: [{name: s, get: \"Users/u{i}\"}]}",
      "{name: t, query: \"Chats/{i}/Messages where at > {born}\"}",
      "{name: v, query: 'Chats/{i}/Messages where at > ts\"2026-01-09T00:00:00Z\"'}",
      "{name: w, set: \"Users/u{i}/days/{n}\", fields: {at: serverTime}}",
      "{background: 40m}",
    ]
    month.steps = [steps[number(0...3)]] + (0..<number(1...5)).map { _ in chance(7) ? one(rare) : one(steps) }
    if chance(8) {
      month.rest = "timeline:\n  - {at: \"day 4 12:00\", actor: member, steps: [{name: z, get: \"Users/u{i}\"}]}\n"
    }
    return month
  }

  static let rounds = 0..<8

  @Test(arguments: rounds)
  func `months that nobody has thought of equal a simulation of every day`(_ round: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(round) &* 104_729 &+ 17)
    _ = try await compare(Self.month(&generator), users: [1, 10])
  }

  @Test(arguments: rounds)
  func `a run of months reports what a run of every user and day reports`(_ round: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(round) &* 104_729 &+ 17)
    try await compareReports(Self.month(&generator))
  }

  private func compareReports(_ month: Month) async throws {
    let input = try SimulationFixture.input(month.text, set: ["users": 11])
    let folded = await WorkloadRunner.run(input)
    let whole = await WorkloadRunner.run(input, isFolding: false)
    #expect(ExpectedReport.text(of: folded) == ExpectedReport.text(of: whole), "\(month.text)")
  }

  // MARK: Which days repeat

  static let repeating: [(name: String, days: Int64, month: Month)] = {
    var cases: [(String, Int64, Month)] = []
    // The first day has other documents, the second is compared with it in vain, the third is the second again.
    func add(_ name: String, _ days: Int64, _ change: (inout Month) -> Void) {
      var month = Month()
      change(&month)
      cases.append((name, days, month))
    }
    add("a chat", 6) { _ in }
    add("a chat whose listener resumes", 6) { $0.client = "{sdk: ios, persistence: on}" }
    // Clients remember 64 listeners that were removed, each with another question: they are as many on the second day.
    add("what is new since the last time", 5) {
      $0.sessions = "{perDay: 40, at: {first: \"08:00\", gap: 10m}, length: 2m}"
      $0.between = ["{write: {path: \"Chats/{i}/Messages/{auto}\", count: 1, spread: gap}}"]
      $0.steps = [
        "{name: open, listen: \"Chats/{i}/Messages where at > {seen} orderBy at desc\", as: m}",
        "{let: {seen: \"max(seen, maxOf(m.at))\"}}", "{unlisten: m}",
      ]
    }
    add("documents that stay as they are", 6) {
      $0.data.append(
        "{path: \"Users/u{u}\", for: {u: 1..$users}, fields: {since: {spread: [-9d, 0d]}, name: {string: 9}}}")
      $0.steps.append("{name: me, get: \"Users/u{i}\"}")
    }
    add("places that fill up on the fifth day", 2) { $0.data[0].replace("retention: 8", with: "retention: 60") }
    add("nothing but writing", 6) { $0.steps = ["{name: me, set: \"Users/u{i}\", fields: {at: serverTime}}"] }
    return cases
  }()

  @Test(arguments: repeating)
  func `days that repeat are counted`(_ name: String, _ days: Int64, _ month: Month) async throws {
    // One instance of three lengths of names.
    #expect(try await compare(month, users: [1, 2]) == 3 * days, "\(name)")
    try await compareReports(month)
  }

  static let changing: [(name: String, month: Month)] = {
    var cases: [(String, Month)] = []
    func add(_ name: String, _ change: (inout Month) -> Void) {
      var month = Month()
      change(&month)
      cases.append((name, month))
    }
    add("documents that become more and more") { $0.data[0].replace(", retention: 8", with: "") }
    add("a count of sessions") { $0.steps.append("{let: {n: n + 1}}") }
    add("something that happens from the fifth day on") {
      $0.steps.append("{if: \"now - born > 345600000\", then: [{name: late, query: \"Chats/{i}/Messages\"}]}")
    }
    add("everything since the first day") {
      $0.steps.append("{name: since, query: \"Chats/{i}/Messages where at > {born}\"}")
    }
    add("a date") {
      $0.steps.append("{name: dated, query: 'Chats/{i}/Messages where at > ts\"2026-01-09T08:00:00Z\"'}")
    }
    add("places that fill up on the last day but one") { $0.data[0].replace("retention: 8", with: "retention: 100") }
    add("a script") {
      $0.rest =
        "timeline:\n  - {at: \"day 7 12:00\", actor: member, steps: [{name: z, query: \"Chats/{i}/Messages\"}]}\n"
    }
    add("a session that goes on at midnight") {
      $0.sessions = "{perDay: 1, at: {first: \"23:59\", gap: 1h}, length: 5m}"
    }
    add("a day of 23 hours") { $0.start = "2026-03-05T00:00:00-08:00" }
    add("results that are cut") { $0.steps[0].replace("orderBy at desc", with: "orderBy at desc limit 3") }
    return cases
  }()

  @Test(arguments: changing)
  func `days that may differ are simulated`(_ name: String, _ month: Month) async throws {
    #expect(try await compare(month, users: [1, 12]) == 0, "\(name)")
  }
}

extension String {
  fileprivate mutating func replace(_ text: String, with other: String) { self = replacing(text, with: other) }
}
