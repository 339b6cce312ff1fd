import Testing

@testable import Metering

@Suite("Enterprise units") struct EnterpriseTests {
  static let kib: Int64 = 1024

  // id: VE01
  @Test("reads take a unit for every four kibibytes") func ve01() {
    let reads = [1, 4, 1024].map { EnterpriseUnits.pointRead(documentBytes: $0 * Self.kib) }
    #expect(reads == [1, 1, 256])
    #expect(EnterpriseUnits.query(scannedBytes: 0, fetchedDocuments: [Int64](repeating: 1024, count: 100)) == 100)
  }
  // id: VE02
  @Test("scans of bytes") func ve02() { #expect(EnterpriseUnits.scan(bytes: 100 * Self.kib) == 25) }
  // id: VE03
  @Test("scans of many small entries") func ve03() { #expect(EnterpriseUnits.scan(bytes: 100 * 128) == 4) }
  // id: VE04
  @Test("scans of entries that are counted") func ve04() { #expect(EnterpriseUnits.scan(items: 1_000) == 8) }
  // id: VE05
  @Test("a query that scans an index and fetches documents") func ve05() {
    let documents = [Int64](repeating: 4 * Self.kib, count: 128)
    #expect(EnterpriseUnits.query(scannedBytes: 128 * 256, fetchedDocuments: documents) == 136)
  }
  // id: VE06
  @Test("a query covered by its index, and one that is not") func ve06() {
    #expect(EnterpriseUnits.query(scannedBytes: 20 * Self.kib) == 5)
    let documents = [Int64](repeating: Self.kib, count: 20)
    #expect(EnterpriseUnits.query(scannedBytes: 4 * Self.kib, fetchedDocuments: documents) == 21)
  }
  // id: VE07
  @Test("writes take a unit for every kibibyte, entries apart") func ve07() {
    #expect(EnterpriseUnits.write(documentBytes: 10 * Self.kib) == 10)
    #expect(EnterpriseUnits.write(documentBytes: Self.kib, entryBytes: [256]) == 2)
  }
  // id: VE08
  @Test("two index entries") func ve08() {
    #expect(EnterpriseUnits.write(documentBytes: Self.kib, entryBytes: [256, 256]) == 3)
  }
  // id: VE09
  @Test("a write without effect") func ve09() { #expect(EnterpriseUnits.writeWithoutEffect == 1) }
  // id: VE10
  @Test("one small index entry") func ve10() {
    #expect(EnterpriseUnits.write(documentBytes: Self.kib, entryBytes: [100]) == 2)
    #expect(EnterpriseUnits.write(documentBytes: Self.kib) == 1)
  }
  // id: VE11
  @Test("five small index entries") func ve11() {
    #expect(EnterpriseUnits.write(documentBytes: 5 * Self.kib, entryBytes: [100, 100, 100, 100, 100]) == 10)
  }
  // id: VE12
  @Test("a new index over 500 documents") func ve12() {
    #expect(EnterpriseUnits.indexChange(entries: 500, entryBytes: Self.kib) == 500)
  }
  // id: VE13
  @Test("a read of eight kibibytes") func ve13() {
    #expect(EnterpriseUnits.pointRead(documentBytes: 8 * Self.kib) == 2)
  }
  // id: VE14
  @Test("what a listener is told") func ve14() {
    let units = [
      EnterpriseUnits.listenerChange(.updated, documentBytes: 9 * Self.kib),
      EnterpriseUnits.listenerChange(.leftByChange), EnterpriseUnits.listenerChange(.deleted),
    ]
    #expect(units == [3, 1, 0])
  }

  @Test("an empty query costs one unit") func minimum() { #expect(EnterpriseUnits.query(scannedBytes: 0) == 1) }

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
