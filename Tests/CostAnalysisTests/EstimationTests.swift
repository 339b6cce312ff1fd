import CostAnalysis
import Diagnostics
import FirebreakTestSupport
import Foundation
import Metering
import StructuredText
import Synchronization
import Testing

@testable import Project
@testable import Simulation
@testable import Workloads

/// Samples and small workloads of the tests, read from the repository.
enum CostFixture {
  static let project = Project(
    root: RepositoryFiles.root.path(), folder: RepositoryFiles.root.path(), projectID: "demo-test",
    databases: [ProjectDatabase()],
    settings: FirebreakSettings(), findings: [])

  static func path(_ name: String) -> String {
    RepositoryFiles.root.appending(path: "samples/\(name).workload.yaml").path()
  }

  static func parameters(_ set: [String: Int64]) -> [ParameterOverride] {
    set.sorted { $0.key < $1.key }.map { ParameterOverride(name: $0.key, value: .integer($0.value)) }
  }

  static func series(
    _ sample: String, _ request: EstimateRequest, set: [String: Int64] = [:], variant: String? = nil
  ) async throws -> (EstimateReport.Series, [Diagnostic]) {
    let run = RunRequest(
      parameters: parameters(set), book: "google-standard", location: request.locations.first ?? "nam5")
    let opened = try CountedRun.Opened(path(sample), in: project, request: run)
    var estimation = Estimation(
      opened, path: path(sample), variant: variant ?? opened.variants.first ?? "", request)
    return try await estimation.evaluate()
  }

  static func techniques(text: String) async throws -> TechniqueReport {
    let file = WorkloadFile("w.workload.yaml", SourceText(path: "w.workload.yaml", text: text))
    let request = RunRequest(book: "google-standard", location: "nam5")
    let template = try VariantTemplate(file, variant: nil, in: project, request: request)
    return try await TechniqueComparison.compare(template, path: file.path)
  }

  /// The baseline of a workload that stands in the test.
  static func series(
    text: String, _ request: EstimateRequest, set: [String: Int64] = [:], book: String = "google-standard"
  ) async throws -> (EstimateReport.Series, [Diagnostic]) {
    let run = RunRequest(parameters: parameters(set), book: book, location: request.locations.first)
    let opened = try CountedRun.Opened(SourceText(path: "w.workload.yaml", text: text), in: project, request: run)
    var estimation = Estimation(opened, path: "w.workload.yaml", variant: opened.variants.first ?? "", request)
    return try await estimation.evaluate()
  }

  static func techniques(_ sample: String, set: [String: Int64] = [:]) async throws -> TechniqueReport {
    let run = RunRequest(parameters: parameters(set), book: "google-standard", location: "nam5")
    let folder = RepositoryFiles.root.appending(path: "samples/\(sample)").deletingLastPathComponent().path()
    let project = try Project.discover(ProjectRequest(startFolder: folder))
    let template = try VariantTemplate(path(sample), variant: nil, in: project, request: run)
    return try await TechniqueComparison.compare(template, path: path(sample))
  }
}

@Suite("Estimates") struct EstimationTests {
  /// Fifty opens of 50 new messages, watered down for a quick simulation: 4 opens of 5.
  static let small: [String: Int64] = ["opens": 4, "newPerOpen": 5, "history": 20]

  @Test func `a sweep to ten million users keeps its figures per user`() async throws {
    let sweep = try ParameterSweep(parsing: "users=1k..10M")
    let (series, findings) = try await CostFixture.series(
      "sync/chat-open", EstimateRequest(sweeps: [sweep]), set: Self.small, variant: "after")
    #expect(findings == [])
    // 4 opens a day of 5 new messages for 30 days.
    #expect(series.points.map(\.tally.reads) == [600_000, 6_000_000, 60_000_000, 600_000_000, 6_000_000_000])
    #expect(!series.points.contains { !$0.isMultiplied })
    #expect(series.points.map(\.users) == [1_000, 10_000, 100_000, 1_000_000, 10_000_000])
  }

