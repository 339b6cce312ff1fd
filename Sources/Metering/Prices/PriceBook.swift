package import FirestoreModel

/// Prices as known on one day, for all locations that are known.
package struct PriceBook: Hashable, Sendable {
  package var name: String
  package var asOf: CalendarDate?
  package var currency: String
  /// By location id. Empty when the book has one unnamed block.
  package var locations: [String: LocationPrices]
  /// The prices of a book without locations.
  package var everywhere: LocationPrices?
  package var free: FreeQuota
  package var discounts: [CommittedUse]
  package var calendar: BillingCalendar

  package init(
    name: String, asOf: CalendarDate? = nil, currency: String = "USD", locations: [String: LocationPrices] = [:],
    everywhere: LocationPrices? = nil, free: FreeQuota = .none, discounts: [CommittedUse] = [],
    calendar: BillingCalendar = BillingCalendar()
  ) {
    self.name = name
    self.asOf = asOf
    self.currency = currency
    self.locations = locations
    self.everywhere = everywhere
    self.free = free
    self.discounts = discounts
    self.calendar = calendar
  }

  package var locationNames: [String] { locations.keys.sorted() }

  /// All locations that there are, as far as the book or the documentation names them: with a price or without.
  package var knownLocations: Set<String> { Set(FirestoreLocations.all).union(locations.keys) }

  /// Nil when the book does not know the location, or none is named and the book has several.
  package func prices(at location: String?) -> LocationPrices? {
    if let everywhere { return everywhere }
    return location.flatMap { locations[$0] }
  }

  /// The prices under a commitment of so many years: operations only. Nil when the book knows no such commitment.
  package func prices(at location: String?, commitmentYears: Int) -> LocationPrices? {
    guard let discount = discounts.first(where: { $0.years == commitmentYears }) else { return nil }
    guard var result = prices(at: location) else { return nil }
    for (item, var rate) in result.rates where item.measure == .operations {
      rate.price = rate.price * (Rational(1) - discount.share)
      if discount.evidence == nil { rate.evidence = nil }
      result.rates[item] = rate
    }
    return result
  }
}

/// A discount for committing to a spend for years.
package struct CommittedUse: Hashable, Sendable {
  package var years: Int
  /// 1/5 for 20 %.
  package var share: Rational
  package var evidence: String?

  package init(years: Int, share: Rational, evidence: String? = nil) {
    self.years = years
    self.share = share
    self.evidence = evidence
  }
}

/// How a month and a year are counted when a run is projected.
package struct BillingCalendar: Hashable, Sendable {
  package var monthDays: Int64
  package var yearMonths: Int64

  package init(monthDays: Int64 = 30, yearMonths: Int64 = 12) {
    self.monthDays = monthDays
    self.yearMonths = yearMonths
  }
}
