import Diagnostics
import FirestoreModel
import StructuredText
import Testing

@testable import Metering

@Suite("Price books") struct PriceBookTests {
  @Test("the format, read completely")
  func complete() throws {
    let book = try Money.book(
      """
      book: google-standard
      asOf: 2026-11-21
      currency: USD
      locations:
        nam5:
          reads:   {per: 100000, price: 0.06, evidence: billing-example}
          writes:  {per: 100000, price: 0.18}
          deletes: {per: 100000, price: 0.02}
          ttlDeletes: {per: 100000, price: 0.02}
          storage: {per: GiB-month, price: 0.18}
          egress:  [{upTo: 1TiB, per: GiB, price: 0.12}, {upTo: 10TiB, price: 0.11}, {price: 0.08}]
      free: {scope: first, reads: 50000/day, writes: 20000/day, deletes: 20000/day, storage: 1GiB, egress: 10GiB/month, dayBoundary: America/Los_Angeles}
      committedUse: [{years: 1, discount: 20%}]
      calendar: {monthDays: 30, yearMonths: 12}
      """)
    let nam5 = try #require(book.prices(at: "nam5"))
    let builtin = try #require(PriceBook.googleStandard.prices(at: "nam5"))
    #expect(book.asOf?.description == "2026-11-21")
    #expect(nam5.rates.mapValues(\.price) == builtin.rates.mapValues(\.price))
    #expect(nam5.egress.map(\.rate.price) == builtin.egress.map(\.rate.price))
    #expect(nam5.egress.map(\.upTo) == builtin.egress.map(\.upTo))
    #expect(nam5.egress.map(\.rate.unit) == [.data(.gibibyte), .data(.gibibyte), .data(.gibibyte)])
    #expect(book.free == PriceBook.googleStandard.free)
    #expect(book.discounts.map(\.share) == [Rational(1) / Rational(5)])
    #expect(nam5.rates.mapValues { $0.evidence ?? "-" }[.reads] == "billing-example")
    #expect(nam5.rates[.writes]?.evidence == nil)
    #expect(book.prices(at: "eur3") == nil)
    #expect(book.prices(at: nil) == nil)
  }

  @Test("a book without locations has the same prices everywhere")
  func unnamed() throws {
    let book = try Money.book(Money.doc)
    #expect(book.prices(at: nil) == book.prices(at: "nam5"))
    #expect(book.free == .none)
    #expect(book.everywhere?.rates[.storage]?.unit == .dataMonth(.gigabyte))
  }

  static func problems(_ text: String) -> [String] {
    let source = SourceText(path: "b.yaml", text: text)
    let result = YAMLReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    _ = result.node.flatMap { PriceBook.read($0, decoding) }
    return decoding.diagnostics.map { "\($0.code.id) \($0.location?.span.start ?? -1) \($0.message)" }
  }

