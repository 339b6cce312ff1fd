import Diagnostics
import FirebreakTestSupport
import Foundation
import StructuredText
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation

/// Reports are read back as they were written.
@Suite("Reading reports")
struct RunReportReaderTests {
  private static func text(_ report: RunReport) -> String { JSONWriter.text(report.json(), .figures) }

  private static func read(_ text: String) -> RunReportReader.Result {
    RunReportReader.read(SourceText(path: "report.json", text: text))
  }

  @Test func `a run comes back as it was`() async throws {
    let report = try await SimulationFixture.report(RunReportTests.workload)
    let text = Self.text(report)
    let result = Self.read(text)
    #expect(result.diagnostics.map(\.message) == [])
    let again = try #require(result.reports.first)
    #expect(Self.text(again) == text)
    #expect(again.outcome == report.outcome)
    #expect(RunReportMarkdown(again).text == RunReportMarkdown(report).text)
    #expect(
      again.sortedFindings.map { $0.diagnostic.location?.description }
        == report.sortedFindings.map { $0.diagnostic.location?.description })
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func `whatever the model holds comes back`(seed: UInt64) throws {
    var reports = RandomReports(seed: seed)
    let text = Self.text(reports.report())
    let result = Self.read(text)
    #expect(result.diagnostics.map(\.message) == [])
    #expect(try Self.text(#require(result.reports.first)) == text)
  }

  @Test func `several workloads of one run are several reports`() async throws {
    let report = try await SimulationFixture.report(RunReportTests.workload)
    let document = RunReportsJSON([(report, nil), (report, "clean")]).value(outcome: "findings", isSingle: false)
    let result = Self.read(JSONWriter.text(document))
    #expect(result.diagnostics.map(\.message) == [])
    #expect(result.reports.map(\.workload) == ["shop-home", "shop-home"])
  }

  struct Broken: CustomTestStringConvertible, Sendable {
    var text: String
    var code: String
    var words: String
    var testDescription: String { words }
  }

  static let period = #""workload": "w", "period": {"start": "2026-01-05T00:00:00Z", "days": 1}"#

