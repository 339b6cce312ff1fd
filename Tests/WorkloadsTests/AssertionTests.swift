import Diagnostics
import Metering
import Testing

@testable import Workloads

/// The figures of example 11.2: two variants, thirty days, a thousand users.
private struct SampleFigures: FigureSource {
  let days: Int64 = 30
  let variantNames = ["before", "after", "after-limit", "two-timestamps"]

  func count(_ figure: CountedFigure, actor: String?, result: String?, variant: String) throws(FigureError) -> Int64 {
    switch (figure, variant, actor, result) {
    case (.reads, "before", nil, nil): return 1_500_000_000
    case (.reads, "after", nil, nil): return 75_000_000
    case (.reads, "two-timestamps", "me", nil): return 244
    case (.writes, "two-timestamps", "me", nil): return 1
    case (.missed, "after-limit", nil, "msgs"): return 30_000_000
    case (.missed, "after", nil, "msgs"): return 0
    case (.denied, _, _, _), (.indexErrors, _, _, _): return 0
    default: throw FigureError("nothing was recorded")
    }
  }

  func users(actor: String?, variant: String) -> Int64 { 1000 }

  func monthlyCost(_ part: MonthlyCost.Part?, actor: String?, variant: String) throws(FigureError) -> MonthlyAmount {
    switch (part, variant) {
    case (.reads, "before"): return MonthlyAmount(amount: Rational(5400), currency: "USD")
    case (.reads, "after"): return MonthlyAmount(amount: Rational(270), currency: "USD")
    case (nil, "after"): return MonthlyAmount(amount: Rational(44_10, over: 100) ?? .zero, currency: "USD")
    case (nil, "after-limit"):
      return MonthlyAmount(amount: Rational(2), currency: "USD", unpriced: ["writes", "egress"])
    default: throw FigureError("the part has no price")
    }
  }
}

extension SampleFigures {
  func unitPrice(_ part: MonthlyCost.Part, variant: String) throws(FigureError) -> MonthlyAmount {
    guard part == .reads, variant == "before" else { throw FigureError("the book has no price for `\(part.rawValue)`") }
    return MonthlyAmount(amount: Rational(36, over: 100) ?? .zero, currency: "USD")
  }
}

private let sampleNames = AssertionNames(
  variants: ["before", "after", "after-limit", "two-timestamps"], actors: ["me"], results: ["msgs"])

private func parse(_ text: String) throws(LineError) -> Assertion {
  let source = SourceText(path: "line", text: text)
  return try AssertionParser.parse(
    ScalarText(text, span: Span(0, text.utf8.count), source: source), names: sampleNames)
}

@Suite("Assertions") struct AssertionTests {
  @Test(arguments: [
    "reads(before).perDay == 50000000",
    "reads(after).perDay == 2500000",
    "reads(after).perUserDay == 2500",
    "cost(before).reads.month == 5400.00 USD && cost(after).reads.month == 270.00 USD",
    "missed(after.msgs) == 0",
    "missed(after-limit.msgs) == 30000000",
    "reads(me, two-timestamps) == 200 + 30 + 13 + 1",
    "writes(me, two-timestamps) == 1",
    "reduction(before,after) >= 95%",
    "reduction(before,after) == 95%",
    "reduction(before,after) == 0.95",
    "!(reduction(before,after) > 95%)",
    "cost(after).month <= 44.1 USD",
    "cost(after).month / 2 == 22.05 USD",
    "cost(after).perDay == 1.47 USD",
    "cost(before).reads.month - cost(after).reads.month == 5130 USD",
    "price(before).reads == 0.36 USD",
    "reads(before) / 100000 * price(before).reads == cost(before).reads.month",
    "cost(after-limit).month > 1.99 USD",
    "cost(after-limit).month >= 2 USD",
    "1 USD < cost(after-limit).month && cost(after-limit).month != 1 USD",
    "!(cost(after-limit).month <= 1 USD || cost(after-limit).month == 1 USD || cost(after-limit).month < 2 USD)",
    "indexErrors == 0",
    "denied == 0",
    "reads('before') > reads(after) * 19 || denied == 1",
  ])
  func holds(_ text: String) throws { #expect(try parse(text).evaluate(SampleFigures()) == .passed) }

  @Test func `both sides are printed when a comparison fails`() throws {
    let assertion = try parse("denied == 0 && reads(after).perDay * 3 <= 1 + 1")
    let outcome = assertion.evaluate(SampleFigures())
    #expect(
      outcome
        == .failed([
          FailedComparison(text: "reads(after).perDay * 3 <= 1 + 1", left: "7500000", right: "2", op: .lessOrEqual)
        ]))
    let diagnostic = try #require(assertion.diagnostic(outcome, in: SourceText(path: "line", text: assertion.text)))
    #expect(diagnostic.code.id == "FB7021")
    #expect(diagnostic.message == "assertion failed: denied == 0 && reads(after).perDay * 3 <= 1 + 1")
    #expect(diagnostic.notes == ["`reads(after).perDay * 3 <= 1 + 1`: 7500000 <= 2 does not hold"])
  }

