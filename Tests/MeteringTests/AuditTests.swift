import Testing

@testable import Metering

/// Every arithmetic claim of the audited document, recomputed. Books: `doc` ($0.36, no quota), nam5 and us-central1
/// gross and net of the daily quota.
@Suite("Audit of the documents' figures") struct AuditTests {
  static func books() throws -> [Pricing] {
    [
      Pricing(book: try Money.book(Money.doc)), Money.pricing("nam5", net: false), Money.pricing("nam5"),
      Money.pricing("us-central1", net: false), Money.pricing("us-central1"),
    ]
  }

  static func months(_ reads: Int64) throws -> [String] {
    try books().map { Money.reads($0, perDay: reads) ?? "-" }
  }

  /// In percent, two places.
  static func reduction(_ before: Int64, _ after: Int64) -> String {
    ((Rational(before) - Rational(after)) * Rational(100) / Rational(before)).decimal(places: 2)
  }

  /// The reads of one open: the formula's minimum included.
  static func open(_ new: Int64) -> Int64 { BillingEvent.listenInitial(ReadWork(documents: new)).tally().reads }

  // id: A1
  @Test func `the price is that of a million reads in a 0.036 region`() throws {
    let doc = try #require(try Money.book(Money.doc).everywhere?.rates[.reads]?.price)
    let listed = ["nam5", "us-west2", "us-central1"].map {
      PriceBook.googleStandard.locations[$0]?.rates[.reads]?.price
    }
    #expect(listed.map { $0.map { (doc / $0).description } } == ["6", "10", "12"])
    let perMillion = try #require(PriceBook.googleStandard.locations["us-west2"]?.rates[.reads])
    #expect(perMillion.amount(for: Rational(1_000_000)) == doc)
  }

  // id: A2
  @Test func `network bytes`() throws {
    let first = PriceBook.googleStandard.locations["nam5"]?.egress.first?.rate
    #expect(first?.price.description == "0.12")
    #expect(first?.unit == .data(.gibibyte))
    #expect(try Money.book(Money.doc).everywhere?.egress.first?.rate.unit == .data(.gigabyte))
  }

  // id: A3
  @Test func `storage`() {
    let prices = ["nam5", "us-central1"].map {
      PriceBook.googleStandard.locations[$0]?.rates[.storage]?.price.description
    }
    #expect(prices == ["0.18", "0.15"])
    #expect(PriceBook.googleStandard.free.storage == DataSize(1, .gibibyte))
  }

  /// So many users with so many opens of so many documents, folded as the simulator does.
  static func opens(users: Int64, opens: Int64, documents: Int64) -> Int64 {
    var ledger = Ledger()
    for _ in 0..<opens {
      var event = BillingEvent.listenInitial(ReadWork(documents: documents))
      event.multiplicity = users
      ledger.record(event)
    }
    return ledger.total.reads
  }

  // id: A4
  @Test func `ten opens a day by a thousand users are ten million reads`() {
    #expect(Self.opens(users: 1_000, opens: 10, documents: 1_000) == 10_000_000)
  }

  // id: A5
  @Test func `a month of ten million reads a day, in every book`() throws {
    #expect(try Self.months(10_000_000) == ["1080", "180", "179.1", "90", "89.55"])
    #expect(Money.reads(Money.pricing("us-west2", net: false), perDay: 10_000_000) == "108")
    #expect(Money.reads(Money.pricing("us-west2"), perDay: 10_000_000) == "107.46")
  }

  // id: A6
  @Test func `years of 360 and of 365 days`() throws {
    let costs = try Self.books().map { $0.month(of: Money.month(reads: 10_000_000)) }
    #expect([costs[0].year, costs[0].calendarYear].map(\.description) == ["12960", "13140"])
    #expect([costs[1].year, costs[3].year].map(\.description) == ["2160", "1080"])
  }

  // id: A7
  @Test func `a month of a million reads a day, in every book`() throws {
    #expect(try Self.months(1_000_000) == ["108", "18", "17.1", "9", "8.55"])
  }

