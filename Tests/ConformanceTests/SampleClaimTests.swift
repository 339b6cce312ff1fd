import Metering
import Testing

/// What the teams' documents claim in prose, recomputed; the samples' README files show these figures.
@Suite("Sample claims") struct SampleClaimTests {
  private static let claimed = Rational(36) / Rational(100)
  private static let nam5 = Rational(6) / Rational(100)

  /// Dollars a month for reads a day, without free quota, at a price per 100,000 reads.
  private func month(_ readsPerDay: Int64, at price: Rational) -> Rational {
    Rational(readsPerDay) * Rational(30) * price / Rational(100_000)
  }

  /// Percent saved, in hundredths of a percent, cut.
  private func reduction(_ before: Int64, _ after: Int64) -> Int64 { 10_000 - after * 10_000 / before }

  // id: E1
  @Test("0.36 dollars are the price of a million reads where 100,000 cost 0.036")
  func unitOfTheClaimedPrice() {
    #expect(Rational(36) / Rational(1000) * Rational(10) == Self.claimed)
    #expect(Self.claimed / Self.nam5 == Rational(6))
  }

  // id: E2
  @Test("reads grow with the product of opens and documents, not exponentially", arguments: [1, 2, 4, 8] as [Int64])
  func growthIsLinear(factor: Int64) {
    #expect(month(10_000 * factor * 1000, at: Self.nam5) == month(10_000 * 1000, at: Self.nam5) * Rational(factor))
  }

  // id: E3
  @Test("the summary's 50–90 % meets 0 %, 95 %, 99.5 % and 99.6 % of the same document")
  func rangeOfTheSummary() {
    let own = [reduction(1000, 1000), reduction(1000, 50), reduction(10_000, 50), reduction(5000, 20)]
    #expect(own == [0, 9500, 9950, 9960])
    #expect(own.allSatisfy { $0 < 5000 || $0 > 9000 })
  }

  // id: E4
  @Test("more than 50,000 dollars a year are saved at the claimed price only")
  func yearlySaving() {
    let saved: Int64 = 50_000_000 - 2_500_000
    #expect(month(saved, at: Self.claimed) * Rational(12) == Rational(61_560))
    #expect(month(saved, at: Self.nam5) * Rational(12) == Rational(10_260))
  }

  // id: E5
  @Test("50–95 % and 90–95 % for the same screen differ in the new messages per open that they need")
  func rangesOfOneScreen() {
    #expect([50, 100, 500].map { reduction(1000, $0) } == [9500, 9000, 5000])
  }

  // id: E24
  @Test("ten opens and fifty opens of one example are two scenarios: 90 % and 95 %")
  func twoScenarios() {
    #expect(reduction(10_000_000, 1_000_000) == 9000)
    #expect(reduction(50_000_000, 2_500_000) == 9500)
  }

  // id: E42
  @Test("seven criteria of seventeen are complete, not eight")
  func acceptance() {
    let complete = [1, 2, 3, 4, 6, 7, 14]
    #expect(complete.count == 7)
    #expect(complete.count * 100 / 17 == 41)
    #expect(8 * 100 / 17 == 47)
    #expect(7 + 6 + 13 == 26)
  }

  // id: F13, F14
  @Test("below 100 documents an open saves at most 99 reads")
  func smallCollections() {
    #expect(month(10_000 * 99, at: Self.nam5) == Rational(1782) / Rational(100))
  }

  // id: F15
  @Test("by computed reads the order of priorities is another one than the document's")
  func priorities() {
    let perDay: [(service: String, reads: Int64)] = [
      ("reports", 0), ("blocked users, 50 entries, once a day", 1000 * 100),
      ("first open of 1,000 messages", 1000 * 1000), ("online users", 1000 * 5 * 2000),
    ]
    #expect(perDay.sorted { $0.reads > $1.reads }.map(\.service).first == "online users")
    #expect(perDay.sorted { $0.reads > $1.reads }.map(\.service).last == "reports")
    #expect(month(10_000_000, at: Self.nam5) == Rational(180))
  }

  // id: F12
  @Test("no constant rate keeps the ranges for daily, weekly and monthly members")
  func ranges() {
    let fitting = (1...1000).filter { perDay in
      let saved = [1, 7, 30].map { days in 100 - min(1000, perDay * days) * 100 / 1000 }
      return (80...95).contains(saved[0]) && (50...80).contains(saved[1]) && (20...50).contains(saved[2])
    }
    #expect(fitting == [])
  }

  // id: S20
  @Test("a relative time changes at these ages")
  func relativeTime() {
    func text(_ age: Int) -> String {
      switch age {
      case ..<60: "Now"
      case ..<3600: "\(age / 60)m ago"
      case ..<86_400: "\(age / 3600)h ago"
      case ..<172_800: "Yesterday"
      default: "date"
      }
    }
    #expect(
      [-1, 0, 59, 60, 3599, 3600, 86_399, 86_400, 172_799, 172_800].map(text) == [
        "Now", "Now", "Now", "1m ago", "59m ago", "1h ago", "23h ago", "Yesterday", "Yesterday", "date",
      ])
  }

  // id: E41
  @Test("two pauses lie between three attempts")
  func worstCaseOfRetries() {
    func seconds(attempts: Int, timeout: Int, pauses: [Int]) -> Int {
      attempts * timeout + pauses.prefix(attempts - 1).reduce(0, +)
    }
    #expect(seconds(attempts: 3, timeout: 10, pauses: [2, 4, 8]) == 36)
    #expect(seconds(attempts: 4, timeout: 10, pauses: [2, 4, 8]) == 54)
    #expect(seconds(attempts: 3, timeout: 0, pauses: [2, 4, 8]) == 6)
  }
}
