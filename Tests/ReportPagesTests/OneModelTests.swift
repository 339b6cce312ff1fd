import FirebreakTestSupport
import Foundation
import Metering
import StructuredText
import Testing
import WorkloadRunSupport

@testable import Project
@testable import ProjectCheck
@testable import ReportPages
@testable import RunReports
@testable import Simulation

/// Terminal, Markdown, JSON and HTML are renderings of one report: what each shows is what the model holds.
@Suite("One report, four forms") struct OneModelTests {
  /// Listeners under rules with look-ups, writes and deletes, pages of queries, prices and none.
  static let samples = [
    "samples/sync/rules", "samples/sync/clear-three-days", "samples/sync/returning-user", "samples/chat/rules",
    "samples/chat/paging", "samples/chat/messages",
  ]

  private static func report(_ sample: String) async throws -> RunReport {
    let path = RepositoryFiles.root.appending(path: "\(sample).workload.yaml").path()
    let scope = try #require(try ProjectScope.resolve([path], request: ProjectRequest()).first)
    let preparation = RunPreparation.prepare(path, in: scope.project, request: RunRequest())
    return await WorkloadRunner.run(try #require(preparation.input))
  }

  private func check(_ report: RunReport) throws {
    let whole = ShownFigures(model: report, isWhole: true).figures
    let short = ShownFigures(model: report, isWhole: false).figures
    let each = ShownFigures(model: report, isWhole: false, isEach: true).figures
    let isPriced = report.book != nil
    #expect(try differences(ShownFigures(json: JSONWriter.text(report.json(), .figures)).figures, whole) == [])
    #expect(
      differences(ShownFigures(page: try ReportPage.render([report], version: "1"), of: report).figures, whole) == [])
    #expect(differences(ShownFigures(terminal: RunReportText(report).text, isPriced: isPriced).figures, each) == [])
    #expect(
      differences(ShownFigures(markdown: RunReportMarkdown(report).text, isPriced: isPriced).figures, short) == [])
  }

  private func differences(_ shown: [String: String], _ model: [String: String]) -> [String] {
    Set(shown.keys).union(model.keys).sorted().filter { shown[$0] != model[$0] }.map { key in
      "\(key): shown \(shown[key] ?? "nothing"), is \(model[key] ?? "nothing")"
    }
  }

  @Test("every figure of samples", arguments: samples)
  func everyFigure(sample: String) async throws {
    let report = try await Self.report(sample)
    #expect(!report.variants.isEmpty)
    try check(report)
  }

  @Test("the samples have what is to be compared")
  func coverage() async throws {
    let rules = try await Self.report("samples/sync/rules")
    #expect(rules.variants.count > 3)
    #expect(rules.variants.contains { !$0.ruleReads.isEmpty } && rules.variants.contains { !$0.listeners.isEmpty })
    #expect(rules.variants.contains { $0.tally.writes > 0 } && rules.book != nil)
  }

  @Test("every figure of a run of several actors, and a changed one is noticed in every form")
  func changed() async throws {
    let report = try await ReportFixture.shopReport()
    try check(report)
    let model = ShownFigures(model: report, isWhole: false).figures
    var other = report
    other.variants[0].tally.writes += 1
    other.variants[0].tally.bytes += 1 << 20
    let changed = ["today/egress", "today/writes"]
    func keys(_ figures: [String: String]) -> [String] {
      differences(figures, model).map { String($0.prefix { $0 != ":" }) }
    }
    #expect(keys(ShownFigures(terminal: RunReportText(other).text, isPriced: true).figures) == changed)
    #expect(keys(ShownFigures(markdown: RunReportMarkdown(other).text, isPriced: true).figures) == changed)
    let whole = ShownFigures(model: report, isWhole: true).figures
    let json = try ShownFigures(json: JSONWriter.text(other.json(), .figures)).figures
    #expect(differences(json, whole).count == 2)
    #expect(
      differences(ShownFigures(page: try ReportPage.render([other], version: "1"), of: other).figures, whole).count == 2
    )
  }
}
