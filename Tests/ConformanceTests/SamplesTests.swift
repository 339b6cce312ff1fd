import Diagnostics
import FirebreakTestSupport
import Foundation
import IndexCatalog
import Project
import ProjectCheck
import QueryPlanner
import QueryShapes
import RunReports
import Simulation
import StructuredText
import Testing

@testable import Workloads

/// The samples are documentation that runs: what they claim is what `check` and `run` say.
@Suite("Samples") struct SamplesTests {
  static let projects = ["samples/chat", "samples/sync"]

  /// Projects of the Realtime Database show rules that are wrong on purpose.
  static let realtimeProjects = ["samples/hybrid", "samples/rtdb-chat"]

  /// Simulations of millions of operations, which only optimised code plays in a second.
  static let large = [
    "amen-feed", "chat-day", "chat-open", "chat-open-prices", "list-sizes", "notifications", "online-users", "room",
    "strategy-claims",
  ]

  static let workloads: [String] = {
    let all = (projects + realtimeProjects).flatMap { RepositoryFiles.paths(below: $0, suffix: ".workload.yaml") }
    #if DEBUG
      return all.filter { path in !large.contains { path.hasSuffix("/\($0).workload.yaml") } }
    #else
      return all
    #endif
  }()

  private static func absolute(_ path: String) -> String { RepositoryFiles.root.appending(path: path).path() }