  @Test func `the free tier ends at the first user whose reads are paid for`() async throws {
    let request = EstimateRequest(budget: Rational(50), locations: ["nam5", "us-central1"])
    let (series, _) = try await CostFixture.series("sync/chat-open", request, set: Self.small, variant: "after")
    let found = series.crossings.map { crossing -> String in
      guard case .at(let value, _, _) = crossing.place else { return "\(crossing.place)" }
      return
        "\(crossing.location ?? "-") \(crossing.subject == .freeTier ? "free" : "money") \(value) \(crossing.parts)"
    }
    #expect(found.count == 4)
    // 20 reads a user and day, 50,000 a day are free: 2,500 users read 50,000.
    #expect(found.first == #"nam5 free 2501 ["reads"]"#)
    #expect(found.dropFirst(2).first == #"us-central1 free 2501 ["reads"]"#)
    for crossing in series.crossings {
      guard case .at(_, let before, let after) = crossing.place, case .money = crossing.subject else { continue }
      let index = crossing.location == "nam5" ? 0 : 1
      let (below, above) = (try #require(before.months[index]), try #require(after.months[index]))
      #expect(below.amount <= Rational(50) && above.amount > Rational(50))
    }
  }

  @Test("where everybody is simulated only the sizes that are named are played, and how far it is can be seen")
  func namedSizes() async throws {
    let text = """
      workload: shared
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      database: {rules: none}
      params: {users: 10}
      data: [{path: "posts/{auto}", count: 5, fields: {at: {spread: [-3d, -1d]}}}]
      actors:
        u:
          count: $users
          client: {sdk: web}
          sessions: {perDay: 5, at: {first: "10:00", gap: 10m}, length: 1m}
          steps: [{listen: posts}, {create: "posts/{auto}", fields: {at: serverTime}}]
      """
    func sizes(_ sweep: String?) async throws -> (places: [String], labels: Set<String>) {
      let request = EstimateRequest(sweeps: try sweep.map { [try ParameterSweep(parsing: $0)] } ?? [])
      let run = RunRequest(book: "google-standard", location: "nam5")
      let opened = try CountedRun.Opened(
        SourceText(path: "w.workload.yaml", text: text), in: CostFixture.project, request: run)
      var estimation = Estimation(opened, path: "w.workload.yaml", variant: opened.variants[0], request)
      let told = Mutex<[RunProgress]>([])
      estimation.progress = { progress in told.withLock { $0.append(progress) } }
      let (series, _) = try await estimation.evaluate()
      let steps = told.withLock { $0 }
      #expect(steps.allSatisfy { (0..<1).contains($0.fraction) })
      return (series.crossings.map { "\($0.place)" }, Set(steps.map(\.label)))
    }
    let named = try await sizes("users=3,20")
    #expect(named.places == ["notUpTo(20, isLimit: true)"])
    #expect(named.labels == ["users=3", "users=20"])
    let searched = try await sizes(nil)
    #expect(searched.labels.isSuperset(of: ["", "users=1", "users=100"]))
  }

  @Test func `months grow by whole users`() async throws {
    let request = EstimateRequest(growths: [try ParameterGrowth(parsing: "20%")], months: 3)
    let (series, _) = try await CostFixture.series(
      "sync/chat-open", request, set: Self.small.merging(["users": 7]) { $1 }, variant: "after")
    #expect(series.points.map(\.users) == [7, 8, 10])
    #expect(series.points.map(\.month) == [1, 2, 3])
    #expect(series.points.map(\.tally.reads) == [4_200, 4_800, 6_000])
  }

  @Test func `without its free quota a book charges the first read`() async throws {
    let sweep = ParameterSweep(name: "users", values: [.integer(10)])
    let (series, _) = try await CostFixture.series(
      "sync/chat-open", EstimateRequest(sweeps: [sweep], hasFreeQuota: false), set: Self.small, variant: "after")
    let month = try #require(series.points[0].months[0])
    // 6,000 reads at $0.06 for 100,000.
    #expect(month.line(.reads)?.amount == Rational(decimal: "0.0036"))
    #expect(series.crossings.isEmpty)
  }

  @Test func `locations without a price are said, and those that do not exist are refused`() async throws {
    let (_, findings) = try await CostFixture.series(
      "sync/posts", EstimateRequest(locations: ["nam5", "asia-south2"]), set: ["history": 10])
    #expect(findings.map(\.message) == ["the book `google-standard` has no prices for `asia-south2`"])
    await #expect(throws: CountedRun.Failure.self) {
      try await CostFixture.series(
        "sync/posts", EstimateRequest(locations: ["nam5", "atlantis"]), set: ["history": 10])
    }
  }

