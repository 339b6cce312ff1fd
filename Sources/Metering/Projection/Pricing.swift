import FirestoreModel

/// The choices that turn a metered period into money.
package struct Pricing: Hashable, Sendable {
  package var book: PriceBook
  package var location: String?
  package var database: BilledDatabase
  package var commitmentYears: Int?
  package var assumptions: BillingAssumptions
  /// Nil: traffic of the Realtime Database has no price.
  package var realtime: RealtimePriceBook?

  package init(
    book: PriceBook, location: String? = nil, database: BilledDatabase = BilledDatabase(),
    commitmentYears: Int? = nil, assumptions: BillingAssumptions = .standard
  ) {
    self.book = book
    self.location = location
    self.database = database
    self.commitmentYears = commitmentYears
    self.assumptions = assumptions
  }

  /// Nil when the book does not know the location or the commitment: then nothing has a price.
  package var prices: LocationPrices? {
    guard let commitmentYears else { return book.prices(at: location) }
    return book.prices(at: location, commitmentYears: commitmentYears)
  }

  /// Scales the period to a month of the book, with the free quota subtracted day by day before.
  package func month(of period: BilledPeriod) -> MonthlyCost {
    let period = period.byQuotaDay
    let month = MonthlyCost(currency: book.currency, lines: lines(of: period), calendar: book.calendar)
    let list = MonthlyCost(currency: book.currency, lines: withoutQuota.lines(of: period), calendar: book.calendar)
    return MonthlyCost(
      currency: month.currency, lines: month.lines, calendar: month.calendar,
      listAmount: list.unpriced.isEmpty ? list.amount : nil)
  }

  private var withoutQuota: Pricing {
    var pricing = self
    pricing.book.free = .none
    pricing.realtime?.freeDownload = nil
    pricing.realtime?.freeStorage = nil
    return pricing
  }

  private func lines(of period: BilledPeriod) -> [MonthlyCost.Line] {
    MonthlyCost.Part.allCases.flatMap { part -> [MonthlyCost.Line] in
      switch part {
      case .reads: [operations(.reads, part, period, \.reads)]
      case .writes: [operations(.writes, part, period, \.writes)]
      case .deletes: [operations(.deletes, part, period, \.deletes)]
      case .ttlDeletes: [operations(.ttlDeletes, part, period, \.ttlDeletes)]
      case .egress: [egress(period)]
      case .storage: [storage(period)]
      case .rtdbDownload: realtimeLines(period)
      case .rtdbStorage: []
      }
    }
  }

  /// Download and storage, where the Realtime Database takes part.
  private func realtimeLines(_ period: BilledPeriod) -> [MonthlyCost.Line] {
    let sent = period.days.values.reduce(Rational.zero) { $0 + Rational($1.realtimeBytes) }
    guard period.realtimeStoredBytes != nil || !sent.isZero else { return [] }
    let downloaded = scaled(sent, period)
    let stored = period.realtimeStoredBytes
    guard let realtime else {
      return [(MonthlyCost.Part.rtdbDownload, downloaded as Rational?), (.rtdbStorage, stored)].map { part, quantity in
        MonthlyCost.Line(part: part, quantity: quantity, billed: nil, amount: nil, isVerified: false)
      }
    }
    return RealtimePricing(book: realtime, assumptions: assumptions).lines(downloaded: downloaded, stored: stored)
  }

  /// The price of 100,000 operations, of a GiB of the first tier, or of a GiB kept for a month: free quota is not
  /// subtracted. Nil: the book does not know it.
  package func unitPrice(of part: MonthlyCost.Part) -> Rational? {
    let gibibyte = Rational(DataUnit.gibibyte.bytes)
    func operations(_ item: PriceItem) -> Rational? { prices?.rates[item]?.amount(for: Rational(100_000)) }
    return switch part {
    case .reads: operations(.reads)
    case .writes: operations(.writes)
    case .deletes: operations(.deletes)
    case .ttlDeletes: operations(.ttlDeletes)
    case .egress: prices?.egress.first?.rate.amount(for: gibibyte)
    case .storage: prices?.rates[.storage]?.amount(for: gibibyte)
    case .rtdbDownload: realtime?.download?.amount(for: gibibyte)
    case .rtdbStorage: realtime?.storage?.amount(for: gibibyte)
    }
  }

  private var hasQuota: Bool { book.free.applies(to: database) }

  private func scaled(_ amount: Rational, _ period: BilledPeriod) -> Rational {
    amount * Rational(book.calendar.monthDays) / Rational(period.simulatedDays)
  }

  private func operations(
    _ item: PriceItem, _ part: MonthlyCost.Part, _ period: BilledPeriod, _ count: (Tally) -> Int64
  ) -> MonthlyCost.Line {
    let days = period.days.values.map(count)
    let quantity = scaled(days.reduce(.zero) { $0 + Rational($1) }, period)
    var billed = quantity
    if hasQuota, let free = book.free.operations[item] {
      switch free.period {
      case .day: billed = scaled(days.reduce(.zero) { $0 + Rational(max(0, $1 - free.count)) }, period)
      case .month: billed = max(.zero, quantity - Rational(free.count))
      }
    }
    let rate = prices?.rates[item]
    return MonthlyCost.Line(
      part: part, quantity: quantity, billed: billed, amount: rate?.amount(for: billed),
      isVerified: rate?.evidence != nil)
  }

  private func storage(_ period: BilledPeriod) -> MonthlyCost.Line {
    let rate = prices?.rates[.storage]
    let free = hasQuota ? book.free.storage?.bytes ?? .zero : .zero
    let billed = period.storedBytes.map { max(.zero, $0 - free) }
    let amount = billed.flatMap { rate?.amount(for: $0) }
    return MonthlyCost.Line(
      part: .storage, quantity: period.storedBytes, billed: billed, amount: amount, isVerified: rate?.evidence != nil)
  }

  private func egress(_ period: BilledPeriod) -> MonthlyCost.Line {
    let quantity = scaled(period.days.values.reduce(.zero) { $0 + Rational($1.bytes) }, period)
    var free: Rational = .zero
    if hasQuota, let size = book.free.egress { free = (countsDecimal ? size.decimal : size).bytes }
    let billed = max(.zero, quantity - free)
    let tiers = prices?.egress ?? []
    let priced = tiers.isEmpty ? nil : charge(billed, tiers)
    return MonthlyCost.Line(
      part: .egress, quantity: quantity, billed: billed, amount: priced?.amount,
      isVerified: priced?.isVerified ?? false)
  }

  private var countsDecimal: Bool { assumptions.takesAlternative(.egressUnit) }

  /// Tier by tier. Beyond a last tier with an end, its price goes on.
  private func charge(_ bytes: Rational, _ tiers: [EgressTier]) -> (amount: Rational, isVerified: Bool) {
    var (total, from) = (Rational.zero, Rational.zero)
    var isVerified = true
    for (index, tier) in tiers.enumerated() where from < bytes {
      var end = bytes
      if let limit = tier.upTo, index < tiers.count - 1 {
        end = min(bytes, (countsDecimal ? limit.decimal : limit).bytes)
      }
      guard end > from else { continue }
      var rate = tier.rate
      if countsDecimal, case .data(let unit) = rate.unit { rate.unit = .data(unit.decimal) }
      total = total + rate.amount(for: end - from)
      isVerified = isVerified && rate.evidence != nil
      from = end
    }
    return (total, isVerified)
  }
}
