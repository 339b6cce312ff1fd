import FirestoreModel

extension PriceBook {
  /// Enterprise edition: operations in units, per million.
  package static let googleEnterprise = PriceBook(
    name: "google-enterprise", asOf: CalendarDate(year: 2026, month: 11, day: 21), locations: enterpriseLocations,
    free: FreeQuota(
      scope: .first,
      operations: [
        .readUnits: .init(50_000, per: .day), .writeUnits: .init(40_000, per: .day),
        .realtimeUnits: .init(50_000, per: .day),
      ],
      storage: DataSize(1, .gibibyte), egress: DataSize(10, .gibibyte)),
    discounts: googleDiscounts)

  private static let enterpriseLocations: [String: LocationPrices] = {
    let page = "Enterprise price page"
    var locations = realtimeUnitPrices.mapValues { price in
      LocationPrices(rates: [.realtimeUnits: Rate(perMillion: price, page)])
    }
    locations["us-central1"] = LocationPrices(rates: [
      .readUnits: Rate(perMillion: "0.05", page), .writeUnits: Rate(perMillion: "0.26", page),
      .realtimeUnits: Rate(perMillion: "0.30", page), .storage: Rate(perHour: "0.00032", page),
      .backup: Rate(perHour: "0.00004", page), .pointInTimeRecovery: Rate(perHour: "0.00020", page),
      .restore: Rate(.restore, "0.20", page), .clone: Rate(.clone, "0.20", page),
    ])
    return locations
  }()

  private static let realtimeUnitPrices = [
    "nam5": "0.60", "us-east4": "0.30", "europe-west4": "0.315", "asia-east1": "0.347", "asia-south1": "0.312",
    "southamerica-east1": "0.476",
  ]
}

extension Rate {
  fileprivate init(perMillion text: String, _ evidence: String) {
    self.init(price: Rational(decimal: text) ?? .zero, unit: .operations(1_000_000), evidence: evidence)
  }

  fileprivate init(perHour text: String, _ evidence: String) {
    self.init(price: Rational(decimal: text) ?? .zero, unit: .dataHour(.gibibyte), evidence: evidence)
  }
}