  private static func queries(_ project: String) throws -> ProjectQueries {
    let scopes = try ProjectScope.resolve([absolute(project)], request: ProjectRequest())
    return ProjectQueries.load(try #require(scopes.first))
  }

  @Test("every sample is a project that `check` has nothing to say about", arguments: projects)
  func check(project: String) throws {
    let report = try Self.queries(project).check()
    #expect(report.workloads > 5)
    #expect(FindingList(report.findings).diagnostics.map { "\($0.code.id) \($0.message)" } == [])
  }

  @Test("every index of a sample is needed by one of its queries", arguments: projects)
  func minimalIndexes(project: String) throws {
    let queries = try Self.queries(project)
    let group = try #require(queries.groups.first)
    let catalog = group.source.catalog
    #expect(!catalog.composites.isEmpty)
    for index in catalog.composites {
      let rest = catalog.composites.filter { $0 != index }
      let planner = QueryPlanner(
        catalog: IndexCatalog(composites: rest, overrides: catalog.overrides), database: group.judge.planner.database)
      let without = QueryJudge(planner: planner)
      let needing = group.shapes.filter { shape in
        group.judge.judge(shape.query, aggregations: shape.aggregations).plan != nil
          && without.judge(shape.query, aggregations: shape.aggregations).plan == nil
      }
      #expect(!needing.isEmpty, "\(index) serves nothing that would not be served without it")
    }
  }

  @Test("every workload plays as it is recorded, without anything unexpected", arguments: workloads)
  func run(path: String) async throws {
    let scopes = try ProjectScope.resolve([Self.absolute(path)], request: ProjectRequest())
    let scope = try #require(scopes.first)
    let preparation = RunPreparation.prepare(Self.absolute(path), in: scope.project, request: RunRequest())
    #expect(preparation.findings.map(\.message) == [])
    let report = await WorkloadRunner.run(
      try #require(preparation.input), hazards: { WorkloadHazards.findings(in: $0, source: $1) })
    #expect(report.unexpectedFindings.filter { $0.severity >= .warning }.map { "\($0.code.id) \($0.message)" } == [])
    #expect(report.outcome == .clean)
    #expect(report.assertions.filter { !$0.passed }.map(\.text) == [])
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let recorded = try RepositoryFiles.bytes("\(folder)/expected/\(report.workload).json")
    let text = String(decoding: recorded, as: UTF8.self)
    let node = try #require(JSONReader.read(SourceText(path: "expected.json", text: text)).node)
    #expect(ExpectedReport.differences(recorded: JSONValue(node), report: report) == [])
    #expect(ExpectedReport.text(of: report) == text)
    try comesBack(report)
  }

  /// Of all samples together, what reports may recommend; every other variant stands apart.
  static let sound = [
    "amen-feed: child-cached, child-cached-indexed, child-fetch",
    "chat-list: after-3-new",
    "chat-open-prices: after",
    "chat-open: after, after-as-written",
    "chat-strategies: hybrid, realtime",
    "clear-all: after",
    "clear-three-days: exact",
    "conversation-list: inbox, pages, pages-refetched",
    "hazards: watermark, whole-seconds",
    "messages: after",
    "notifications: after-unlimited",
    "paging: look-ahead, snapshot",
    "posts: after",
    "returning-user: away-a-week",
    "rules: by-claims, by-path",
    "rules: by-query",
    "strategy-claims: after",
    "user-search: cached",
  ]

  @Test("no recorded report calls a variant cheaper that shows less, is refused or misses something")
  func standings() throws {
    var cheaper: [String] = []
    for path in (Self.projects + Self.realtimeProjects).flatMap({
      RepositoryFiles.paths(below: "\($0)/expected", suffix: ".json")
    }) {
      let text = String(decoding: try RepositoryFiles.bytes(path), as: UTF8.self)
      let read = RunReportReader.read(SourceText(path: path, text: text))
      let report = try #require(read.reports.first, "\(path): \(read.diagnostics.map(\.message))")
      let baseline = try #require(report.variants.first)
      let sound = report.variants.filter { report.standing(of: $0) == .cheaper }
      for variant in sound {
        let correctness = variant.correctness
        #expect(correctness.missed == 0 && correctness.stale == 0 && variant.refused == 0, "\(path) \(variant.name)")
        #expect(variant.documentsShown >= baseline.documentsShown, "\(path) \(variant.name)")
        #expect(
          !report.findings.contains { $0.variants.contains(variant.name) && $0.diagnostic.code == .unsoundVariant })
      }
      let saving = RunVerdict(report).saving?.name
      #expect(saving.map { name in sound.contains { $0.name == name } } ?? sound.isEmpty)
      if !sound.isEmpty { cheaper.append("\(report.workload): \(sound.map(\.name).sorted().joined(separator: ", "))") }
    }
    #expect(cheaper.sorted() == Self.sound)
  }

  /// The JSON is what the published schema says, and reading it gives a report that every form shows alike.
  private func comesBack(_ report: RunReport) throws {
    let text = JSONWriter.text(report.json(), .figures)
    let schema = try SchemaCheck(Data(RepositoryFiles.bytes("schemas/run-report.schema.json")))
    #expect(try schema.problems(Data(text.utf8)) == [])
    let result = RunReportReader.read(SourceText(path: "report.json", text: text))
    #expect(result.diagnostics.map(\.message) == [])
    let again = try #require(result.reports.first)
    #expect(JSONWriter.text(again.json(), .figures) == text)
    #expect(RunReportMarkdown(again).text == RunReportMarkdown(report).text)
    #expect(again.outcome == report.outcome)
    #expect(again.claims.map(\.verdict) == report.claims.map(\.verdict))
    let days = zip(again.variants, report.variants).allSatisfy { $0.days == $1.days && $0.month == $1.month }
    #expect(days)
  }

  @Test("a workload is called like its file, and no recording is left over", arguments: projects + realtimeProjects)
  func names(project: String) throws {
    let files = RepositoryFiles.paths(below: project, suffix: ".workload.yaml")
    let names = files.compactMap { $0.split(separator: "/").last?.dropLast(".workload.yaml".count) }.map(String.init)
    #expect(try Self.queries(project).suites.map(\.name).sorted() == names.sorted())
    let recorded = RepositoryFiles.paths(below: "\(project)/expected", suffix: ".json")
    #expect(recorded == names.map { "\(project)/expected/\($0).json" }.sorted())
  }
}
