import Diagnostics
import FirestoreModel
import StructuredText
import Testing

@testable import Metering

/// The worked figures of the Realtime Database's cost.
@Suite("Realtime Database cost") struct RealtimeCostTests {
  private typealias Member = (key: Int64, value: Int64)

  private let messages = RealtimeMessages()
  private let google = Pricing.realtimeOnly(.google)

  /// 50 members listen to the last 50 messages of a room; a message has 250 bytes, its key is a push id.
  @Test("one message sent to a room of fifty")
  func chatRoom() {
    let key: Int64 = 20
    let changes: [Member] = [(key: key, value: 250), (key: key, value: RealtimeMessages.null)]
    let arrived = RealtimeMessages.object(of: changes.prefix(1))
    let both = RealtimeMessages.object(of: changes)
    let path = Int64("rooms/main".utf8.count)
    #expect(50 * messages.push(path: path, data: arrived) == 50 * (250 + 24 + 1 + 46 + 10 + 4 + 29))
    #expect(50 * (both - arrived) == 50 * 28)
    // 10,000 messages a day, 30 days.
    let month = Rational(50 * messages.push(path: path, data: both)) * Rational(300_000)
    #expect(month.decimal(places: 0) == "5880000000")
    #expect(google.month(downloaded: month)?.amount == .zero)
  }

  /// 20,000 stored messages; without the index every open downloads all of them.
  @Test("a missing index is the whole list, at every open")
  func unindexed() throws {
    let member = (key: Int64(20), value: Int64(250))
    let path = Int64("rooms/main".utf8.count)
    let window = messages.listen(path: path, data: RealtimeMessages.object(of: Array(repeating: member, count: 50)))
    let whole = messages.listen(path: path, data: RealtimeMessages.object(of: Array(repeating: member, count: 20_000)))
    #expect(whole == 5_489_832)
    var ledger = Ledger()
    var traffic = RealtimeTraffic(.listen, path: "rooms/main", bytes: whole)
    traffic.isUnindexed = true
    traffic.bytesIfIndexed = window
    for day in 0..<30 {
      var event = BillingEvent.realtime(traffic)
      event.operationName = "open"
      event.time = Timestamp(microseconds: 1_767_700_000_000_000 + Int64(day) * 86_400_000_000)
      event.multiplicity = 1_000
      ledger.record(event)
    }
    let row = try #require(ledger.realtime.rows.first)
    #expect(row.bytes == 164_694_960_000)
    #expect(row.bytesIfIndexed == 415_200_000)
    #expect((row.count, row.unindexed, row.largest) == (30_000, 30_000, whole))
    var period = BilledPeriod(ledger, simulatedDays: 30)
    period.realtimeStoredBytes = Rational(5_480_001)
    let month = google.month(of: period)
    #expect(month.line(.rtdbDownload)?.amount?.description == "154.69496")
    #expect(month.line(.rtdbStorage)?.amount == .zero)
    #expect(month.amount.description == "154.69496")
    #expect(ledger.operation(named: "open")?.calls == 30_000)
  }

