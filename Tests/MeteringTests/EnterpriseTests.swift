import Testing

@testable import Metering

@Suite("Enterprise units") struct EnterpriseTests {
  static let kib: Int64 = 1024

  @Test("id: VE01") func ve01() {
    let reads = [1, 4, 1024].map { EnterpriseUnits.pointRead(documentBytes: $0 * Self.kib) }
    #expect(reads == [1, 1, 256])
    #expect(EnterpriseUnits.query(scannedBytes: 0, fetchedDocuments: [Int64](repeating: 1024, count: 100)) == 100)
  }
  @Test("id: VE02") func ve02() { #expect(EnterpriseUnits.scan(bytes: 100 * Self.kib) == 25) }
  @Test("id: VE03") func ve03() { #expect(EnterpriseUnits.scan(bytes: 100 * 128) == 4) }
  @Test("id: VE04") func ve04() { #expect(EnterpriseUnits.scan(items: 1_000) == 8) }
  @Test("id: VE05") func ve05() {
    let documents = [Int64](repeating: 4 * Self.kib, count: 128)
    #expect(EnterpriseUnits.query(scannedBytes: 128 * 256, fetchedDocuments: documents) == 136)
  }
  @Test("id: VE06") func ve06() {
    #expect(EnterpriseUnits.query(scannedBytes: 20 * Self.kib) == 5)
    let documents = [Int64](repeating: Self.kib, count: 20)
    #expect(EnterpriseUnits.query(scannedBytes: 4 * Self.kib, fetchedDocuments: documents) == 21)
  }
  @Test("id: VE07") func ve07() {
    #expect(EnterpriseUnits.write(documentBytes: 10 * Self.kib) == 10)
    #expect(EnterpriseUnits.write(documentBytes: Self.kib, entryBytes: [256]) == 2)
  }
  @Test("id: VE08") func ve08() {
    #expect(EnterpriseUnits.write(documentBytes: Self.kib, entryBytes: [256, 256]) == 3)
  }
  @Test("id: VE09") func ve09() { #expect(EnterpriseUnits.writeWithoutEffect == 1) }
  @Test("id: VE10") func ve10() {
    #expect(EnterpriseUnits.write(documentBytes: Self.kib, entryBytes: [100]) == 2)
    #expect(EnterpriseUnits.write(documentBytes: Self.kib) == 1)
  }
  @Test("id: VE11") func ve11() {
    #expect(EnterpriseUnits.write(documentBytes: 5 * Self.kib, entryBytes: [100, 100, 100, 100, 100]) == 10)
  }
  @Test("id: VE12") func ve12() { #expect(EnterpriseUnits.indexChange(entries: 500, entryBytes: Self.kib) == 500) }
  @Test("id: VE13") func ve13() { #expect(EnterpriseUnits.pointRead(documentBytes: 8 * Self.kib) == 2) }
  @Test("id: VE14") func ve14() {
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
      rates[$0]?.amount(for: Amount(1_000_000)).description
    }
    #expect(million == ["0.05", "0.26", "0.3"])
    #expect(rates[.storage]?.amount(for: Amount(1 << 30)).description == "0.2336")
  }
}