  @Test func `json keeps the keys that scripts rely on`() async throws {
    let sweep = ParameterSweep(name: "users", values: [.integer(2)])
    let (series, _) = try await CostFixture.series(
      "sync/chat-open", EstimateRequest(sweeps: [sweep]), set: Self.small, variant: "after")
    let report = EstimateReport(locations: [nil], hasFreeQuota: true, series: [series], findings: [])
    let text = JSONWriter.text(report.json(outcome: "clean", findings: .array([])))
    for part in [#""outcome":"#, #""points":"#, #""set":"#, #""reads": 1200"#, #""egressBytes":"#, #""monthlyCost":"#] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  // MARK: What is not known

  static let tiny = """
    workload: w
    clock: {start: "2026-01-05T00:00:00-08:00", days: 30}
    params: {users: 100, writes: 2, posts: 40}
    data:
      - {path: "posts/{p}", for: {p: 1..$posts}, fields: {a: 1}}
    actors:
      reader:
        count: $users
        world: own
        client: {sdk: server}
        sessions: {perDay: 20, at: {first: "08:00", gap: 20m}, length: 1m}
        steps:
          - {name: feed, query: "posts", as: ps}
          - {name: note, repeat: $writes, set: "notes/{auto}", fields: {a: 1}}
    """

  /// The bill of one size, what is said about the budget, and the findings.
  private static func answers(_ series: EstimateReport.Series, _ findings: [Diagnostic], _ locations: [String?])
    -> [String]
  {
    let report = EstimateReport(locations: locations, hasFreeQuota: true, series: [series], findings: [])
    return report.text.split(separator: "\n").filter { $0.hasPrefix("budget of") }.map(String.init)
      + findings.map(\.message)
  }

  @Test func `where nothing has a price no budget is kept`() async throws {
    let request = EstimateRequest(budget: Rational(5), locations: ["me-west1"])
    let (series, findings) = try await CostFixture.series(text: Self.tiny, request)
    #expect(
      Self.answers(series, findings, ["me-west1"]) == [
        "budget of $5.00 a month (me-west1): unknown, for there is no price for `reads`, `writes`, `egress`, `storage`",
        "the book `google-standard` has no prices for `me-west1`",
      ])
  }

  @Test func `a part without a price leaves the place of a budget open`() async throws {
    let request = EstimateRequest(budget: Rational(5), locations: ["europe-west1"])
    let (series, findings) = try await CostFixture.series(text: Self.tiny, request)
    let answers = Self.answers(series, findings, ["europe-west1"])
    // Of the size that was asked for, writes are within the free quota.
    #expect(answers.count == 1)
    #expect(
      answers.first?.hasPrefix("budget of $5.00 a month (europe-west1): unknown, for there is no price for `writes`")
        == true)
  }

  @Test func `months without all prices answer nothing either`() async throws {
    let request = EstimateRequest(
      growths: [try ParameterGrowth(parsing: "20%")], months: 2, budget: Rational(5), locations: ["me-west1"])
    let (series, findings) = try await CostFixture.series(text: Self.tiny, request)
    #expect(Self.answers(series, findings, ["me-west1"]).first?.contains("unknown, for there is no price for") == true)
  }

