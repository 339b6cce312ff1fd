import Diagnostics
import FirestoreModel
import Metering
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation
@testable import Workloads

/// Reports of workloads written into tests.
enum ReportFixture {
  /// Several days, a listener that starts again, an actor that only writes, variants that are better, worse and wrong.
  static let shop = """
    workload: shop
    about: opens of a feed
    clock: {start: "2026-01-05T00:00:00Z", days: 3}
    data:
      - {path: "notes/{auto}", count: 60, fields: {at: {spread: [-9d, 0d]}}}
    actors:
      reader:
        count: 20
        client: {sdk: web}
        vars: {seen: now}
        sessions: {perDay: 3, at: {window: ["08:00", "20:00"], gap: even}, length: 10m, people: together}
        steps:
          - {name: notes.open, listen: "notes orderBy at desc limit 40", as: n, intend: "notes where at > {seen}"}
          - {let: {seen: "max(seen, maxOf(n.at))"}}
          - {name: profile, get: "users/{i}"}
      writer:
        count: 2
        client: {sdk: web}
        sessions: {perDay: 2, at: {window: ["09:00", "17:00"], gap: even}, length: 1m, people: together}
        steps:
          - {name: notes.post, create: "notes/{auto}", fields: {at: serverTime}}
    variants:
      today: {}
      smaller:
        set: {"steps.notes.open.listen": "notes orderBy at desc limit 20"}
      tiny:
        set: {"steps.notes.open.listen": "notes orderBy at desc limit 1"}
        expect: {findings: [FB7014]}
    assert:
      - {expect: "reads(smaller) < reads(today)"}
    budget:
      - {step: notes.open, reads: 40, per: call, level: warn}
    """

  static func shopReport() async throws -> RunReport { try await report(shop) }

  static func report(_ text: String) async throws -> RunReport {
    let reading = WorkloadReader.read(SourceText(path: "shop.workload.yaml", text: text))
    let suite = try #require(reading.suite, "\(reading.diagnostics.map(\.message))")
    let pricing = Pricing(book: .googleStandard, location: "nam5")
    let input = RunInput(suite: suite, surroundings: suite.variants.map { _ in VariantSurroundings(pricing: pricing) })
    return await WorkloadRunner.run(input)
  }

  /// Names that try to leave the place where they are written.
  static let hostile = "</title></script><script>alert(1)</script>\"\u{301} onload=\"x' \u{0}\u{202E}{{{style}}}<!--"

  /// A report whose every name and text is the hostile one.
  static func hostileReport() async throws -> RunReport {
    var report = try await shopReport()
    report.workload = hostile
    report.about = hostile
    report.remarks = ["`\(hostile)` \(hostile)"]
    let place = SourceText(path: hostile, text: String(repeating: "x: \(hostile)\n", count: 9)).start
    report.book?.name = hostile
    report.book?.location = hostile
    report.book?.currency = hostile
    for index in report.variants.indices {
      report.variants[index].name = hostile + "\(index)"
      for operation in report.variants[index].operations.indices {
        report.variants[index].operations[operation].name = hostile + "\(operation)"
        report.variants[index].operations[operation].shape = hostile
        report.variants[index].operations[operation].plan = ["(\(hostile) ASC, b DESC)", hostile]
        report.variants[index].operations[operation].source = place
      }
      for role in report.variants[index].roles.indices { report.variants[index].roles[role].name = hostile }
      for listener in report.variants[index].listeners.indices {
        report.variants[index].listeners[listener].operation = hostile
      }
      for fanOut in report.variants[index].fanOut.indices { report.variants[index].fanOut[fanOut].collection = hostile }
      report.variants[index].ruleReads = [RuleReadReport(location: place, expression: hostile, reads: 7)]
    }
    report.assertions = [AssertionReport(text: hostile, passed: false, notes: [hostile], location: place)]
    for index in report.budgets.indices {
      report.budgets[index].scope = hostile
      report.budgets[index].variant = hostile
      report.budgets[index].location = place
    }
    report.claims = [
      ClaimReport(
        id: hostile, place: hostile, quote: hostile,
        claimed: ClaimFigure(amount: Rational(1), unit: .money(currency: hostile)),
        atLeast: nil, atMost: nil, theirs: nil, list: nil, verdict: .wrong, note: hostile, location: place)
    ]
    let diagnostic = Diagnostic(
      .budgetExceeded, "`\(hostile)` \(hostile)", at: place, notes: [hostile], help: hostile,
      related: [RelatedLocation(hostile, at: place)],
      fixes: [SuggestedFix(hostile, [SuggestedFix.Edit(place, replacement: hostile)])])
    report.findings.append(ReportedFinding(diagnostic: diagnostic, variants: [hostile], isExpected: false))
    report.assumptions.append(
      AssumptionReport(
        name: hostile, value: hostile, alternative: hostile, summary: hostile, variant: hostile, change: .zero,
        monthlyChange: nil))
    return report
  }
}
