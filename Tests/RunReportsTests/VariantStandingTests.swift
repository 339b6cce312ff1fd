import Diagnostics
import Metering
import Simulation
import FirebreakTestSupport
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Workloads

/// What may be said of a variant beside the baseline: only what shows as much, and is refused nothing, is cheaper.
@Suite("Standing of variants")
struct VariantStandingTests {
  private static let world = """
    workload: notes
    clock: {start: "2026-01-05T00:00:00-08:00", days: 3}
    data:
      - {path: "notes/n{n}", for: {n: 1..100}, fields: {n: "{n}", open: true}}
      - {path: "copies/c{n}", for: {n: 1..100}, fields: {n: "{n}"}}
    actors:
      reader:
        count: 5
        client: {sdk: web, persistence: on}
        vars: {n: 0}
        sessions: {perDay: 2, at: {window: ["08:00", "20:00"], gap: even}, length: 10m}
        steps:
          - {let: {n: "n + 1"}}
          # What the cache of the device has is what the first session brought.
          - {if: "n == 1", then: [{name: notes.first, query: "notes orderBy n limit 60"}]}
          - {name: notes.list, query: "notes orderBy n limit 60", as: list}

    """

  private func report(_ variants: String, demands: String = "") async throws -> RunReport {
    try await SimulationFixture.report(Self.world + "variants:\n  today: {}\n" + variants + demands)
  }

  private func standings(_ report: RunReport) -> [String] {
    report.variants.dropFirst().map { variant in
      "\(variant.name): " + ([report.standing(of: variant).rawValue] + variant.shortcomings).joined(separator: ", ")
    }
  }