  /// n users listen to all n, and each toggles k times a day: n·n·k deliveries.
  @Test("presence grows with the square of the users")
  func presence() {
    let value = Int64(#"{"on":true,"at":1767600000000}"#.utf8.count)
    let delivery = messages.push(path: Int64("presence/u123".utf8.count), data: value)
    #expect(delivery == 120)
    #expect(1_000 * 1_000 * 20 * delivery == 2_400_000_000)
  }

  @Test(
    "messages on the wire",
    arguments: [
      (0, 31), (125, 156), (126, 159), (16_384, 16_417), (16_385, 16_447), (65_535, 65_655), (65_536, 65_662),
      (5_480_001, 5_480_001 + 10 + 335 * 29),
    ] as [(Int64, Int64)])
  func framing(_ text: Int64, _ bytes: Int64) { #expect(messages.message(text) == bytes) }

  @Test("what has a figure of its own")
  func figures() {
    let list = RealtimeFigure.allCases.map { "\($0.rawValue) \($0.bytes) \($0.evidence.rawValue)" }
    #expect(
      list == [
        "tlsHandshake 3500 documented", "resumedHandshake 300 estimate", "upgradeResponse 130 estimate",
        "hello 110 client", "tlsRecord 29 documented", "pushEnvelope 46 client", "getEnvelope 45 client",
        "acknowledgement 50 client", "denial 80 client", "httpHeaders 350 estimate", "streamEvent 30 estimate",
        "streamKeepAlive 35 estimate",
      ])
    #expect(messages.unchangedListen == 50)
    #expect(messages.denial == 80)
    #expect(messages.handshake(isResumed: false) + messages.opening == 3_740)
    #expect(messages.get(data: 100) == 45 + 100 + 4 + 29)
    #expect(
      (messages.restRead(data: 10), messages.restWrite(data: 10), messages.restWrite(data: 10, isSilent: true)) == (
        360, 360, 350
      ))
    #expect(messages.streamEvent(data: 100) == 130)
    #expect(RealtimeMessages.object(of: [Member]()) == 2)
  }

  @Test("sizes without end stay at the largest number")
  func overflow() {
    #expect(messages.push(path: 1, data: .max) == .max)
    #expect(messages.listen(path: 1, data: .max - 1) == .max)
    let huge: [Member] = [(key: 1, value: .max), (key: 1, value: .max)]
    #expect(RealtimeMessages.object(of: huge) == .max)
  }

  @Test("a month of the book: free parts first, either reading of GB")
  func month() {
    var pricing = google
    func amounts(_ downloaded: Int64, _ stored: Int64) -> String {
      var period = BilledPeriod(days: [:], simulatedDays: 30, storedBytes: nil)
      var tally = Tally()
      tally.realtimeBytes = downloaded
      period.days[CalendarDate(year: 2026, month: 1, day: 5)] = tally
      period.realtimeStoredBytes = Rational(stored)
      let month = pricing.month(of: period)
      return [MonthlyCost.Part.rtdbDownload, .rtdbStorage].map { month.line($0)?.amount?.description ?? "-" }.joined(
        separator: " ")
    }
    #expect(amounts(10_000_000_000, 1_000_000_000) == "0 0")
    #expect(amounts(110_000_000_000, 3_000_000_000) == "100 10")
    pricing.assumptions = BillingAssumptions(alternatives: [.rtdbGigabyte])
    #expect(amounts(10 << 30, 1 << 30) == "0 0")
    #expect(amounts(110 << 30, 3 << 30) == "100 10")
    pricing.realtime = nil
    #expect(amounts(1, 1) == "- -")
  }

  @Test("without the Realtime Database a bill has no lines for it")
  func absent() {
    let month = google.month(of: BilledPeriod(days: [:], simulatedDays: 30))
    #expect(month.lines.map(\.part) == [.reads, .writes, .deletes, .ttlDeletes, .egress, .storage])
  }

