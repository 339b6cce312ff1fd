import Diagnostics
import FirebreakTestSupport
import Metering
import StructuredText
import Testing
import WorkloadRunSupport

@testable import RunReports

@Suite("Run reports")
struct RunReportTests {
  /// A bit of everything: money, a broken budget, a failed assertion, a refusal, an unsound variant, an open question.
  static let workload = """
    workload: shop-home
    about: opens of a feed and a search
    clock: {start: "2026-01-05T00:00:00-08:00", days: 10}
    data:
      - {path: "orders/{auto}", count: 40, fields: {status: paid, total: 12, at: {spread: [-9d, 0d]}}}
      - {path: "notes/{auto}", count: 30, fields: {at: {spread: [-9d, 0d]}}}
    actors:
      shopper:
        count: 12
        client: {sdk: web}
        vars: {seen: now}
        sessions: {perDay: 4, at: {window: ["08:00", "20:00"], gap: even}, length: 10m}
        steps:
          - {name: notes.open, listen: "notes orderBy at desc limit 20", as: n, intend: "notes where at > {seen}"}
          - {let: {seen: "max(seen, maxOf(n.at))"}}
          - {name: orders.search, query: 'orders where status == "paid" and at > {seen} orderBy at desc limit 5'}
          - {name: profile, get: "users/{i}"}
    background:
      - {every: {perDay: 40}, write: {path: "notes/{auto}"}}
    variants:
      today: {}
      watermark:
        set: {"steps.notes.open.listen": "notes where at > {seen} orderBy at desc limit 5"}
        expect: {findings: [FB7014, FB7016]}
    assert:
      - {expect: "reads(today).perUserDay <= 100"}
      - {expect: "indexErrors == 0"}
    budget:
      - {step: notes.open, reads: 25, per: call, level: error}
      - {step: profile, reads: 1, per: call, warnAt: 90%}
    """

  private func report() async throws -> RunReport { try await SimulationFixture.report(Self.workload) }

  @Test func `text for people`() async throws {
    expectSnapshot(
      RunReportText(try await report()).text, "Tests/RunReportsTests/Snapshots/shop-home.txt")
  }

  @Test func `one screen`() async throws {
    let clean = try await SimulationFixture.report(Self.cheaper)
    expectSnapshot(
      RunSummaryText([clean, try await report()]).text, "Tests/RunReportsTests/Snapshots/screen.txt")
    expectSnapshot(
      RunSummaryText([clean], colours: true, isASCII: true, width: 60).text,
      "Tests/RunReportsTests/Snapshots/screen-ascii.txt")
  }

  /// Money, an alternative that is one, one that is none, and a question.
  private static let cheaper = """
    workload: lists
    clock: {start: "2026-01-05T00:00:00-08:00", days: 3}
    data: [{path: "notes/{auto}", count: 300, fields: {open: true}}]
    actors:
      reader:
        count: 5000
        world: own
        client: {sdk: web}
        sessions: {perDay: 2, at: {window: ["08:00", "20:00"], gap: even}, length: 10m}
        steps:
          - {name: notes.all, query: "notes", as: list, intend: "notes limit 50"}
          - {name: notes.mark, repeat: 3, set: "notes/{i}", fields: {open: false}}
    variants:
      today: {}
      first-page: {set: {steps.notes.all.query: "notes limit 50"}}
      nothing: {set: {steps.notes.all.query: "notes where open == 1"}, expect: {findings: [FB1012, FB7016]}}
      twice-a-week: {kind: scenario, set: {actors.reader.count: 10000}}
    assert:
      - {expect: "missed(first-page.list) == 0"}
    budget:
      - {step: notes.all, reads: 400, per: call}
    """

  @Test func `a comment for a change`() async throws {
    expectSnapshot(
      RunReportMarkdown(try await report()).text, "Tests/RunReportsTests/Snapshots/shop-home.md")
  }

  @Test func `JSON for scripts`() async throws {
    expectSnapshot(
      JSONWriter.text(try await report().json(), .figures) + "\n",
      "Tests/RunReportsTests/Snapshots/shop-home.json")
  }

  @Test func `an expected refusal that never came is a failure`() async throws {
    let report = try await SimulationFixture.report(
      """
      workload: served
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      actors:
        member:
          count: 1
          sessions: {perDay: 2, at: {window: ["08:00", "20:00"], gap: even}, length: 10m}
          steps: [{name: profile, get: "users/{i}", expect: {status: PERMISSION_DENIED}}]
      """)
    let messages = report.findings.filter { $0.diagnostic.code == .assertionFailed }.map(\.diagnostic.message)
    #expect(messages == ["`profile` was to be refused with PERMISSION_DENIED, and was served"])
  }

  @Test func `a run is equal to its own recording`() async throws {
    let report = try await report()
    let recorded = JSONReader.read(SourceText(path: "expected.json", text: ExpectedReport.text(of: report)))
    let node = try #require(recorded.node)
    #expect(ExpectedReport.differences(recorded: JSONValue(node), report: report) == [])
  }

  @Test func `differences from a recording name the value`() async throws {
    var report = try await report()
    let recorded = JSONReader.read(SourceText(path: "expected.json", text: ExpectedReport.text(of: report)))
    let node = try #require(recorded.node)
    report.variants[0].tally.writes += 1
    report.remarks = []
    #expect(
      ExpectedReport.differences(recorded: JSONValue(node), report: report) == [
        "variants[0].writes: recorded 0, now 1",
        #"remarks[0]: recorded "prices of the book google-standard, location nam5 as of 2026-11-21", now absent"#,
        #"remarks[1]: recorded "no rules were evaluated: the workload names none", now absent"#,
      ])
  }
}

@Suite("Figures of reports")
struct FigureTextTests {
  @Test(
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (50_000_000, "50,000,000"), (-1234, "−1,234"),
    ] as [(Int64, String)])
  func counts(_ value: Int64, _ text: String) { #expect(Grouped.count(value) == text) }

  @Test(
    arguments: [(999_999, "999,999"), (1_000_000, "1.0 M"), (30_000_000, "30.0 M"), (1_299_999, "1.3 M")]
      as [(Int64, String)])
  func shortCounts(_ value: Int64, _ text: String) { #expect(Grouped.short(value) == text) }

  /// What is not all is never −100 %; what grows has no such bound.
  @Test(
    arguments: [
      (50_000_000, 2_500_000, "−95.0 %"), (50_000_000, 2_550_000, "−94.9 %"), (50_000_000, 3_450_000, "−93.1 %"),
      (50_000_000, 1_500_000, "−97.0 %"), (10_000, 1, "−99.9 %"), (244, 914, "+274.6 %"), (10, 10, "±0.0 %"),
      (10_000, 19_996, "+100.0 %"), (10_000, 19_994, "+99.9 %"),
      (0, 5, "–"),
    ] as [(Int64, Int64, String)])
  func changes(_ base: Int64, _ value: Int64, _ text: String) {
    #expect(Percentage.change(from: base, to: value) == text)
  }

  @Test(
    arguments: [(0, "0 bytes"), (1023, "1023 bytes"), (1024, "1.0 KiB"), (1_610_612_736, "1.5 GiB")]
      as [(Int64, String)])
  func bytes(_ count: Int64, _ text: String) { #expect(FigureText.bytes(count) == text) }
}