  @Test("measured: what is shown, refused and written decides")
  func measured() async throws {
    let report = try await report(
      """
        twice:
          add: {actors.reader.steps: [{name: notes.again, query: "notes orderBy n limit 60"}]}
        half: {set: {steps.notes.list.query: "notes orderBy n limit 30"}}
        none: {set: {steps.notes.list.query: "notes where n < 0 orderBy n limit 60"}}
        filtered: {set: {steps.notes.list: {name: notes.list, query: "notes orderBy n limit 60", keep: "doc.n == 1"}}}
        counted: {set: {actors.reader.steps: [{name: notes.count, query: "notes limit 60 aggregate count()"}]}}
        cached: {set: {steps.notes.list.source: cache}}
        copied: {set: {actors.reader.steps: [{name: notes.list, query: "copies orderBy n limit 59"}]}}
        refused:
          set: {steps.notes.list: {name: notes.list, query: "notes where open == true orderBy n", expect: {status: FAILED_PRECONDITION}}}
          expect: {findings: [FB2001]}
        half-the-users: {kind: scenario, set: {actors.reader.count: 2}}

      """)
    #expect(
      standings(report) == [
        "twice: notCheaper",
        "half: doesLess, shows 1,050 of 1,800 documents, fewer in notes.list",
        "none: doesLess, shows 300 of 1,800 documents, fewer in notes.list",
        "filtered: doesLess, shows 325 of 1,800 documents, fewer in notes.list",
        "counted: doesLess, shows 0 of 1,800 documents, fewer in notes.list, notes.first",
        "cached: cheaper",
        "copied: doesLess, shows 1,770 of 1,800 documents, fewer in notes.first, notes.list",
        "refused: doesLess, is refused 30 times in notes.list, shows 300 of 1,800 documents, fewer in notes.list",
        "half-the-users: scenario, shows 720 of 1,800 documents, fewer in notes.list, notes.first",
      ])
    #expect(RunReportSelection(report).recommended?.name == "cached")
  }

  @Test("what the baseline expects to be refused in the same step is no difference")
  func refusedAlike() async throws {
    let refused = "query: \"notes where open == true orderBy n\", expect: {status: FAILED_PRECONDITION}}"
    let text = Self.world.replacing("as: list}", with: "as: list}\n      - {name: notes.open, \(refused)")
    let variants = """
      variants:
        today: {expect: {findings: [FB2001]}}
        cached: {set: {steps.notes.list.source: cache}, expect: {findings: [FB2001]}}
        repaired: {set: {steps.notes.list.source: cache, steps.notes.open: {name: notes.open, query: "notes limit 1", source: cache}}}
        elsewhere:
          set:
            steps.notes.open: {name: notes.open, query: "notes limit 1", source: cache}
            steps.notes.list: {name: notes.list, \(refused)
          expect: {findings: [FB2001]}
        twice:
          set: {steps.notes.list.source: cache}
          add: {actors.reader.steps: [{name: notes.open, \(refused)]}
          expect: {findings: [FB2001]}
      """
    #expect(
      try await standings(SimulationFixture.report(text + variants)) == [
        "cached: cheaper",
        "repaired: cheaper",
        "elsewhere: doesLess, is refused 30 times in notes.list, shows 325 of 1,800 documents, fewer in notes.list",
        "twice: doesLess, is refused 30 times more in notes.open",
      ])
  }

  @Test("`intend` says what has to be seen, and a variant that does not say it is not compared by numbers")
  func intended() async throws {
    let text = Self.world.replacing(
      #"limit 60", as: list}"#, with: #"limit 60", as: list, intend: "notes orderBy n limit 10"}"#)
    let variants = """
      variants:
        today: {}
        first-page: {set: {steps.notes.list.query: "notes orderBy n limit 20"}}
        other-page: {set: {steps.notes.list.query: "notes where n > 50 orderBy n limit 20"}, expect: {findings: [FB7016]}}
        silent: {set: {actors.reader.steps: [{name: notes.list, query: "notes where n > 50 orderBy n limit 20"}]}}
        smaller: {set: {steps.notes.list.query: "notes orderBy n limit 5", steps.notes.list.intend: "notes orderBy n limit 5"}}
        elsewhere: {set: {actors.reader.steps: [{name: notes.list, query: "copies limit 30", as: list, intend: "copies limit 20"}]}}
      """
    #expect(
      try await standings(SimulationFixture.report(text + variants)) == [
        "first-page: cheaper",
        "other-page: doesLess, misses 50 documents in notes.list",
        "silent: doesLess, does not say what is to be seen (`intend`)",
        "smaller: doesLess, shows 425 of 550 documents, fewer in notes.list",
        "elsewhere: cheaper",
      ])
  }

  @Test("a failed assertion about a variant, and other prices, keep it from being cheaper")
  func demanded() async throws {
    let report = try await report(
      """
        cached: {set: {steps.notes.list.source: cache}}
        cached-too: {set: {steps.notes.list.source: cache}}

      """, demands: "assert:\n  - {expect: \"reads(cached) == 5\"}\n")
    #expect(standings(report) == ["cached: doesLess, fails an assertion", "cached-too: cheaper"])

    var input = try SimulationFixture.input(
      Self.world + "variants: {today: {}, cached: {set: {steps.notes.list.source: cache}}}\n")
    input.surroundings[1].pricing?.location = "us-central1"
    let priced = await WorkloadRunner.run(input)
    #expect(standings(priced) == ["cached: doesLess, has other prices"])
  }

  @Test("what no bill tells apart is told apart by list prices, as bills below the free quota are")
  func withinQuota() async throws {
    let variants = """
        fewer:
          set: {steps.notes.list: {name: notes.list, get: lists/top, copies: "notes orderBy n limit 60"}}
          add: {actors.reader.steps: [{name: top.write, set: lists/top, fields: {n: 1}}]}
        dearer:
          set: {steps.notes.list: {name: notes.list, get: lists/top, copies: "notes orderBy n limit 60"}}
          add: {actors.reader.steps: [{name: top.write, repeat: 30, set: lists/top, fields: {n: 1}}]}

      """
    let world = Self.world.replacing("data:\n", with: "data:\n  - {path: lists/top, fields: {n: 1}}\n")
    let text = world + "variants:\n  today: {}\n" + variants
    let report = try await SimulationFixture.report(text)
    // 1,770 reads less and 30 writes more, or 900: a write costs three reads.
    #expect(report.variants.map { $0.month?.amount.isZero } == [true, true, true])
    #expect(standings(report) == ["fewer: cheaper", "dearer: notCheaper"])
    #expect(
      report.variants.map { VariantNotes($0, in: report).all }
        == [[], ["cheaper", "30 more writes"], ["900 more writes"]])
    let screen = RunSummaryText([report]).text
    #expect(screen.contains("cheaper and shows as much: fewer 110 reads/day (−84.3 %, 30 more writes)\n"), "\(screen)")
    #expect(!screen.contains("dearer"), "\(screen)")
    // Without prices nobody knows which is less.
    let plain = try await SimulationFixture.report(text, pricing: nil)
    #expect(standings(plain) == ["fewer: notCheaper", "dearer: notCheaper"])
    let undecided = RunSummaryText([plain]).text
    #expect(
      undecided.contains(
        "reads less, writes more:   fewer 110 reads/day (−84.3 %, 30 more writes)\n"
          + "                             dearer"),
      "\(undecided)")
  }

  @Test("what the baseline never shows either is said of it, and not held against a variant")
  func missedByBaseline() async throws {
    let text = Self.world.replacing(
      #"limit 60", as: list}"#, with: #"limit 60", as: list, intend: settings/filters}"#
    ).replacing("data:\n", with: "data:\n  - {path: settings/filters, fields: {n: 1}}\n")
    let variants = """
      variants:
        today: {}
        fewer: {set: {steps.notes.list.query: "notes orderBy n limit 30"}}
        other: {set: {steps.notes.list.intend: "notes orderBy n limit 90"}, expect: {findings: [FB7016]}}
        renamed: {set: {steps.notes.list: {name: notes.start, query: "notes orderBy n limit 30", as: shown, intend: settings/filters}}}
      """
    let report = try await SimulationFixture.report(text + variants)
    #expect(
      report.findings.filter { $0.diagnostic.code == .baselineMisses }.map { "\($0.variants) \($0.diagnostic.message)" }
        == [
          #"["today"] `today` itself never shows 5 documents of what `notes.list` is to show: `settings/filters`"#
        ])
    #expect(RunSummaryText([report]).text.contains("\n  ! FB7033 `today` itself never shows 5 documents"))
    #expect(
      standings(report) == [
        "fewer: cheaper", "other: doesLess, misses 145 more documents in notes.list", "renamed: cheaper",
      ])
  }

  /// A doctor answers the last thread that the list shows. With a shorter list that is another one, whose patient does not
  /// listen.
  private static let answers = """
    workload: answers
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {path: "threads/t{n}", for: {n: 1..10}, fields: {n: "{n}"}}
    actors:
      doctor:
        vars: {thread: none}
        sessions: {perDay: 1, at: {first: "08:00"}, length: 1h}
        steps:
          - {name: threads.open, query: "threads orderBy n", as: threads, intend: "threads orderBy n limit 3", each: [{let: {thread: id}}]}
          - {pause: 10m}
          - {name: answer, create: "threads/{thread}/messages/{auto}", fields: {text: hello}}
      patient:
        sessions: {perDay: 1, at: {first: "08:00"}, length: 1h}
        steps:
          - {name: thread.open, listen: "threads/t10/messages limit 9"}

    """

  @Test("what reads of the baseline's own show less, because others write elsewhere, is no doing of the variant")
  func chance() async throws {
    let variants = """
      variants:
        today: {}
        few: {set: {steps.threads.open.query: "threads orderBy n limit 3"}}
        elsewhere: {set: {steps.thread.open.listen: "threads/t1/messages limit 9"}}
        silent: {set: {steps.answer: {name: answer, update: threads/t1, fields: {n: 1}}}}
        fewer: {set: {steps.threads.open.query: "threads orderBy n limit 2"}, expect: {findings: [FB7016]}}
      """
    #expect(
      try await standings(SimulationFixture.report(Self.answers + variants)) == [
        "few: cheaper", "elsewhere: doesLess, shows 3 of 4 documents, fewer in thread.open",
        "silent: doesLess, shows 3 of 4 documents, fewer in thread.open",
        "fewer: doesLess, misses 1 document in threads.open",
      ])
    // What a shorter list keeps from being asked at all is no chance.
    let asking = Self.answers.replacing(
      "      - {pause: 10m}",
      with: """
              - {if: "count(threads) > 5", then: [{name: notes, query: threads/t1/notes}]}
              - {pause: 10m}
        """)
    let notes = "data:\n  - {path: \"threads/t1/notes/n{n}\", for: {n: 1..4}, fields: {n: \"{n}\"}}\n"
    #expect(
      try await standings(SimulationFixture.report(asking.replacing("data:\n", with: notes) + variants)).first
        == "few: doesLess, shows 3 of 8 documents, fewer in notes")
  }

  /// Each variant asks for random stretches of the same hundred notes; what they cover together is counted here.
  @Test("no variant that is called cheaper shows fewer documents than the baseline", arguments: 1...12)
  func property(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var shown: [String: Int] = [:]
    var text = "variants:\n  today: {}\n"
    shown["today"] = 60
    for number in 1...12 {
      var seen: Set<Int> = []
      let steps = (0..<Int.random(in: 1...3, using: &random)).map { step in
        let (start, limit) = (Int.random(in: 0...90, using: &random), Int.random(in: 1...80, using: &random))
        seen.formUnion((start..<min(start + limit, 100)))
        let kind = Bool.random(using: &random) ? "query" : "listen"
        return #"{name: s\#(step), \#(kind): "notes where n > \#(start) orderBy n limit \#(limit)", as: r\#(step)}"#
      }
      text += "  v\(number): {set: {actors.reader.steps: [\(steps.joined(separator: ", "))]}}\n"
      shown["v\(number)"] = seen.count
    }
    let report = try await SimulationFixture.report(Self.world + text)
    let sessions = 5 * 3 * 2
    #expect(
      report.variants.map { "\($0.name) \($0.documentsShown)" }
        == report.variants.map { "\($0.name) \((shown[$0.name] ?? 0) * sessions)" })
    for variant in report.variants.dropFirst() {
      let isSound = [.cheaper, .notCheaper].contains(report.standing(of: variant))
      #expect(isSound == ((shown[variant.name] ?? 0) >= 60), "\(variant.name) of seed \(seed)")
    }
  }
}