  // id: A8
  @Test func `savings of a year, and in percent`() throws {
    let savings = try Self.books().map { pricing in
      pricing.month(of: Money.month(reads: 10_000_000)).year - pricing.month(of: Money.month(reads: 1_000_000)).year
    }
    #expect([savings[0], savings[1], savings[3]].map(\.description) == ["11664", "1944", "972"])
    #expect(Self.reduction(10_000_000, 1_000_000) == "90.00")
    // The quota makes relative savings larger: 179.10 to 17.10 and 89.55 to 8.55.
    #expect([Self.reduction(17_910, 1_710), Self.reduction(8_955, 855)] == ["90.45", "90.45"])
  }

  // id: A9
  @Test func `linear in documents and in users, quadratic only in both`() {
    let base = Self.opens(users: 100, opens: 10, documents: 100)
    #expect(Self.opens(users: 100, opens: 10, documents: 200) == 2 * base)
    #expect(Self.opens(users: 200, opens: 10, documents: 100) == 2 * base)
    #expect(Self.opens(users: 200, opens: 10, documents: 200) == 4 * base)
  }

  // id: A10
  @Test func `the document's own figures lie between 0 and 99.6 %`() {
    #expect(
      [Self.reduction(1, 1), Self.reduction(1_000, 50), Self.reduction(5_000, 20)] == ["0.00", "95.00", "99.60"])
  }

  // id: A11
  @Test func `the yearly saving in every book`() throws {
    let years = try Self.books().map { $0.month(of: Money.month(reads: 47_500_000)).year.description }
    #expect([years[0], years[1], years[3]] == ["61560", "10260", "5130"])
  }

  // id: A12
  @Test func `notifications, 10,000 documents to 50, and to none`() {
    #expect(Self.reduction(10_000, Self.open(50)) == "99.50")
    #expect(Self.reduction(10_000, Self.open(0)) == "99.99")
  }

  // id: A13
  @Test func `posts, 5,000 documents to 20`() { #expect(Self.reduction(5_000, 20) == "99.60") }
  // id: A14
  @Test func `messages, 1,000 documents to 50`() { #expect(Self.reduction(1_000, 50) == "95.00") }
  // id: A15
  @Test func `fifty opens a day of the whole history`() {
    #expect(Self.opens(users: 1_000, opens: 50, documents: 1_000) == 50_000_000)
  }
  // id: A16
  @Test func `fifty opens a day of what is new`() {
    #expect(Self.opens(users: 1_000, opens: 50, documents: 50) == 2_500_000)
  }

  // id: A17, A18, A19
  @Test func `savings of a day, a month and a year, in every book`() throws {
    let costs = try Self.books().map { $0.month(of: Money.month(reads: 47_500_000)) }
    let gross = [costs[0], costs[1], costs[3]]
    #expect(gross.map { ($0.amount / Rational(30)).description } == ["171", "28.5", "14.25"])
    #expect(gross.map(\.amount.description) == ["5130", "855", "427.5"])
    #expect(gross.map(\.year.description) == ["61560", "10260", "5130"])
    #expect([costs[0], costs[1]].map(\.calendarYear.description) == ["62415", "10402.5"])
    #expect(try Self.months(50_000_000) == ["5400", "900", "899.1", "450", "449.55"])
    #expect(try Self.months(2_500_000) == ["270", "45", "44.1", "22.5", "22.05"])
  }

  // id: A20
  @Test func `bandwidth of the saved reads at 1 kB a document`() throws {
    let pricing = Pricing(book: try Money.book(Money.doc))
    let cost = pricing.month(of: Money.month(bytes: 47_500_000 * 30 * 1_000))
    #expect(cost.line(.egress)?.quantity == Rational(1_425) * Rational(1_000_000_000))
    let bandwidth = try #require(cost.line(.egress)?.amount)
    #expect(bandwidth.description == "171")
    let shares = [(bandwidth / Rational(855)), bandwidth * Rational(2) / Rational(855)]
    #expect(shares.map { ($0 * Rational(100)).description } == ["20", "40"])
  }

  // id: A21
  @Test func `the first open of a new chat reads everything`() {
    #expect(Self.reduction(1_000, Self.open(1_000)) == "0.00")
  }

  // id: A22
  @Test func `one mechanism, three figures, the reduction is that of new in history`() {
    let figures = [50, 100, 200, 500].map { Self.reduction(1_000, Self.open($0)) }
    #expect(figures == ["95.00", "90.00", "80.00", "50.00"])
  }

  // id: A22b
  @Test func `no constant rate gives all three claims`() throws {
    // a/N for a reduction r after d days: (1 − r)/d.
    func rate(_ percent: Int64, _ days: Int64) -> Rational { Rational(100 - percent) / Rational(100 * days) }
    let daily = (rate(95, 1), rate(80, 1))
    let weekly = (rate(80, 7), rate(50, 7))
    let monthly = (rate(50, 30), rate(20, 30))
    let texts = [daily.0, daily.1, weekly.0, weekly.1, monthly.0, monthly.1].map { $0.decimal(places: 3) }
    #expect(texts == ["0.050", "0.200", "0.029", "0.071", "0.017", "0.027"])
    #expect(max(daily.0, weekly.0, monthly.0) > min(daily.1, weekly.1, monthly.1))
  }

  // id: A22c
  @Test func `the last seen message is read again`() {
    #expect(Self.opens(users: 1_000, opens: 50, documents: 51) == 2_550_000)
    #expect(Self.reduction(50_000_000, 2_550_000) == "94.90")
  }

  // id: A22d
  @Test func `with persistence only the first open of the day is cold`() {
    var ledger = Ledger()
    ledger.record(.listenInitial(ReadWork(documents: 1_000)))
    let gap = Reconnection(reason: .reattached, persistence: true, gap: 15 * 60_000_000)
    for _ in 0..<49 {
      ledger.record(.reconnect(gap, changes: ListenerChanges(added: 50), current: ReadWork(documents: 1_000)))
    }
    #expect(ledger.total.reads == 3_450)
    #expect((Rational(100) * (Rational(3_450) - Rational(2_500)) / Rational(3_450)).decimal(places: 1) == "27.5")
  }

  // id: A23
  @Test func `after clearing, 95 % as long as at most a twentieth is new`() {
    let figures = [0, 1, 50, 51].map { Self.reduction(1_000, Self.open($0)) }
    #expect(figures == ["99.90", "99.90", "95.00", "94.90"])
  }

  // id: A24
  @Test func `a filter in the callback saves nothing`() {
    var events: [BillingEvent] = [.listenInitial(documentExists: true)]
    events += [BillingEvent](repeating: .listenDelta(ListenerChanges(modified: 1)), count: 4)
    var (before, after) = (Ledger(), Ledger())
    for var event in events {
      before.record(event)
      event.filteredByClient = 1
      after.record(event)
    }
    #expect([before.total.reads, after.total.reads] == [5, 5])
    #expect(after.waste[.filteredByClient] == 5)
  }

  // id: A25
  @Test func `a cache hit of at most 20 saves at most 20`() {
    var cached = BillingEvent.query(ReadWork(documents: 20))
    #expect(cached.tally().reads == 20)
    cached.origin = .cache
    #expect(cached.tally().reads == 0)
  }

  // id: A26
  @Test func `50 blocked users without news`() {
    var ledger = Ledger()
    ledger.record(.query(ReadWork(documents: 50)))
    for _ in 0..<50 { ledger.record(.get(found: true)) }
    #expect(ledger.total.reads == 100)
    #expect(Self.reduction(100, Self.open(0)) == "99.00")
  }

  // id: A27
  @Test func `listeners capped at 10`() {
    #expect([2, 3].map { Self.reduction(10, Self.open($0)) } == ["80.00", "70.00"])
    #expect([Self.reduction(100, 25), Self.reduction(10, Self.open(4))] == ["75.00", "60.00"])
  }

  // id: A28
  @Test func `single-document services cost the same`() {
    #expect(BillingEvent.listenInitial(documentExists: true).tally().reads == Self.open(0))
  }

  // id: A29, A30
  // The percentages of eight features and the faster launch are claimed without inputs: there is nothing to recompute, and
  // the launch is no claim about billing either.
}