  @Test(arguments: [["writes": 1_000_000_000_000], ["posts": 1_000_000]] as [[String: Int64]])
  func `sizes that would never end are refused`(_ set: [String: Int64]) async throws {
    let failure = try await #require(throws: CountedRun.Failure.self) {
      _ = try await CostFixture.series(text: Self.tiny, EstimateRequest(), set: set)
    }
    guard case .refused(let diagnostic) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(diagnostic.code == .unsupportedFeature)
    #expect(diagnostic.location != nil)
  }

  @Test func `a growth of one parameter is given once`() async throws {
    let growths = [try ParameterGrowth(parsing: "20%"), try ParameterGrowth(parsing: "users=+5")]
    let failure = try await #require(throws: CountedRun.Failure.self) {
      _ = try await CostFixture.series(text: Self.tiny, EstimateRequest(growths: growths, months: 2))
    }
    guard case .unreadable(let findings) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(findings.map(\.message) == ["`--growth` is given twice for `users`"])
    #expect(findings.compactMap(\.location).map(\.description) == ["--growth:1:1"])
  }

  @Test func `what is set is said to programs, and the book to people`() async throws {
    let sweep = ParameterSweep(name: "users", values: [.integer(2)])
    let (series, _) = try await CostFixture.series(
      text: Self.tiny, EstimateRequest(sweeps: [sweep], locations: ["nam5"]), set: ["writes": 1, "users": 7])
    let report = EstimateReport(locations: ["nam5"], hasFreeQuota: true, series: [series], findings: [])
    let text = JSONWriter.text(report.json(outcome: "clean", findings: .array([])))
    #expect(text.contains(/"set": \{\s*"writes": 1,\s*"users": 2\s*\}/), "\(text)")
    let headline = report.text.prefix { $0 != "\n" }
    #expect(
      headline.hasPrefix("w · baseline: 30 days simulated, prices of the book google-standard, location nam5 as of 20"))
  }

  // MARK: All samples

  /// Those that take long without optimisation.
  static let large = [
    "amen-feed", "chat-day", "chat-open", "chat-open-prices", "chat-strategies", "list-sizes", "notifications",
    "online-users", "room", "strategy-claims",
  ]

  static let samples = RepositoryFiles.paths(below: "samples", suffix: ".workload.yaml").filter { path in
    #if DEBUG
      !large.contains { path.hasSuffix("/\($0).workload.yaml") }
    #else
      true
    #endif
  }

  /// Every variant of every sample with two days and small numbers, as it is and with everybody simulated.
  @Test(arguments: samples)
  func `estimates of samples equal their simulation`(_ sample: String) async throws {
    let text = String(decoding: try RepositoryFiles.bytes(sample), as: UTF8.self)
      .replacing(/days: \d+/, with: "days: 2")
    let path = RepositoryFiles.root.appending(path: sample).path()
    let file = WorkloadFile(path, SourceText(path: path, text: text))
    let reading = file.decode([])
    let suite = try #require(reading.suite)
    var small: [ParameterOverride] = []
    for parameter in suite.variants[0].workload.parameters {
      guard case .integer(let value) = parameter.value, value > 12 else { continue }
      small.append(ParameterOverride(name: parameter.name.text, value: .integer(12)))
    }
    var preparation = RunPreparation(path: path, input: nil, findings: [])
    let shrunk = file.decode(small)
    guard let shrunkSuite = shrunk.suite else { return }
    preparation.surround(shrunkSuite, in: CostFixture.project, RunRequest())
    let input = try #require(preparation.input)
    let outcomes = await WorkloadRunner.simulate(input, isFolding: false)
    for outcome in outcomes {
      var run = CountedRun(file, variant: outcome.name, in: CostFixture.project, request: RunRequest())
      let answer = try await run.answer(small)
      #expect(answer.figures.total == outcome.ledger.total, "\(outcome.name)")
      #expect(answer.figures.days == outcome.ledger.days, "\(outcome.name)")
      #expect(answer.period.storedBytes == outcome.storage.average, "\(outcome.name)")
      #expect(answer.figures.outsideWrites == outcome.notes.outsideWrites.value, "\(outcome.name)")
    }
  }
}
