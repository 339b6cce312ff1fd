import Testing

@testable import Metering

@Suite("Enterprise units") struct EnterpriseTests {
  static let kib: Int64 = 1024

  // id: VE01
  @Test func `reads take a unit for every four kibibytes`() {
    let reads = [1, 4, 1024].map { EnterpriseUnits.pointRead(documentBytes: $0 * Self.kib) }
    #expect(reads == [1, 1, 256])
    #expect(EnterpriseUnits.query(scannedBytes: 0, fetchedDocuments: [Int64](repeating: 1024, count: 100)) == 100)
  }
  // id: VE02
  @Test func `scans of bytes`() { #expect(EnterpriseUnits.scan(bytes: 100 * Self.kib) == 25) }
  // id: VE03
  @Test func `scans of many small entries`() { #expect(EnterpriseUnits.scan(bytes: 100 * 128) == 4) }
  // id: VE04
  @Test func `scans of entries that are counted`() { #expect(EnterpriseUnits.scan(items: 1_000) == 8) }
  // id: VE05
  @Test func `a query that scans an index and fetches documents`() {
    let documents = [Int64](repeating: 4 * Self.kib, count: 128)
    #expect(EnterpriseUnits.query(scannedBytes: 128 * 256, fetchedDocuments: documents) == 136)
  }
  // id: VE06
  @Test func `a query covered by its index, and one that is not`() {
    #expect(EnterpriseUnits.query(scannedBytes: 20 * Self.kib) == 5)
    let documents = [Int64](repeating: Self.kib, count: 20)
    #expect(EnterpriseUnits.query(scannedBytes: 4 * Self.kib, fetchedDocuments: documents) == 21)
  }
  // id: VE07
  @Test func `writes take a unit for every kibibyte, entries apart`() {
    #expect(EnterpriseUnits.write(documentBytes: 10 * Self.kib) == 10)
    #expect(EnterpriseUnits.write(documentBytes: Self.kib, entryBytes: [256]) == 2)
  }
  // id: VE08
  @Test func `two index entries`() {
    #expect(EnterpriseUnits.write(documentBytes: Self.kib, entryBytes: [256, 256]) == 3)
  }
  // id: VE09
  @Test func `a write without effect`() { #expect(EnterpriseUnits.writeWithoutEffect == 1) }
  // id: VE10
  @Test func `one small index entry`() {
    #expect(EnterpriseUnits.write(documentBytes: Self.kib, entryBytes: [100]) == 2)
    #expect(EnterpriseUnits.write(documentBytes: Self.kib) == 1)
  }
  // id: VE11
  @Test func `five small index entries`() {
    #expect(EnterpriseUnits.write(documentBytes: 5 * Self.kib, entryBytes: [100, 100, 100, 100, 100]) == 10)
  }
  // id: VE12
  @Test func `a new index over 500 documents`() {
    #expect(EnterpriseUnits.indexChange(entries: 500, entryBytes: Self.kib) == 500)
  }
  // id: VE13
  @Test func `a read of eight kibibytes`() {
    #expect(EnterpriseUnits.pointRead(documentBytes: 8 * Self.kib) == 2)
  }
  // id: VE14
  @Test func `what a listener is told`() {
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
