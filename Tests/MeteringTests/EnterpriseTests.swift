import Testing

@testable import Metering

@Suite("Enterprise prices") struct EnterpriseTests {
  @Test("prices per million units, storage per hour")
  func prices() throws {
    let rates = try #require(PriceBook.builtin(named: "google-enterprise")?.prices(at: "us-central1")?.rates)
    let million = [PriceItem.readUnits, .writeUnits, .realtimeUnits].map {
      rates[$0]?.amount(for: Rational(1_000_000)).description
    }
    #expect(million == ["0.05", "0.26", "0.3"])
    #expect(rates[.storage]?.amount(for: Rational(1 << 30)).description == "0.2336")
  }
}