  @Test(arguments: [
    Broken(text: "", code: "FB0013", words: ""),
    Broken(text: "[]", code: "FB0015", words: "expected an object for `the report`"),
    Broken(text: "{}", code: "FB0015", words: "the key `schema` is missing"),
    Broken(text: #"{"schema": 2}"#, code: "FB0015", words: "stale baseline schema: the report is of schema 2"),
    Broken(text: #"{"schema": 0}"#, code: "FB0015", words: "stale baseline schema"),
    Broken(text: #"{"schema": 1, "schema": 1, \#(period), "variants": []}"#, code: "FB0016", words: "schema"),
    Broken(text: #"{"schema": 1, \#(period)}"#, code: "FB0015", words: "the key `variants` is missing"),
    Broken(
      text: #"{"schema": 1, "workload": "w", "period": {"start": "soon", "days": 1}, "variants": []}"#, code: "FB0015",
      words: "expected a date and time"),
    Broken(
      text:
        #"{"schema": 1, \#(period), "variants": [{"name": "a", "reads": 3, "writes": 0, "deletes": 0, "components": {"documents": 2}}]}"#,
      code: "FB0015", words: "`reads` is 3, and its components add up to 2"),
    Broken(
      text:
        #"{"schema": 1, \#(period), "variants": [{"name": "a", "reads": -1, "writes": 0, "deletes": 0, "components": {"documents": -1}}]}"#,
      code: "FB0015", words: "documents"),
    Broken(
      text:
        #"{"schema": 1, \#(period), "variants": [], "assertions": [{"expect": "x", "passed": true, "source": "nowhere"}]}"#,
      code: "FB0015", words: "expected `path:line`"),
    Broken(
      text:
        #"{"schema": 1, \#(period), "variants": [], "findings": [{"code": "FBxxxx", "severity": "error", "message": "m"}]}"#,
      code: "FB0015", words: "expected a code"),
  ])
  func `what is broken is said with its place`(broken: Broken) {
    let result = Self.read(broken.text)
    #expect(result.reports.isEmpty)
    #expect(result.diagnostics.first?.code.id == broken.code)
    #expect(broken.words.isEmpty || result.diagnostics.contains { $0.message.contains(broken.words) })
    #expect(result.diagnostics.allSatisfy { $0.location != nil })
  }

  @Test func `a report of fewer keys is read, too`() throws {
    let result = Self.read(#"{"schema": 1, \#(Self.period), "variants": [], "later": {"key": 1}}"#)
    #expect(result.diagnostics.map(\.message) == [])
    #expect(result.reports.count == 1)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `damaged reports are refused or read, never fatal`(seed: UInt64) {
    var reports = RandomReports(seed: seed)
    var generator = SeededGenerator(seed: seed)
    let bytes = Array(Self.text(reports.report()).utf8)
    for _ in 0..<20 {
      var damaged = bytes
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8(
          ascii: ["9", "-", "{", "\"", ",", "e"].randomElement(using: &generator) ?? "9")
      }
      let result = RunReportReader.read(SourceText(path: "report.json", bytes: damaged))
      #expect(result.reports.isEmpty || !result.diagnostics.contains { $0.severity == .error })
      for report in result.reports {
        _ = RunReportText(report).text
        _ = RunReportMarkdown(report).text
      }
    }
  }

  @Test func `reports are as the published schema says`() async throws {
    let schema = try SchemaCheck(Data(RepositoryFiles.bytes("schemas/run-report.schema.json")))
    let run = try await SimulationFixture.report(RunReportTests.workload)
    #expect(try schema.problems(Data(Self.text(run).utf8)) == [])
    for seed in 0..<20 as Range<UInt64> {
      var reports = RandomReports(seed: seed)
      #expect(try schema.problems(Data(Self.text(reports.report()).utf8)) == [])
    }
    #expect(try schema.problems(Data(#"{"schema": 0}"#.utf8)).contains("$.schema: 0 is below 1"))
  }
}

/// Comments on changes hold whatever a workload calls itself, and only so much of it.
@Suite("Comments")
struct MarkdownCommentTests {
  @Test(arguments: 0..<100 as Range<UInt64>) func `comments fit, and their tables keep their columns`(seed: UInt64) {
    var reports = RandomReports(seed: seed)
    let text = RunReportMarkdown.comment([reports.report(), reports.report()])
    #expect(text.utf8.count <= RunReportMarkdown.lengthLimit)
    #expect(!text.replacing(/(`+).*?\1/, with: "").contains("<script"))
    var columns = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let bars = line.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" }
      if line.hasPrefix("|---") { columns = bars }
      if line.hasPrefix("| "), columns > 0 { #expect(bars == columns, "\(line)") }
      if !line.hasPrefix("|") { columns = 0 }
    }
  }

  @Test func `what does not fit is left out, and that is said`() async throws {
    let report = try await SimulationFixture.report(RunReportTests.workload)
    let text = RunReportMarkdown.comment(Array(repeating: report, count: 60))
    #expect(text.utf8.count <= RunReportMarkdown.lengthLimit)
    #expect(text.contains("left out: a comment holds no more"))
    #expect(text.hasPrefix("### $"))
  }

  /// Every figure of the tables is one of the model.
  @Test func `comment, terminal and JSON say the same`() async throws {
    let report = try await SimulationFixture.report(RunReportTests.workload)
    let markdown = RunReportMarkdown(report).text.split(separator: "\n")
    let terminal = RunReportText(report).text.split(separator: "\n")
    for variant in report.variants {
      let perDay = FigureText.perDay(variant.reads, days: report.period.days)
      #expect(
        markdown.contains {
          $0.hasPrefix(
            "| \(variant.name) | \(perDay) | \(FigureText.bill(variant.month)) |")
        })
      #expect(
        terminal.contains { line in
          let cells = line.split(separator: " ")
          return cells.first == Substring(variant.name) && cells.contains(Substring(perDay))
            && cells.contains(Substring(FigureText.bill(variant.month)))
        })
      for operation in variant.operations {
        let cells = [
          operation.name, Grouped.count(operation.calls), FigureText.perCall(operation), Grouped.count(operation.reads),
        ]
        #expect(markdown.contains { $0.hasPrefix("| \(cells.joined(separator: " | ")) |") })
        #expect(
          terminal.contains { line in
            let found = line.split(separator: " ").map(String.init)
            return found.prefix(4) == [cells[0], cells[1] + "×", cells[2], cells[3]]
          })
      }
      for day in variant.days {
        #expect(markdown.contains { $0.hasPrefix("| \(day.date) | \(Grouped.count(day.reads)) |") })
      }
      #expect(variant.days.reduce(0) { $0 + $1.reads } == variant.reads)
      #expect(
        variant.days.allSatisfy { $0.hours.reduce(0, +) == $0.reads && $0.readsByOperation.reduce(0, +) == $0.reads })
      #expect(variant.roles.reduce(0) { $0 + $1.reads } == variant.reads)
    }
  }
}

@Suite("Names of saved runs")
struct SavedRunsTests {
  @Test(arguments: [
    ("shop/sync/chat-open.workload.yaml", "shop", "sync.chat-open"), ("a.workload.yaml", ".", "a"),
    ("/elsewhere/b.workload.yaml", "shop", "elsewhere.b"), ("shop/ü.workload.yaml", "shop", "---a4a0b5a6"),
    ("../x.workload.yaml", ".", "x"),
  ])
  func names(path: String, root: String, name: String) {
    let found = SavedRuns.name(ofWorkload: path, root: root, from: "/work")
    if name.hasPrefix("--") {
      #expect(found.hasPrefix("---") && found.count == 11)
    } else {
      #expect(found == name)
    }
  }
}

@Suite("Progress of runs")
struct RunProgressTests {
  @Test(
    arguments: [
      (0.42, 0.5, "42 % after"), (0.5, 10, "50 % after · 4.5 days/s · 10 s left"),
      (0.01, 60, "1 % after · 67 s/day · 99 min left"), (1, 5, "100 % after"),
      (0.5, 1, "50 % after · 45 days/s · 1 s left"),
    ] as [(Double, Double, String)])
  func text(fraction: Double, seconds: Double, text: String) {
    #expect(RunProgress(fraction: fraction, label: "after").text(seconds: seconds, days: 90) == text)
  }
}
