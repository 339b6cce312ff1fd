import Diagnostics
import FirebreakTestSupport
import Metering
import Project
import StructuredText
import Testing

@testable import CostAnalysis

@Suite("Comparison of costs") struct CostComparisonTests {
  /// Six cents for 100,000 reads, no free quota.
  static let prices = UnitPrices(currency: "USD", read: Rational(6) / Rational(10_000_000))

  static func operation(
    reads: Int64, calls: Int64 = 1, writes: Int64 = 0, shape: String? = nil, source: String? = nil,
    findings: [DiagnosticCode] = []
  ) -> MeasuredOperation {
    var tally = Tally()
    tally.documents = reads
    tally.writes = writes
    return MeasuredOperation(
      calls: calls, tally: tally, days: 30, monthDays: 30, prices: prices, shape: shape, plan: nil, source: source,
      findings: findings)
  }

  static func side(
    _ operations: [(name: String, figures: MeasuredOperation)], of workload: String = "home", currency: String = "USD",
    unpriced: [MonthlyCost.Part] = []
  ) -> MeasuredSide {
    MeasuredSide([
      MeasuredReport(
        workload: workload, currency: currency,
        variants: [
          MeasuredReport.Variant(
            name: "baseline", bill: nil, isPartial: false, operations: operations, unpriced: unpriced)
        ],
        budgetFindings: [])
    ])
  }

  static let traffic = TrafficWeights([
    TrafficWeights.Weight(name: "feed.open", callsPerMonth: Rational(300_000)),
    TrafficWeights.Weight(name: "inbox.poll", callsPerMonth: Rational(2_000_000)),
    TrafficWeights.Weight(name: "orders.search", callsPerMonth: Rational(50_000)),
    TrafficWeights.Weight(name: "profile.open", callsPerMonth: Rational(1)),
  ])

  static let base = side([
    ("feed.open", operation(reads: 22)), ("inbox.poll", operation(reads: 9)), ("orders.search", operation(reads: 21)),
  ])
  static let head = side([
    ("feed.open", operation(reads: 62, source: "src/feed.ts:57", findings: [.nPlusOneGets])),
    ("inbox.poll", operation(reads: 8)), ("orders.search", operation(reads: 21)),
  ])

  @Test("a comment is short, however much differs, and its first line is the verdict")
  func commentLength() {
    let names = (0..<900).map { "screen\($0).\(String(repeating: "x", count: 40))" }
    let base = Self.side(names.map { ($0, Self.operation(reads: 10)) })
    let head = Self.side(names.enumerated().map { ($0.element, Self.operation(reads: 20 + Int64($0.offset))) })
    let comment = CostComparison(base: base, head: head).markdown
    #expect(comment.utf8.count < 20_000)
    #expect(comment.hasPrefix("**+$0.25 a month**: "), "\(comment.prefix(80))")
    let rows = comment.split(separator: "\n").filter { $0.hasPrefix("| screen") }
    #expect(rows.count > 100 && rows[0].hasPrefix("| screen899."))
    #expect(comment.hasSuffix("\n\n\(900 - rows.count) more operations differ.\n"), "\(comment.suffix(80))")
  }