  @Test("connections, writes and denials")
  func limits() {
    var ledger = Ledger(assumptions: BillingAssumptions(alternatives: [.rtdbHandshake]))
    func record(
      _ operation: RealtimeTraffic.Operation, at second: Int64, times: Int64 = 1,
      _ edit: (inout RealtimeTraffic) -> Void = { _ in }
    ) {
      var traffic = RealtimeTraffic(operation, path: "a", bytes: 100)
      edit(&traffic)
      var event = BillingEvent.realtime(traffic)
      event.time = Timestamp(microseconds: second * 1_000_000)
      event.operationName = "step"
      event.multiplicity = times
      ledger.record(event)
    }
    record(.connect, at: 60, times: 10) { $0.handshake = .init(full: 3_500, resumed: 300) }
    record(.connect, at: 60, times: 5)
    record(.disconnect, at: 60, times: 10)
    record(.connect, at: 61, times: 9)
    record(.set, at: 61, times: 7) { $0.uploaded = 20 }
    record(.update, at: 119) { $0.uploaded = 30 }
    record(.update, at: 120) { $0.uploaded = 1 }
    record(.set, at: 120, times: 3) {
      $0.isDenied = true; $0.bytes = 80
    }
    let realtime = ledger.realtime
    #expect(realtime.peakConnections == 15)
    #expect(realtime.writes == 9)
    #expect(realtime.peakWritesPerMinute == 8)
    #expect(realtime.peakBytesWrittenPerMinute == 170)
    #expect(realtime.uploaded == 171)
    #expect(realtime.bytes == 10 * 400 + 5 * 100 + 9 * 100 + 700 + 200 + 240)
    #expect(
      realtime.rows.map { "\($0.operation.rawValue) \($0.count) \($0.bytes) \($0.denied)" } == [
        "connect 24 5400 0", "set 10 940 3", "update 2 200 0",
      ])
    // Handshakes and what writes are answered are no responses.
    #expect(realtime.largestResponse == nil)
    #expect(ledger.total.realtimeBytes == realtime.bytes)
    #expect(ledger.total.reads == 0)
    #expect(ledger.operation(named: "step")?.calls == 12)
    #expect(ledger.operation(named: "step")?.denied == 3)
    #expect(
      ledger.assumptionEffects.map { "\($0.named.rawValue) \($0.change.realtimeBytes)" } == ["rtdbHandshake 32000"])
    record(.get, at: 121)
    #expect(ledger.realtime.largestResponse?.operation == .get)
  }

  @Test("a book of one's own")
  func custom() throws {
    let source = SourceText(
      path: "b.yaml",
      text: """
        book: ours
        download: {per: GB, price: 0.5, evidence: contract}
        storage: {per: GB-month, price: 4}
        free: {download: 1GB/month}
        limits: {connections: 1000}
        overhead: {tlsHandshake: 5000, tlsRecord: 29}
        """)
    let decoding = NodeDecoding(source)
    let node = try #require(YAMLReader.read(source).valid)
    let book = try #require(RealtimePriceBook.read(node, decoding))
    #expect(decoding.diagnostics.isEmpty)
    #expect(book.overhead.overrides == [.tlsHandshake: 5_000])
    #expect(book.limits.connections == 1_000)
    #expect(book.limits.freeConnections == 100)
    let month = Pricing.realtimeOnly(book).month(downloaded: Rational(3_000_000_000))
    #expect(month?.amount?.description == "1")
    #expect(month?.isVerified == true)
  }

  @Test(
    "mistakes of a book have their place",
    arguments: [
      ("book: a\nstorage: {per: GB-month, price: 1}", ["FB0015 0 the key `download` is missing"]),
      (
        "book: a\ndownload: {per: GB-month, price: 1}\nstorage: {per: GB-month, price: 1}",
        ["FB0015 24 expected a unit of data such as `GiB` for `per`, found `GB-month`"]
      ),
      (
        "book: a\ndownload: {per: GB, price: 1}\nstorage: {per: GB-month, price: 1}\noverhead: {tlsHandshak: 1}",
        ["FB0014 84 unknown key `tlsHandshak`"]
      ),
    ])
  func mistakes(_ text: String, _ expected: [String]) {
    let source = SourceText(path: "b.yaml", text: text)
    let decoding = NodeDecoding(source)
    _ = YAMLReader.read(source).node.flatMap { RealtimePriceBook.read($0, decoding) }
    #expect(decoding.diagnostics.map { "\($0.code.id) \($0.location?.span.start ?? -1) \($0.message)" } == expected)
  }
}

extension Pricing {
  static func realtimeOnly(_ book: RealtimePriceBook) -> Pricing {
    var pricing = Pricing(book: PriceBook(name: "none"))
    pricing.realtime = book
    return pricing
  }

  /// What a month's download costs.
  func month(downloaded: Rational) -> MonthlyCost.Line? {
    var tally = Tally()
    tally.realtimeBytes = Int64(downloaded.decimal(places: 0)) ?? 0
    let day = CalendarDate(year: 2026, month: 1, day: 5)
    return month(of: BilledPeriod(days: [day: tally], simulatedDays: 30)).line(.rtdbDownload)
  }
}
