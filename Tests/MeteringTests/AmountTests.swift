import FirebreakTestSupport
import Testing

@testable import Metering

@Suite("Exact amounts") struct AmountTests {
  @Test(
    "decimal numbers",
    arguments: [
      ("0.06", "0.06"), ("0", "0"), ("-2.50", "-2.5"), ("100000", "100000"), ("0.000205479", "0.000205479"),
      ("123456789012345678", "123456789012345678"), ("00.10", "0.1"),
    ])
  func decimals(_ text: String, _ expected: String) { #expect(Amount(decimal: text)?.description == expected) }

  @Test(
    "texts that are no decimal numbers",
    arguments: [
      "", ".", "-", "1.", ".5", "1e3", "0x1F", "1,5", " 1", "1234567890123456789", "١", "1.2.3", "+1", ".inf",
    ])
  func noDecimals(_ text: String) { #expect(Amount(decimal: text) == nil) }

  @Test(
    "money is rounded for display only",
    arguments: [
      ("12.135", "$12.14"), ("5400", "$5,400.00"), ("0.099", "$0.0990"), ("0.1", "$0.10"), ("0.004", "$0.0040"),
      ("0.00004", "$0.0000"), ("0", "$0.00"), ("1234567.891", "$1,234,567.89"), ("-162.005", "−$162.01"),
      ("-0.05", "−$0.0500"), ("999.995", "$1,000.00"),
    ])
  func money(_ text: String, _ expected: String) {
    #expect(Amount(decimal: text)?.money(currency: "USD") == expected)
  }

  @Test("other currencies") func currency() { #expect(Amount(3).money(currency: "EUR") == "3.00 EUR") }

  @Test("binary units have exact digits")
  func binary() throws {
    let price = try #require(Amount(decimal: "0.12"))
    let amount = price / Amount(DataUnit.gibibyte.bytes)
    #expect(amount.description == "0.000000000111758708953857421875")
    #expect(amount * Amount(1 << 30) == price)
  }

  @Test("arithmetic agrees with integers", arguments: 0..<5 as Range<UInt64>)
  func arithmetic(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let numbers = (0..<4).map { _ in Int64.random(in: -10_000...10_000, using: &generator) }
      let (b, d) = (numbers[1] == 0 ? 1 : numbers[1], numbers[3] == 0 ? 1 : numbers[3])
      let (left, right) = (Amount(numbers[0]) / Amount(b), Amount(numbers[2]) / Amount(d))
      let bd = Amount(b) * Amount(d)
      #expect((left + right) * bd == Amount(numbers[0] * d + numbers[2] * b))
      #expect((left - right) * bd == Amount(numbers[0] * d - numbers[2] * b))
      #expect(left * right * bd == Amount(numbers[0] * numbers[2]))
      #expect((left < right) == ((left - right) < .zero))
    }
  }

  @Test("what does not fit stays finite")
  func overflow() {
    var huge = Amount(.max)
    for _ in 0..<10 { huge = huge * huge }
    #expect(huge > .zero)
    #expect(huge + huge >= huge)
    #expect(Amount(1) / .zero == .zero)
    var tiny = Amount(1)
    for prime in [99_999_999_977, 99_999_999_947, 99_999_999_943, 99_999_999_929] as [Int64] {
      tiny = tiny + Amount(1) / Amount(prime)
    }
    #expect(tiny.decimal(places: 6) == "1.000000")
  }
}