  @Test(arguments: [
    ("reduction(before,after) == 96%", "95%", "96%"),
    ("cost(after).month < 44.10 USD", "44.1 USD", "44.1 USD"),
    ("cost(after-limit).month <= 1 USD", "at least 2 USD", "1 USD"),
    ("reads(me, two-timestamps).perDay == 8", "8.133333…", "8"),
  ])
  func prints(_ text: String, _ left: String, _ right: String) throws {
    guard case .failed(let comparisons) = try parse(text).evaluate(SampleFigures()) else {
      Issue.record("holds")
      return
    }
    #expect(comparisons.map(\.left) == [left])
    #expect(comparisons.map(\.right) == [right])
  }

  @Test(arguments: [
    ("cost(after).month == 44", "cannot compare USD with a number: write amounts as `5 USD`", 0..<23),
    ("cost(after).month == 44 EUR", "cannot compare USD with EUR", 0..<27),
    ("cost(after).storage.month == 1 USD", "the part has no price", 0..<25),
    ("price(after).storage == 1 USD", "the book has no price for `storage`", 0..<20),
    ("stale(after) == 0", "nothing was recorded", 0..<12),
    ("1 / 0 == 1", "division by zero", 0..<5),
    ("cost(after-limit).month <= 2 USD", "the book has no price for `writes`, `egress`", 0..<32),
    ("cost(after-limit).month > 2 USD", "the book has no price for `writes`, `egress`", 0..<31),
    ("20 USD >= cost(after-limit).month", "the book has no price for `writes`, `egress`", 0..<33),
    ("cost(after-limit).month / 2 > 0 USD", "the book has no price for `writes`, `egress`", 0..<27),
    ("cost(after-limit).month >= cost(after-limit).month", "the book has no price for `writes`, `egress`", 0..<50),
  ])
  func isUndecidable(_ text: String, _ reason: String, _ range: Range<Int>) throws {
    let outcome = try parse(text).evaluate(SampleFigures())
    #expect(outcome == .undecidable(reason, span: Span(range.lowerBound, range.upperBound)))
  }

  @Test(
    arguments: [
      ("reads(befor) == 1", "there is no variant `befor`", "did you mean `before`?", 6..<11),
      ("reads(me) == 1", "`me` is an actor, and stands before a variant", "write `reads(me, before)`", 6..<8),
      ("stale(after.me) == 1", "`me` is an actor, and stands before a variant", "write `stale(me, after)`", 6..<14),
      ("calls(after, me) == 1", "`me` is an actor, and stands before a variant", "write `calls(me, after)`", 13..<15),
      (
        "reads(me, after, msgs) == 1", "a figure takes a variant, or an actor and a variant",
        "such as `reads(me, before)`; of one step it is `reads(before.STEP)`", 0..<22
      ),
      ("reads(you, before) == 1", "there is no actor `you`", "known: `me`", 6..<9),
      ("missed(after.msg) == 1", "there is no result `msg`", "did you mean `msgs`?", 7..<16),
      ("read(before) == 1", "there is no figure `read`", "did you mean `reads`?", 0..<4),
      (
        "reads(before).month == 1", "`.month` is not a unit of this figure",
        "known: `.perDay`, `.perUserDay`, and for costs `.month` and a part such as `.reads.month`", 14..<19
      ),
      ("price.reads == 1", "a price is that of one variant and part", "such as `price(before).reads`", 0..<11),
      ("price(before) == 1", "a price is that of one variant and part", "such as `price(before).reads`", 0..<13),
      (
        "price(me, before).reads == 1", "a price is that of one variant and part", "such as `price(before).reads`",
        0..<23
      ),
      (
        "price(before).calls == 1", "`.calls` is not a unit of this figure",
        "known: `.perDay`, `.perUserDay`, and for costs `.month` and a part such as `.reads.month`", 14..<19
      ),
      (
        "reads(before)", "an assertion compares, this is only a figure",
        "write what it should be, such as `reads(before) == 100`", 0..<13
      ),
      ("1 == 2 dollars", "expected an operator or a currency such as `USD`, found `dollars`", nil, 7..<14),
    ] as [(String, String, String?, Range<Int>)])
  func refuses(_ text: String, _ message: String, _ help: String?, _ range: Range<Int>) {
    do throws(LineError) {
      _ = try parse(text)
      Issue.record("accepted")
    } catch {
      #expect(error.message == message)
      #expect(error.help == help)
      #expect(error.range == range)
    }
  }
}