  @Test(
    "mistakes have their place",
    arguments: [
      ("book: a\nread: {per: 100000, price: 1}", ["FB0014 8 unknown key `read`"]),
      ("reads: {per: 100000, price: 1}", ["FB0015 0 the key `book` is missing"]),
      (
        "book: a\nreads: {per: GiB, price: 1}",
        [
          "FB0015 21 expected a number of operations such as `100000` for `per`, found `GiB`"
        ]
      ),
      ("book: a\nreads: {per: 100000, price: free}", ["FB0015 36 expected a number for `price`, found a string"]),
      ("book: a\nreads: {per: 100000, price: -1}", ["FB0015 36 expected a price, found `-1`"]),
      (
        "book: a\nreads: {per: 0, price: 1}",
        [
          "FB0015 21 expected a number of operations such as `100000` for `per`, found `0`"
        ]
      ),
      ("book: a\nreads: 5", ["FB0015 15 expected an object for `reads`, found a number"]),
      (
        "book: a\nfree: {reads: 50000/week}",
        [
          "FB0015 22 expected a number a day or month such as `50000/day` for `reads`, found `50000/week`"
        ]
      ),
      ("book: a\nasOf: 2026-02-30", ["FB0015 14 expected a day such as `2026-11-21` for `asOf`, found `2026-02-30`"]),
      ("book: a\ncalendar: {monthDays: 0}", ["FB0015 30 expected an integer from 1 to 31 for `monthDays`, found `0`"]),
      (
        "book: a\negress: [{per: GiB, price: 1}, {price: 2}]",
        [
          "FB0015 17 only the last tier may be without `upTo`"
        ]
      ),
      (
        "book: a\nlocations: {x: {}}\nreads: {per: 1, price: 1}",
        [
          "FB0015 8 a price book has either `locations` or prices of its own"
        ]
      ),
      ("- 1", ["FB0015 0 expected an object for `the price book`, found an array"]),
    ])
  func mistakes(_ text: String, _ expected: [String]) { #expect(Self.problems(text) == expected) }

  @Test(
    "the built-in table",
    arguments: [
      ("nam5", "0.06 0.18 0.02 0.02 0.18 - - - -"), ("us-central1", "0.03 0.09 0.01 0.01 0.15 0.15 0.03 0.2 0.2"),
      ("us-west1", "0.03 0.09 0.01 0.01 0.15 - - - -"), ("us-west2", "0.036 0.108 0.012 0.012 - - - - -"),
      ("me-central1", "0.036 0.109 0.012 0.012 0.182 0.182 0.036 0.243 -"), ("europe-west1", "0.033 - - - - - - - -"),
      ("asia-northeast1", "0.038 0.115 0.013 0.013 0.192 - 0.038 0.256 0.256"),
      ("asia-northeast3", "0.038 0.115 0.013 0.013 0.192 - - - -"), ("eur3", "0.06 0.18 0.02 0.02 0.18 - - - -"),
    ])
  func table(_ location: String, _ expected: String) throws {
    let rates = try #require(PriceBook.googleStandard.prices(at: location)).rates
    let items: [PriceItem] = [
      .reads, .writes, .deletes, .ttlDeletes, .storage, .pointInTimeRecovery, .backup, .restore, .clone,
    ]
    #expect(items.map { rates[$0]?.price.description ?? "-" }.joined(separator: " ") == expected)
  }

  @Test("nothing else is known, and nothing is free")
  func completeTable() {
    #expect(
      PriceBook.googleStandard.locationNames == [
        "asia-northeast1", "asia-northeast3", "eur3", "europe-west1", "me-central1", "nam5", "us-central1", "us-west1",
        "us-west2",
      ])
    let days = [nil, CalendarDate(iso: "2018-05-01"), CalendarDate(iso: "2020-01-01")]
    for name in PriceBook.builtinNames {
      for book in days.compactMap({ PriceBook.builtin(named: name, asOf: $0) }) {
        for prices in book.locations.values {
          #expect(prices.rates.values.allSatisfy { !$0.price.isZero })
          #expect(prices.egress.allSatisfy { !$0.rate.price.isZero })
        }
      }
    }
  }

  @Test(
    "books as of a day",
    arguments: [
      ("2018-06-01", "nam5"), ("2017-12-31", nil), ("2021-07-01", "nam5 us-west1 us-west2"), ("2018-12-31", "nam5"),
    ])
  func history(_ day: String, _ locations: String?) throws {
    let date: CalendarDate = try #require(CalendarDate(iso: day))
    let book = PriceBook.builtin(named: "google-standard", asOf: date)
    #expect(book?.locationNames.joined(separator: " ") == locations)
    #expect(book?.free.scope == (book == nil ? nil : .default))
  }

  @Test("the newest book")
  func newest() throws {
    let today = try #require(CalendarDate(iso: "2026-11-21"))
    #expect(PriceBook.builtin(named: "google-standard", asOf: today) == .googleStandard)
    #expect(PriceBook.builtin(named: "google-standrad") == nil)
  }
}
