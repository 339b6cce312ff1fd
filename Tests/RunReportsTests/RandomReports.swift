import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import Metering

@testable import RunReports
@testable import Workloads

/// Reports that no run would give: whatever the model can hold.
struct RandomReports {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let names = [
    "feed.open", "a|b", "`ticks`", "<script>alert(1)</script>", "line\nbreak", "ü 漢字", "", "x: y:3", "@everyone", "\\",
    "``",
  ]

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
  private mutating func flag() -> Bool { below(2) == 0 }
  private mutating func name() -> String { Self.names[below(Self.names.count)] }

  private mutating func count() -> Int64 {
    switch below(12) {
    case 0: .max
    case 1, 2, 3: 0
    case 4: Int64.random(in: 0 ... .max, using: &generator)
    default: Int64(below(100_000))
    }
  }

  private mutating func list<Value>(_ most: Int, _ make: (inout RandomReports) -> Value) -> [Value] {
    (0..<below(most + 1)).map { _ in make(&self) }
  }

  private mutating func tally() -> Tally {
    var tally = Tally()
    tally.documents = count()
    tally.minimum = count()
    tally.skipped = count()
    tally.missing = count()
    tally.entries = count()
    tally.ruleReads = count()
    tally.verify = count()
    tally.reissued = count()
    tally.writes = count()
    tally.deletes = count()
    tally.ttlDeletes = count()
    tally.bytes = count()
    tally.realtimeBytes = count()
    return tally
  }

  private mutating func amount() -> Rational { Rational(count()) / Rational(Int64(1 + below(9))) }

  private mutating func place() -> SourceLocation {
    SourceLocation(
      source: SourceText(path: name(), text: String(repeating: "x\n", count: 9)), span: Span(below(18), 18))
  }

  private mutating func operation() -> OperationReport {
    OperationReport(
      name: name(), shape: flag() ? name() : nil, calls: count(), tally: tally(),
      plan: flag() ? list(2) { $0.name() } : nil,
      readsPerCall: flag() ? ReadsPerCall(minimum: count(), median: count(), maximum: count()) : nil,
      callsByReads: list(3) { CallsByReads(reads: $0.count(), calls: $0.count()) }, source: flag() ? place() : nil)
  }

  private mutating func month() -> MonthlyCost {
    MonthlyCost(
      currency: flag() ? "USD" : "EUR",
      lines: MonthlyCost.Part.allCases.filter { _ in flag() }.map { part in
        MonthlyCost.Line(
          part: part, quantity: flag() ? amount() : nil, billed: flag() ? amount() : nil,
          amount: flag() ? amount() : nil,
          isVerified: flag())
      }, calendar: BillingCalendar(monthDays: 30, yearMonths: 12), listAmount: flag() ? amount() : nil)
  }

  private mutating func variant() -> VariantReport {
    let operations = list(4) { $0.operation() }
    var variant = VariantReport(
      name: name(), tally: tally(), storedBytes: count(), outsideWrites: count(), month: flag() ? month() : nil,
      correctness: Correctness(
        missed: count(), stale: count(), duplicates: count(), denied: count(), indexErrors: count()),
      waste: Waste([.offsetSkips: 1 + Int64(below(9))]), operations: operations, users: count(),
      coldShare: flag() ? Share(part: count(), whole: count()) : nil, refused: count())
    variant.days = (0..<below(4)).map { day in
      DayReport(
        number: Int64(day) + 1, date: CalendarDate(daysSinceEpoch: 20_000 + day), tally: tally(),
        hours: (0..<24).map { _ in count() }, readsByOperation: operations.map { _ in count() },
        cost: flag() ? .zero - amount() : nil)
    }
    variant.roles = list(2) {
      RoleReport(name: $0.name(), instances: $0.count(), sessions: $0.count(), isServer: $0.flag(), tally: $0.tally())
    }
    variant.listeners = list(2) {
      ListenerReport(
        operation: $0.name(), attaches: $0.count(), resumed: $0.count(), initialReads: $0.count(),
        deltaReads: $0.count(), reissuedReads: $0.count(),
        lifetimes: ListenerReport.Lifetimes(minimum: $0.count(), median: $0.count(), maximum: $0.count()))
    }
    variant.ruleReads = list(2) { RuleReadReport(location: $0.place(), expression: $0.name(), reads: $0.count()) }
    variant.fanOut = list(2) {
      WriteFanOutReport(collection: $0.name(), writes: $0.count(), indexEntries: $0.count(), bytes: $0.count())
    }
    return variant
  }

  private mutating func finding() -> ReportedFinding {
    let codes: [DiagnosticCode] = [.budgetExceeded, .unsoundVariant, .behaviourUnverified, .missingCompositeIndex]
    var diagnostic = Diagnostic(
      codes[below(codes.count)], "\(name()) \(below(1_000_000))", at: flag() ? place() : nil,
      severity: Severity.allCases[below(3)],
      notes: list(2) { $0.name() }, help: flag() ? name() : nil)
    if flag() { diagnostic.related = [RelatedLocation(name(), at: place())] }
    return ReportedFinding(diagnostic: diagnostic, variants: list(2) { $0.name() }, isExpected: flag())
  }

  private mutating func claimFigure() -> ClaimFigure {
    ClaimFigure(
      amount: .zero - amount(), unit: [.number, .share, .money(currency: "USD"), .money(currency: "EUR")][below(4)])
  }

  private mutating func claim() -> ClaimReport {
    ClaimReport(
      id: name(), place: name(), quote: name(), claimed: flag() ? claimFigure() : nil,
      atLeast: flag() ? claimFigure() : nil, atMost: flag() ? claimFigure() : nil, theirs: flag() ? claimFigure() : nil,
      list: flag() ? claimFigure() : nil, verdict: ClaimVerdict.allCases[below(4)], note: flag() ? name() : nil,
      location: place())
  }

  mutating func report() -> RunReport {
    RunReport(
      workload: name(), about: flag() ? name() : nil,
      period: RunReport.Period(
        start: Timestamp(microseconds: 1_767_600_000_000_000 + Int64(below(1_000_000))), utcOffset: -28_800,
        days: Int64(1 + below(400))),
      book: flag()
        ? RunReport.Book(
          name: name(), asOf: flag() ? "2026-11-21" : nil, location: flag() ? name() : nil, currency: "USD",
          isUnverified: flag(), monthDays: 30, yearMonths: 12) : nil,
      variants: list(3) { $0.variant() },
      assertions: list(2) {
        AssertionReport(text: $0.name(), passed: $0.flag(), notes: $0.list(2) { $0.name() }, location: $0.place())
      },
      budgets: list(2) {
        BudgetReport(
          scope: $0.name(), metric: "reads", period: "call", maximum: "\($0.count())", variant: $0.name(),
          measured: $0.flag() ? "1.5" : nil, verdict: BudgetReport.Verdict.allCases[$0.below(4)], isExpected: $0.flag(),
          level: [.info, .warn, .error][$0.below(3)], location: $0.place())
      },
      claims: list(2) { $0.claim() },
      assumptions: list(2) {
        AssumptionReport(
          name: $0.name(), value: $0.name(), alternative: $0.name(), summary: $0.name(), variant: $0.name(),
          change: .zero - $0.tally(), monthlyChange: $0.flag() ? Rational(3) / Rational(7) : nil)
      },
      findings: list(4) { $0.finding() }, remarks: list(2) { $0.name() })
  }
}