  @Test("cases 14 and 15: the sample of the command, to the last digit")
  func sample() {
    let comparison = CostComparison(base: Self.base, head: Self.head, traffic: Self.traffic)
    #expect(comparison.reads.difference == Rational(10_000_000))
    #expect(comparison.cost.difference == Rational(6))
    #expect(comparison.unknownCount == 1)
    #expect(
      CostComparisonText(comparison).text == """
        Monthly estimate  25.65 M → 35.65 M reads   +10.00 M (+39.0 %)   $15.39 → $21.39   +$6.00   excluding 1 unknown
          operation      reads/call  calls/month  Δ reads/month   Δ cost
          feed.open         22 → 62      300,000    +12,000,000   +$7.20  FB7003 n-plus-one-gets  src/feed.ts:57
          inbox.poll          9 → 8    2,000,000     −2,000,000   −$1.20  −1 documents a call
          orders.search          21       50,000              0    $0.00
          profile.open            ?            ?        unknown  unknown  no run recorded

        """)
    #expect(
      comparison.markdown == """
        **+$6.00 a month**: $15.39 → $21.39, 25.65 M → 35.65 M reads a month (+39.0 %)

        | Operation | reads/call | calls/month | Δ reads/month | Δ cost | Cause | |
        |---|---:|---:|---:|---:|---|---|
        | feed.open | 22 → 62 | 300,000 | +12,000,000 | +$7.20 | FB7003 n-plus-one-gets | src/feed.ts:57 |
        | inbox.poll | 9 → 8 | 2,000,000 | −2,000,000 | −$1.20 | −1 documents a call |  |
        | profile.open | ? | ? | unknown | unknown | no run recorded |  |

        1 operation bills as before. Totals exclude 1 unknown.

        """)
    #expect(CostComparison(base: Self.base, head: Self.base, traffic: Self.traffic).markdown == "")
    // What differs in nothing has no rows.
    let same = CostComparison(base: Self.base, head: Self.base)
    #expect(
      CostComparisonText(same).text.split(separator: "\n").dropFirst().first
        == "  \(same.rows.count) operations, and nothing differs in any of them")
  }

  @Test("case 14: an operation of a workload that one side did not run is unknown, never 0")
  func absent() throws {
    let comparison = CostComparison(
      base: Self.side([("a", Self.operation(reads: 1))], of: "other"),
      head: Self.side([("b", Self.operation(reads: 5))]))
    let row = try #require(comparison.rows.first { $0.name == "b" })
    #expect(row.causes == ["new operation", "no run of the workload before"])
    #expect(row.monthlyReads == Change(base: nil, head: Rational(5)))
    #expect(row.monthlyCost.difference == nil)
    #expect(!comparison.isEmpty)
    #expect(comparison.reads == Change(base: nil, head: nil))
    #expect(comparison.unknownCount == 2)
    #expect(
      CostComparisonText(comparison).text.hasPrefix(
        "Monthly estimate  reads unknown   cost unknown   excluding 2 unknown\n"))
    #expect(comparison.markdown.hasPrefix("**Reads a month unknown**, cost unknown\n"))
    let found = comparison.findings([Self.guardrail(.increase, 1)])
    #expect(found.map(\.message) == ["`increase` cannot be judged: `a` was not run after, `b` was not run before"])
  }

  @Test("where all workloads were played, one that is not there bills nothing")
  func whole() throws {
    let old = MeasuredReport(
      workload: "old", currency: "USD",
      variants: [.init(name: "v", bill: nil, isPartial: false, operations: [("a", Self.operation(reads: 1))])],
      budgetFindings: [])
    let new = MeasuredReport(
      workload: "new", currency: "USD",
      variants: [
        .init(name: "v", bill: nil, isPartial: false, operations: [("b", Self.operation(reads: 1_000_000_000))])
      ],
      budgetFindings: [])
    let comparison = CostComparison(
      base: MeasuredSide([old], isWhole: true), head: MeasuredSide([old, new], isWhole: true))
    #expect(
      comparison.rows.map(\.monthlyReads) == [
        Change(base: .zero, head: Rational(1_000_000_000)), Change(base: Rational(1), head: Rational(1)),
      ])
    #expect(comparison.rows.map(\.causes) == [["new operation"], []])
    #expect(comparison.unknownCount == 0)
    let found = comparison.findings([Self.guardrail(.increase, 1)])
    #expect(found.map(\.message) == ["a month costs $600.00 more, $1.00 at most is allowed"])
  }

  static func guardrail(_ kind: FirebreakSettings.Guardrail.Kind, _ maximum: Int64) -> FirebreakSettings.Guardrail {
    let source = SourceText(path: "firebreak.json", text: "{}")
    return FirebreakSettings.Guardrail(
      kind: kind, maximum: Rational(maximum), location: SourceLocation(source: source, span: Span(0, 1)))
  }

  @Test(
    "an operation that a workload did not have is a whole increase, with and without traffic", arguments: [true, false])
  func added(isWeighted: Bool) throws {
    let weights = TrafficWeights([
      TrafficWeights.Weight(name: "a", callsPerMonth: Rational(1)),
      TrafficWeights.Weight(name: "huge", callsPerMonth: Rational(100_000_000)),
    ])
    let comparison = CostComparison(
      base: Self.side([("a", Self.operation(reads: 1))]),
      head: Self.side([("a", Self.operation(reads: 1)), ("huge", Self.operation(reads: 40))]),
      traffic: isWeighted ? weights : nil)
    let row = try #require(comparison.rows.first)
    #expect(row.name == "huge")
    #expect(row.causes == ["new operation"])
    #expect(row.monthlyReads == Change(base: .zero, head: Rational(isWeighted ? 4_000_000_000 : 40)))
    #expect(row.callsPerMonth == Change(base: .zero, head: Rational(isWeighted ? 100_000_000 : 1)))
    #expect(comparison.reads == Change(base: Rational(1), head: Rational(isWeighted ? 4_000_000_001 : 41)))
    #expect(comparison.unknownCount == 0)
    #expect(CostComparisonText(comparison).text.contains("– → 40"))
    let found = comparison.findings([Self.guardrail(.increasePercent, 1)])
    #expect(found.map(\.code) == [.budgetExceeded])
  }

  @Test("a renamed operation is gone and new: together they are nothing")
  func renamed() {
    let comparison = CostComparison(
      base: Self.side([("a", Self.operation(reads: 7))]), head: Self.side([("b", Self.operation(reads: 7))]))
    #expect(comparison.rows.map(\.monthlyReads.difference) == [Rational(-7), Rational(7)])
    #expect(comparison.reads == Change(base: Rational(7), head: Rational(7)))
    #expect(!comparison.isEmpty)
  }

  @Test("reports in two currencies are compared without money, and that is said")
  func currencies() throws {
    let comparison = CostComparison(
      base: Self.side([("a", Self.operation(reads: 7))], currency: "EUR"),
      head: Self.side([("a", Self.operation(reads: 9))]))
    let found = comparison.findings([Self.guardrail(.increase, 1)])
    #expect(
      found.map(\.message) == [
        "no money is compared: the reports are in EUR and USD",
        "`increase` cannot be judged: what a month costs is not known",
      ])
  }

  /// Reads have a price, writes have none. A million reads are $0.60.
  static func partly(_ reads: Int64, writes: Int64, before: (reads: Int64, writes: Int64)) -> CostComparison {
    CostComparison(
      base: side([("a", operation(reads: before.reads, writes: before.writes))], unpriced: [.writes]),
      head: side([("a", operation(reads: reads, writes: writes))], unpriced: [.writes]))
  }

  static let noPrice = "the price book has no price for `writes`: what a month costs is not known"

  @Test("as much as has a price is judged: what is surely exceeded fails, what nobody knows is said")
  func unpriced() throws {
    let limits = [Self.guardrail(.increase, 1), Self.guardrail(.increasePercent, 10), Self.guardrail(.total, 2)]
    func messages(_ comparison: CostComparison) -> [String] {
      let found = comparison.findings(limits)
      #expect(found.first?.message == Self.noPrice)
      return found.dropFirst().map { "\($0.code.id) \($0.message)" }
    }
    let same = Self.partly(1_000_000, writes: 3, before: (1_000_000, 3))
    #expect(same.cost.difference == .zero)
    #expect(CostComparisonText(same).text.hasPrefix("Monthly estimate  1.00 M reads   0 (±0.0 %)   ≥ $0.60   $0.00\n"))
    // Whatever writes cost, they cost the same before.
    #expect(messages(same) == ["FB7009 `total` cannot be judged: there is no price for `writes`"])
    let more = Self.partly(5_000_000, writes: 3, before: (1_000_000, 3))
    #expect(
      CostComparisonText(more).text.hasPrefix(
        "Monthly estimate  1.00 M → 5.00 M reads   +4.00 M (+400.0 %)   ≥ $0.60 → ≥ $3.00   +$2.40\n"))
    #expect(
      messages(more) == [
        "FB7001 a month costs $2.40 more, $1.00 at most is allowed",
        "FB7009 `increasePercent` cannot be judged: there is no price for `writes`",
        "FB7001 a month costs at least $3.00, $2.00 at most is allowed",
      ])
    let both = Self.partly(5_000_000, writes: 4, before: (1_000_000, 3))
    #expect(
      both.markdown.hasPrefix("**≥ +$2.40 a month**: ≥ $0.60 → ≥ $3.00, 1.00 M → 5.00 M reads a month (+400.0 %)\n"))
    #expect(messages(both).first == "FB7001 a month costs at least $2.40 more, $1.00 at most is allowed")
    let less = Self.partly(5_000_000, writes: 2, before: (1_000_000, 3))
    #expect(
      CostComparisonText(less).text.hasPrefix(
        "Monthly estimate  1.00 M → 5.00 M reads   +4.00 M (+400.0 %)   ≥ $0.60 → ≥ $3.00   unknown\n"))
    #expect(messages(less).first == "FB7009 `increase` cannot be judged: there is no price for `writes`")
    let unpaid = Self.partly(0, writes: 4, before: (0, 3))
    #expect(CostComparisonText(unpaid).text.hasPrefix("Monthly estimate  0 reads   0 (–)   cost unknown\n"))
  }

  @Test("an operation without a traffic figure is never taken for unchanged", arguments: ["like", "feed.opn"])
  func withoutTraffic(name: String) throws {
    let weights = TrafficWeights([TrafficWeights.Weight(name: name, callsPerMonth: Rational(1_000_000))])
    let base = Self.side([("feed.open", Self.operation(reads: 10)), ("like", Self.operation(reads: 3))])
    let head = Self.side([("feed.open", Self.operation(reads: 20)), ("like", Self.operation(reads: 3))])
    let comparison = CostComparison(base: base, head: head, traffic: weights)
    let found = comparison.findings([
      Self.guardrail(.increase, 1), Self.guardrail(.increasePercent, 1), Self.guardrail(.total, 100),
    ])
    let reason =
      name == "like" ? "`feed.open` has no traffic figure" : "`feed.open` has no traffic figure, `feed.opn` was not run"
    let total =
      name == "like"
      ? reason : "`feed.open` has no traffic figure, `feed.opn` was not run, `like` has no traffic figure"
    #expect(
      found.map(\.message) == [
        "`increase` cannot be judged: \(reason)", "`increasePercent` cannot be judged: \(reason)",
        "`total` cannot be judged: \(total)",
      ])
    #expect(found.allSatisfy { $0.code == .costUnknown })
    let text = CostComparisonText(comparison).text
    let head1 =
      "Monthly estimate  3.00 M reads   0 (±0.0 %)   $1.80   $0.00   excluding 1 unknown, 1 of them changed: feed.open 10 → 20 reads/call\n"
    let head2 =
      "Monthly estimate  reads unknown   cost unknown   excluding 3 unknown, 1 of them changed: feed.open 10 → 20 reads/call\n"
    #expect(text.hasPrefix(name == "like" ? head1 : head2))
    if name != "like" {
      #expect(comparison.rows.map(\.causes).contains(["no run recorded: did you mean `feed.open`?"]))
      let total = try #require(comparison.members.first { $0.key == "total" })
      #expect(JSONWriter.text(total.value, .compact).hasPrefix(#"{"base":null,"head":null,"change":null,"unknown":3,"#))
    }
    // The same calls at the same price are no increase, however many they are.
    let same = CostComparison(base: base, head: base, traffic: weights)
    #expect(same.findings([Self.guardrail(.increase, 1)]).isEmpty == (name == "like"))
  }

  @Test("what cost nothing before costs no percentage more")
  func fromNothing() throws {
    let comparison = CostComparison(
      base: Self.side([("a", Self.operation(reads: 0))]), head: Self.side([("a", Self.operation(reads: 10_000_000))]))
    let found = comparison.findings([Self.guardrail(.increasePercent, 5)])
    #expect(found.map(\.message) == ["a month costs $6.00 and cost nothing before, 5 % at most is allowed"])
  }

  @Test(
    "causes are said in words",
    arguments: [
      ("c where a == 1", "c where a == 1 limit 50", "limit 50 added"),
      ("c where a == 1 limit 50", "c where a == 1", "lost limit 50"),
      ("c limit 20", "c limit 50", "limit 20 → 50"), ("c limit 20", "d limit 20", "other query"),
    ])
  func causes(base: String, head: String, cause: String) {
    let words = ChangeCause.words(
      from: Self.operation(reads: 5, shape: base), to: Self.operation(reads: 7, shape: head))
    #expect(words == [cause])
  }

  @Test("figures are rounded, what differs looks different, what is not all is never 100 %, unknown stays unknown")
  func figures() {
    #expect(ChangeText.percent(Change(base: Rational(1000), head: Rational(1))) == "−99.9 %")
    #expect(ChangeText.percent(Change(base: Rational(3), head: Rational(5))) == "+66.7 %")
    #expect(ChangeText.percent(Change(base: Rational(10_000), head: Rational(1))) == "−99.9 %")
    #expect(ChangeText.percent(Change(base: Rational(0), head: Rational(5))) == "–")
    #expect(ChangeText.percent(Change(base: Rational(2), head: Rational(2))) == "±0.0 %")
    #expect(ChangeText.count(Rational(31) / Rational(3)) == "10.3")
    #expect(ChangeText.count(Rational(20) / Rational(3)) == "6.7")
    #expect(ChangeText.count(Rational(-1) / Rational(100)) == "0.0")
    #expect(ChangeText.signed(Rational(-24) / Rational(1000)) == "−0.02")
    let near = Change(base: Rational(1048) / Rational(1000), head: Rational(1024) / Rational(1000))
    #expect(ChangeText.both(near, ChangeText.count) == "1.05 → 1.02")
    let whole = Change(base: Rational(1), head: Rational(1038) / Rational(1000))
    #expect(ChangeText.both(whole, ChangeText.count) == "1 → 1.04")
    #expect(ChangeText.short(Rational(25_659_999)) == "25.66 M")
    #expect(ChangeText.signedMoney(Rational(-1) / Rational(100_000), "USD") == "$0.0000")
    #expect(ChangeText.money(nil as Rational?, "USD") == "unknown")
  }

  // MARK: Properties

  static func random(_ generator: inout SeededGenerator) -> MeasuredSide {
    side(
      ["a", "b", "c", "d", "e"].compactMap { name in
        guard Int.random(in: 0..<5, using: &generator) > 0 else { return nil }
        return (
          name,
          operation(
            reads: Int64.random(in: 0...50, using: &generator), calls: Int64.random(in: 0...4, using: &generator),
            shape: Bool.random(using: &generator) ? "c limit \(Int.random(in: 1...3, using: &generator))" : nil)
        )
      })
  }

  static func traffic(_ generator: inout SeededGenerator) -> TrafficWeights? {
    guard Bool.random(using: &generator) else { return nil }
    return TrafficWeights(
      ["a", "b", "z"].filter { _ in Bool.random(using: &generator) }.map {
        TrafficWeights.Weight(name: $0, callsPerMonth: Rational(Int64.random(in: 0...9, using: &generator)))
      })
  }

  @Test("nothing differs from itself, and the way back is the way there, negated", arguments: 0..<200)
  func properties(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let (one, other, weights) = (Self.random(&generator), Self.random(&generator), Self.traffic(&generator))
    let same = CostComparison(base: one, head: one, traffic: weights)
    #expect(same.isEmpty)
    #expect(same.markdown == "")
    #expect(same.rows.allSatisfy { $0.monthlyReads.difference.map(\.isZero) ?? true })
    let there = CostComparison(base: one, head: other, traffic: weights)
    let back = CostComparison(base: other, head: one, traffic: weights)
    #expect(there.rows.map(\.name) == back.rows.map(\.name))
    #expect(there.unknownCount == back.unknownCount)
    #expect(there.isEmpty == back.isEmpty)
    #expect(there.reads.difference == back.reads.difference.map { .zero - $0 })
    #expect(there.cost.difference == back.cost.difference.map { Rational.zero - $0 })
    for (row, reverse) in zip(there.rows, back.rows) {
      #expect(row.monthlyReads.difference == reverse.monthlyReads.difference.map { .zero - $0 })
      #expect(row.monthlyCost.difference == reverse.monthlyCost.difference.map { Rational.zero - $0 })
      #expect(row.readsPerCall == Change(base: reverse.readsPerCall.head, head: reverse.readsPerCall.base))
    }
    let known = there.rows.filter { !$0.isUnknown }
    let sum = known.reduce(Rational.zero) { $0 + ($1.monthlyReads.difference ?? .zero) }
    let isKnown = !known.isEmpty || there.rows.isEmpty
    #expect(there.reads.difference == (isKnown ? sum : nil))
  }

  // MARK: Files

  @Test("traffic files: the object itself or under its key, everything else with its place")
  func traffic() {
    func read(_ text: String, _ path: String = "t.json") -> (names: [String], codes: [String]) {
      let reading = TrafficWeights.read(SourceText(path: path, text: text))
      return (reading.traffic?.weights.map(\.name) ?? [], reading.diagnostics.map(\.code.id))
    }
    #expect(read(#"{"a": 1, "b": 2.5}"#) == (["a", "b"], []))
    #expect(read(#"{"traffic": {"a": 1}}"#) == (["a"], []))
    #expect(read("a: 3\n", "t.yaml") == (["a"], []))
    #expect(read(#"{"a": -1}"#) == ([], ["FB0015"]))
    #expect(read(#"{"a": "x"}"#) == ([], ["FB0015"]))
    #expect(read("[]") == ([], ["FB0015"]))
    #expect(read("{") == ([], ["FB0013"]))
  }

  @Test("a name that several workloads have counts for none of them")
  func ambiguous() {
    func report(_ workload: String, _ reads: Int64) -> MeasuredReport {
      MeasuredReport(
        workload: workload, currency: "USD",
        variants: [
          MeasuredReport.Variant(
            name: "baseline", bill: nil, isPartial: false, operations: [("open", Self.operation(reads: reads))])
        ], budgetFindings: [])
    }
    let side = MeasuredSide([report("x", 1), report("y", 2)])
    let weights = TrafficWeights([
      TrafficWeights.Weight(name: "open", callsPerMonth: Rational(7)),
      TrafficWeights.Weight(name: "y/open", callsPerMonth: Rational(3)),
    ])
    let comparison = CostComparison(base: side, head: side, traffic: weights)
    #expect(comparison.rows.map(\.name) == ["y/open", "x/open"])
    #expect(comparison.rows.map(\.monthlyReads.head) == [Rational(6), nil])
    #expect(comparison.rows.last?.causes == ["several workloads have it: name it `workload/step` in traffic"])
  }
}
