import Diagnostics
import FirebreakTestSupport
import Metering
import StructuredText
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation
@testable import Workloads

@Suite("Claims of documents") struct ClaimTests {
  /// `before` reads 200 a day at a price of its own, `after` one, `before-nam5` what `before` reads at list prices.
  static func workload(_ claims: String) -> SourceText {
    SourceText(
      path: "claims.workload.yaml",
      text: """
        workload: claims
        clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
        data: [{path: "posts/{auto}", count: 200, fields: {at: {spread: [-9d, -1d]}}}]
        actors:
          reader:
            sessions: {perDay: 1, at: {first: "08:00", gap: 1h}, length: 1m}
            steps: [{name: feed, query: "posts orderBy at desc"}]
        variants:
          before: {}
          after: {set: {steps.feed.query: "posts orderBy at desc limit 1"}}
          before-nam5: {}
        claims:
        \(claims)
        """)
  }

  private static let dear = PriceBook(
    name: "dear", everywhere: LocationPrices(rates: [.reads: Rate(price: Rational(36), unit: .operations(100_000))]))

  static func report(_ claims: String, isPriced: Bool = true) async throws -> RunReport {
    let suite = try #require(WorkloadReader.read(workload(claims)).suite)
    let theirs = VariantSurroundings(pricing: Pricing(book: dear))
    let list = VariantSurroundings(pricing: Pricing(book: .googleStandard, location: "nam5"))
    let surroundings = isPriced ? [theirs, theirs, list] : suite.variants.map { _ in VariantSurroundings() }
    return await WorkloadRunner.run(RunInput(suite: suite, surroundings: surroundings))
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var claim: String
    var verdict: ClaimVerdict
    var claimed: String?
    var theirs: String?
    var list: String?
    var testDescription: String { claim }

    init(
      _ claim: String, _ verdict: ClaimVerdict, _ claimed: String? = nil, _ theirs: String? = nil, _ list: String? = nil
    ) {
      self.claim = claim
      self.verdict = verdict
      self.claimed = claimed
      self.theirs = theirs
      self.list = list
    }
  }

  @Test(
    "what is recomputed decides, to the digit that the document writes",
    arguments: [
      Case("claimed: 99.5%, theirs: 'reduction(before,after)'", .reproduced, "99.5 %", "99.5 %"),
      Case("claimed: 99%, theirs: 'reduction(before,after)'", .reproduced, "99 %", "99.5 %"),
      Case("claimed: 99.4%, theirs: 'reduction(before,after)'", .wrong, "99.4 %", "99.5 %"),
      Case("atLeast: 50%, atMost: 90%, theirs: 'reduction(before,after)'", .wrong, "50 % to 90 %", "99.5 %"),
      Case("atLeast: 90%, theirs: 'reduction(before,after)'", .reproduced, "at least 90 %", "99.5 %"),
      Case("atMost: 90%, theirs: 'reads(after) / reads(before)'", .reproduced, "at most 90 %", "0.5 %"),
      Case("claimed: 200, theirs: reads(before)", .reproduced, "200", "200"),
      Case("claimed: 67, theirs: reads(before) / 3", .reproduced, "67", "66.67"),
      Case("claimed: 200 USD, theirs: reads(before)", .notReproduced, "$200.00", "200"),
      // 6,000 reads a month, of which 1,500,000 are free in nam5.
      Case(
        "claimed: 2.16 USD, theirs: cost(before).reads.month, list: cost(before-nam5).reads.month", .onlyTheirs,
        "$2.16",
        "$2.16", "$0.00"),
      Case(
        "claimed: 2 USD, theirs: cost(before).reads.month, list: cost(before).reads.month", .reproduced, "$2.00",
        "$2.16",
        "$2.16"),
      Case("claimed: 36 USD, list: price(before).reads", .reproduced, "$36.00", nil, "$36.00"),
      Case("claimed: 36 USD, list: price(before-nam5).reads", .wrong, "$36.00", nil, "$0.0600"),
      Case("claimed: 0.18 USD, list: price(before-nam5).storage", .reproduced, "$0.18", nil, "$0.18"),
      Case("claimed: 0.12 USD, list: price(before-nam5).egress", .reproduced, "$0.12", nil, "$0.12"),
      Case("claimed: 5 USD, theirs: price(before).storage", .notReproduced, "$5.00"),
      Case("verdict: wrong", .wrong), Case("verdict: reproduced, list: reads(after)", .reproduced, nil, nil, "1"),
      Case("note: no inputs", .notReproduced), Case("claimed: 5", .notReproduced, "5"),
    ])
  func verdicts(example: Case) async throws {
    let report = try await Self.report("  - {id: A1, place: '1.3', quote: 'the words', \(example.claim)}")
    let found = try #require(report.claims.first)
    #expect(found.verdict == example.verdict)
    #expect(found.claimedText == example.claimed)
    #expect(found.theirs.map(FigureText.claimed) == example.theirs)
    #expect(found.list.map(FigureText.claimed) == example.list)
    let findings = report.findings.map(\.diagnostic).filter { $0.code == .claimNotReproduced }
    #expect(findings.count == (example.verdict == .reproduced ? 0 : 1))
    #expect(findings.allSatisfy { $0.severity == .info && $0.location?.position.line == 13 })
    #expect(report.outcome == .clean)
  }

