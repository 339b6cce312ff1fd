package import FirestoreModel

// Google's prices as far as they are evidenced: every other location has no price here, and prices are never derived
// from a location's usual factor. An entry without evidence is marked wherever it is used.

extension PriceBook {
  /// The books that come with Firebreak.
  package static let builtinNames = ["google-standard", "google-enterprise"]

  /// A built-in book as known on a day; nil: the newest. Nil also for an unknown name and for days before any record.
  package static func builtin(named name: String, asOf day: CalendarDate? = nil) -> PriceBook? {
    switch name {
    case "google-standard":
      guard let day else { return googleStandard }
      return googleStandardHistory.last { $0.from <= day }?.book
    case "google-enterprise":
      guard let day else { return googleEnterprise }
      return day.year >= 2025 ? googleEnterprise : nil
    default: return nil
    }
  }

  package static let googleStandard = PriceBook(
    name: "google-standard", asOf: CalendarDate(year: 2026, month: 11, day: 21),
    locations: Dictionary(uniqueKeysWithValues: currentRows.map { ($0.location, $0.prices) }),
    free: googleFree(scope: .first), discounts: googleDiscounts)

  /// Oldest first. Early price pages had no location table.
  private static let googleStandardHistory: [(from: CalendarDate, book: PriceBook)] = [
    (CalendarDate(year: 2018, month: 1, day: 1), earlierBook(year: 2018, month: 5, wikiRows)),
    (CalendarDate(year: 2019, month: 1, day: 1), earlierBook(year: 2019, month: 1, olderRows)),
    (CalendarDate(year: 2024, month: 1, day: 1), googleStandard),
  ]

  private static func earlierBook(year: Int, month: Int, _ rows: [PriceRow]) -> PriceBook {
    PriceBook(
      name: "google-standard", asOf: CalendarDate(year: year, month: month, day: 1),
      locations: Dictionary(uniqueKeysWithValues: rows.map { ($0.location, $0.prices) }),
      free: googleFree(scope: .default))
  }

  private static func googleFree(scope: FreeQuota.Scope) -> FreeQuota {
    FreeQuota(
      scope: scope,
      operations: [
        .reads: .init(50_000, per: .day), .writes: .init(20_000, per: .day), .deletes: .init(20_000, per: .day),
      ],
      storage: DataSize(1, .gibibyte), egress: DataSize(10, .gibibyte))
  }

  static let googleDiscounts = [
    CommittedUse(years: 1, share: Rational(1) / Rational(5), evidence: "price page capture"),
    CommittedUse(years: 3, share: Rational(2) / Rational(5), evidence: "price page capture"),
  ]

  private static let currentRows: [PriceRow] = [
    PriceRow("nam5", "billing example", reads: "0.06", writes: "0.18", deletes: "0.02", [.storage: "0.18"]),
    // Databases in Datastore mode have the same prices: today one page lists those of both.
    PriceRow(
      "eur3", "price page of Datastore mode", reads: "0.06", writes: "0.18", deletes: "0.02", [.storage: "0.18"]),
    PriceRow(
      "us-central1", "Enterprise price page, Standard column", reads: "0.03", writes: "0.09", deletes: "0.01",
      [
        .storage: "0.15", .pointInTimeRecovery: "0.15", .backup: "0.03", .restore: "0.20", .clone: "0.20",
      ]),
    PriceRow(
      "us-west1", "older copy of the price page", reads: "0.03", writes: "0.09", deletes: "0.01", [.storage: "0.15"]),
    PriceRow("us-west2", "older copy of the price page", reads: "0.036", writes: "0.108", deletes: "0.012"),
    PriceRow(
      "me-central1", "price page capture", reads: "0.036", writes: "0.109", deletes: "0.012",
      [.storage: "0.182", .pointInTimeRecovery: "0.182", .backup: "0.036", .restore: "0.243"]),
    PriceRow("europe-west1", "bill line", reads: "0.033"),
    PriceRow(
      "asia-northeast1", "article", reads: "0.038", writes: "0.115", deletes: "0.013",
      [.backup: "0.038", .restore: "0.256", .clone: "0.256"], unverified: [.storage: "0.192"]),
    // The source's two tables contradict each other; these are the higher ones.
    PriceRow(
      "asia-northeast3", nil, reads: "0.038", writes: "0.115", deletes: "0.013", [.storage: "0.192"]),
  ]

  private static let wikiRows = [
    PriceRow("nam5", "wiki copy of May 2018", reads: "0.06", writes: "0.18", deletes: "0.02", [.storage: "0.18"])
  ]

  private static let olderRows = [
    PriceRow("nam5", "older copy of the price page", reads: "0.06", writes: "0.18", deletes: "0.02"),
    PriceRow(
      "us-west1", "older copy of the price page", reads: "0.03", writes: "0.09", deletes: "0.01", [.storage: "0.15"]),
    PriceRow("us-west2", "older copy of the price page", reads: "0.036", writes: "0.108", deletes: "0.012"),
  ]
}

/// One line of the price table: operations per 100,000, storage per GiB and month, restoring per GiB.
private struct PriceRow {
  let location: String
  let prices: LocationPrices

  init(
    _ location: String, _ evidence: String?, reads: String, writes: String? = nil, deletes: String? = nil,
    _ others: [PriceItem: String] = [:], unverified: [PriceItem: String] = [:]
  ) {
    var texts = others
    texts[.reads] = reads
    texts[.writes] = writes
    texts[.deletes] = deletes
    var rates = texts.reduce(into: [:]) { $0[$1.key] = Rate($1.key, $1.value, evidence) }
    for (item, text) in unverified { rates[item] = Rate(item, text, nil) }
    // A capture of the price page shows the same price for both.
    rates[.ttlDeletes] = rates[.deletes]
    self.location = location
    prices = LocationPrices(rates: rates, egress: PriceRow.internet(firstTier: location == "nam5"))
  }

  /// Internet rates do not depend on the location of the database. Only the first tier of nam5 is in Google's example;
  /// the steps are from third parties.
  private static func internet(firstTier isDocumented: Bool) -> [EgressTier] {
    let first = isDocumented ? "billing example" : "third-party price list"
    return [
      EgressTier(upTo: DataSize(1, .tebibyte), rate: Rate(egress: "0.12", first)),
      EgressTier(upTo: DataSize(10, .tebibyte), rate: Rate(egress: "0.11", "third-party price list")),
      EgressTier(upTo: nil, rate: Rate(egress: "0.08", "third-party price list")),
    ]
  }
}

extension Rate {
  /// - Parameter text: a decimal number of our own tables; the tests read every one of them back.
  init(_ item: PriceItem, _ text: String, _ evidence: String?) {
    let unit: PriceUnit =
      switch item.measure {
      case .operations: .operations(100_000)
      case .data: .data(.gibibyte)
      case .dataTime: .dataMonth(.gibibyte)
      }
    self.init(price: Rational(decimal: text) ?? .zero, unit: unit, evidence: evidence)
  }

  init(egress text: String, _ evidence: String?) {
    self.init(price: Rational(decimal: text) ?? .zero, unit: .data(.gibibyte), evidence: evidence)
  }
}
