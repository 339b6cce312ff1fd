import FirebreakTestSupport
import Testing

@testable import Metering

@Suite("Exact fractions") struct RationalTests {
  @Test(
    "decimal numbers",
    arguments: [
      ("0.06", "0.06"), ("0", "0"), ("-2.50", "-2.5"), ("100000", "100000"), ("0.000205479", "0.000205479"),
      ("123456789012345678", "123456789012345678"), ("00.10", "0.1"),
    ])
  func decimals(_ text: String, _ expected: String) { #expect(Rational(decimal: text)?.description == expected) }

  @Test(
    "texts that are no decimal numbers",
    arguments: [
      "", ".", "-", "1.", ".5", "1e3", "0x1F", "1,5", " 1", "1234567890123456789", "١", "1.2.3", "+1", ".inf",
    ])
  func noDecimals(_ text: String) { #expect(Rational(decimal: text) == nil) }

  @Test(
    "money is rounded for display only",
    arguments: [
      ("12.135", "$12.14"), ("5400", "$5,400.00"), ("0.099", "$0.0990"), ("0.1", "$0.10"), ("0.004", "$0.0040"),
      ("0.00004", "$0.0000"), ("0", "$0.00"), ("1234567.891", "$1,234,567.89"), ("-162.005", "−$162.01"),
      ("-0.05", "−$0.0500"), ("999.995", "$1,000.00"),
    ])
  func money(_ text: String, _ expected: String) {
    #expect(Rational(decimal: text)?.money(currency: "USD") == expected)
  }

  @Test("other currencies") func currency() { #expect(Rational(3).money(currency: "EUR") == "3.00 EUR") }

  @Test("binary units have exact digits")
  func binary() throws {
    let price = try #require(Rational(decimal: "0.12"))
    let amount = price / Rational(DataUnit.gibibyte.bytes)
    #expect(amount.description == "0.000000000111758708953857421875")
    #expect(amount * Rational(1 << 30) == price)
  }

  @Test("arithmetic agrees with integers", arguments: 0..<5 as Range<UInt64>)
  func arithmetic(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let numbers = (0..<4).map { _ in Int64.random(in: -10_000...10_000, using: &generator) }
      let (b, d) = (numbers[1] == 0 ? 1 : numbers[1], numbers[3] == 0 ? 1 : numbers[3])
      let (left, right) = (Rational(numbers[0]) / Rational(b), Rational(numbers[2]) / Rational(d))
      let bd = Rational(b) * Rational(d)
      #expect((left + right) * bd == Rational(numbers[0] * d + numbers[2] * b))
      #expect((left - right) * bd == Rational(numbers[0] * d - numbers[2] * b))
      #expect(left * right * bd == Rational(numbers[0] * numbers[2]))
      #expect((left < right) == ((left - right) < .zero))
    }
  }

  @Test("what does not fit stays finite")
  func overflow() {
    var huge = Rational(.max)
    for _ in 0..<10 { huge = huge * huge }
    #expect(huge > .zero)
    #expect(huge + huge >= huge)
    #expect(Rational(1) / .zero == .zero)
    var tiny = Rational(1)
    for prime in [99_999_999_977, 99_999_999_947, 99_999_999_943, 99_999_999_929] as [Int64] {
      tiny = tiny + Rational(1) / Rational(prime)
    }
    #expect(tiny.decimal(places: 6) == "1.000000")
  }

  @Test(
    "few places for people to read",
    arguments: [
      ("1", "1"), ("0.1", "0.1"), ("5400.00", "5400"), ("0.000000000001", "0.000000000001"), ("1.5", "1.5"),
      ("0.1234567890123", "0.123457…"),
    ])
  func abbreviated(_ text: String, _ expected: String) { #expect(Rational(unsigned: text)?.abbreviated == expected) }

  @Test(
    "fractions that never end", arguments: [(1, 3, "0.333333…"), (-1, 3, "-0.333333…"), (-1, 9_999_999, "0.000000…")])
  func endless(_ numerator: Int64, _ denominator: Int64, _ expected: String) {
    #expect((Rational(numerator) / Rational(denominator)).abbreviated == expected)
  }

  @Test(
    "texts that are no decimal numbers without a sign",
    arguments: ["", ".", ".5", "5.", "1.2.3", "-1", "1e3", "1234567890123456789012345678901"])
  func noUnsigned(_ text: String) { #expect(Rational(unsigned: text) == nil) }

  @Test("methods say what does not fit")
  func checked() throws {
    let large = try #require(Rational(.max, over: 1))
    #expect(large.adding(Rational(1)) == nil)
    #expect(large.multiplied(by: Rational(2)) == nil)
    #expect(Rational(1).divided(by: .zero) == nil)
    #expect(large > Rational(1))
    #expect(Rational(2, over: -4) == Rational(-1) / Rational(2))
  }
}