  @Test("a figure that is missing is said")
  func missing() async throws {
    let report = try await Self.report(
      "  - {id: A1, quote: q, claimed: 5 USD, theirs: cost(before).month, note: n}", isPriced: false)
    #expect(report.claims.map(\.verdict) == [.notReproduced])
    #expect(report.claims.map(\.note) == ["n; there is no price book for `before`"])
    let finding = try #require(report.findings.map(\.diagnostic).first { $0.code == .claimNotReproduced })
    #expect(finding.message == "the claim `A1` is not reproduced: `q`")
    #expect(finding.notes == ["claimed: $5.00", "n; there is no price book for `before`"])
  }

  @Test("terminal, Markdown and JSON show the same claims, and JSON is read back")
  func outputs() async throws {
    let report = try await Self.report(
      "  - {id: A1, place: '1.3', quote: '10,000 | 50', claimed: 12345 USD, theirs: price(before).reads, note: nam5}")
    #expect(
      RunReportText(report).text.contains(
        """
        CLAIMS 0 of 1 reproduced
          claim  place     claimed  with their prices  with list prices  verdict
          A1     1.3    $12,345.00             $36.00                 –  wrong
            “10,000 | 50”: nam5

        """))
    #expect(
      RunReportMarkdown(report).text.contains(
        """
        <details><summary>Claims: 0 of 1 reproduced</summary>

        | claim | place | claimed | with their prices | with list prices | verdict | quoted | note |
        |---|---|---:|---:|---:|---|---|---|
        | A1 | 1.3 | $12,345.00 | $36.00 | – | wrong | 10,000 \\| 50 | nam5 |

        </details>
        """))
    let json = JSONWriter.text(report.json(), .compact)
    #expect(
      json.contains(
        #""claims":[{"id":"A1","place":"1.3","quote":"10,000 | 50","claimed":{"amount":"12345","unit":"USD"},"atLeast":null,"atMost":null,"theirs":{"amount":"36","unit":"USD"},"list":null,"verdict":"wrong","note":"nam5","source":"claims.workload.yaml:13"}]"#
      ))
    let again = RunReportReader.read(SourceText(path: "report.json", text: json)).reports
    #expect(again.map { JSONWriter.text($0.json(), .compact) } == [json])
  }

  @Test("one variant alone says nothing about claims, which compare variants")
  func single() throws {
    let source = Self.workload("  - {id: a, quote: b, theirs: reads(before)}")
    #expect(WorkloadReader.read(source).suite?.claims.count == 1)
    let root = try #require(YAMLReader.read(source).node)
    let reading = WorkloadReader.read(root, source: source, only: "after")
    #expect(reading.diagnostics.map(\.message) == [])
    #expect(reading.suite?.claims == [])
  }

  @Test(
    "mistakes in claims are said with their place",
    arguments: [
      ("  - {quote: a}", "FB0015"), ("  - {id: a}", "FB0015"),
      ("  - {id: a, quote: b, claimed: 'reads(before) == 3'}", "FB0013"),
      ("  - {id: a, quote: b, theirs: 'reads(befor)'}", "FB0017"), ("  - {id: a, quote: b, claimed: [1]}", "FB0015"),
      ("  - {id: a, quote: b, claimed: 1, atLeast: 2}", "FB0015"), ("  - {id: a, quote: b, verdict: maybe}", "FB0015"),
      ("  - {id: a, quote: b, claimed: 1, theirs: reads(before), verdict: wrong}", "FB0015"),
      ("  - {id: a, quote: b}\n  - {id: a, quote: c}", "FB0016"), ("  - {id: a, quote: b, extra: c}", "FB0014"),
      ("  3", "FB0015"), ("  - {id: a, quote: b, theirs: '((((((((((1'}", "FB0013"),
    ])
  func mistakes(claims: String, code: String) throws {
    let reading = WorkloadReader.read(Self.workload(claims))
    #expect(reading.suite == nil)
    let found = try #require(reading.diagnostics.first)
    #expect(found.code.id == code)
    #expect((found.location?.position.line ?? 0) >= 13)
  }
}
