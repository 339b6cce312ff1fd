import Testing

@testable import Metering

/// Every location that there is is known by its name, and no price is made up.
@Suite("Locations") struct LocationTests {
  @Test func `every location with a price exists, and others are known without one`() {
    for book in [PriceBook.googleStandard, .googleEnterprise] {
      #expect(book.knownLocations == Set(FirestoreLocations.all), "\(book.name)")
    }
    #expect(Set(FirestoreLocations.all).count == FirestoreLocations.all.count)
    #expect(FirestoreLocations.all.count == 47)
    #expect(PriceBook.googleStandard.prices(at: "us-east1") == nil)
    #expect(!PriceBook.googleStandard.knownLocations.contains("mars"))
  }

  @Test func `a book of one's own may have a place of its own`() {
    let book = PriceBook(name: "own", locations: ["here": LocationPrices()])
    #expect(book.knownLocations.subtracting(FirestoreLocations.all) == ["here"])
    #expect(book.prices(at: "us-east1") == nil)
  }
}
