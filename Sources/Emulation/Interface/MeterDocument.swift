package import Diagnostics
import FirestoreModel
import FirestoreService
package import Metering
import Project
package import StructuredText
import Synchronization

// What the session has cost so far: by minute, by operation, by user, and in money.

extension Emulation {
  /// The book and the place that money is counted by: those of `firebreak.json`, else those of a new project.
  package func pricing(location: String? = nil) -> Pricing {
    let named = settings.project.settings.prices
    let book = named?.book.flatMap { PriceBook.builtin(named: $0) } ?? .googleStandard
    var pricing = Pricing(book: book, location: location ?? named?.location ?? "nam5", assumptions: settings.billing)
    pricing.realtime = .google
    return pricing
  }

  /// FB7027 for a location that does not exist. One whose prices the book does not have is known, and has no price.
  package func problem(withLocation location: String, at place: SourceLocation) -> Diagnostic? {
    let book = pricing().book
    let known = book.knownLocations
    guard !known.contains(location) else { return nil }
    let near = NearestName.of(location, among: known.sorted()).map { "did you mean \(QuotedText.of($0))? " } ?? ""
    return Diagnostic(
      .unknownLocation, "there is no location \(QuotedText.of(location, limit: 100))", at: place,
      help: "\(near)locations with prices: \(book.locationNames.map { QuotedText.of($0) }.joined(separator: ", "))")
  }

  /// `{"since", "now", "prices": {"book", "asOf", "location", "locations", "currency"}, "total": {…figures, "cost"},
  /// "operations": [{"name", "query", …figures, "cost"}], "callers": […], "minutes": [{"time", …figures}], "month"}`.
  ///
  /// `cost` is what the operations cost by their prices, without the free quota. `month` is what a month costs in which
  /// every day is as the session was, with the free quota. Where a price is not known both are null; `known` is what the other
  /// parts cost, and `unpriced` names those without a price. `incomplete` are the locations that lack one of what was asked.
  package func meter(location: String? = nil) -> JSONValue {
    let (ledger, queries) = recording.state.withLock { ($0.ledger, $0.shapes.textsByName) }
    let pricing = pricing(location: location)
    var operations: [Text: ServedLedger.Sum] = [:]
    for (account, sum) in ledger.accounts { operations[account.operation, default: ServedLedger.Sum()].add(sum) }
    return .object([
      .init("since", .string(ledger.since.rfc3339)), .init("now", .string(clock.now.rfc3339)),
      .init("prices", pricing.json(of: ledger.total.tally)), .init("total", ledger.total.json(pricing)),
      .init("operations", Self.list(operations, pricing, queries)),
      .init("callers", Self.list(ledger.callers, pricing)),
      .init("minutes", .array(ledger.minutes.minutes.map { $0.json(pricing) })),
      .init("month", pricing.month(of: ledger)),
    ])
  }

  /// The dearest first.
  ///
  /// - Parameter queries: those that have no other name than one of their own.
  private static func list(
    _ sums: [Text: ServedLedger.Sum], _ pricing: Pricing, _ queries: [String: String] = [:]
  ) -> JSONValue {
    let sorted = sums.sorted { ($0.value.tally.reads, $1.key) > ($1.value.tally.reads, $0.key) }
    return .array(
      sorted.prefix(500).map { name, sum in
        let query = queries[name.string].map { [JSONValue.Member("query", .string(shortened($0)))] } ?? []
        return .object([.init("name", .string(name.string))] + query + sum.rowMembers(pricing))
      })
  }
}

extension ServedLedger.Sum {
  fileprivate func json(_ pricing: Pricing) -> JSONValue { .object(rowMembers(pricing) + pricing.known(of: tally)) }

  fileprivate func rowMembers(_ pricing: Pricing) -> [JSONValue.Member] {
    figures + [.init("cost", pricing.cost(of: tally).map { .string($0) } ?? .null)]
  }

  var figures: [JSONValue.Member] {
    [
      .init("requests", .integer(Int64(requests))), .init("denied", .integer(Int64(denied))),
      .init("refused", .integer(Int64(refused))), .init("listeners", .integer(Int64(listeners))),
      .init("restarted", .integer(Int64(restarted))),
      .init("reads", .integer(tally.reads)), .init("ruleReads", .integer(tally.ruleReads)),
      .init("reissued", .integer(tally.reissued)), .init("writes", .integer(tally.writes)),
      .init("deletes", .integer(tally.deletes)), .init("bytes", .integer(tally.bytes)),
      .init("realtimeBytes", .integer(tally.realtimeBytes)),
    ]
  }
}

extension MinuteTable.Minute {
  fileprivate func json(_ pricing: Pricing) -> JSONValue {
    let time = Timestamp(microseconds: number * 60_000_000)
    return .object(
      [.init("time", .string(time.rfc3339))] + sum.figures + [.init("amount", pricing.amount(of: sum.tally) ?? .null)])
  }
}

extension Pricing {
  fileprivate func json(of tally: Tally) -> JSONValue {
    let incomplete = book.locationNames.filter { name in
      var pricing = self
      pricing.location = name
      return !pricing.operations(tally).unpriced.isEmpty
    }
    return [
      "incomplete": .array(incomplete.map(JSONValue.string)), "book": .string(book.name),
      "asOf": book.asOf.map { .string("\($0)") } ?? .null,
      "location": location.map(JSONValue.string) ?? .null,
      "locations": .array(book.locationNames.map(JSONValue.string)), "currency": .string(book.currency),
    ]
  }

  /// By the prices alone; nil where one that is needed is not known.
  fileprivate func cost(of tally: Tally) -> String? { operations(tally).text }

  fileprivate func known(of tally: Tally) -> [JSONValue.Member] { operations(tally).known }

  /// The same as a number of the currency.
  fileprivate func amount(of tally: Tally) -> JSONValue? {
    let cost = operations(tally)
    return cost.unpriced.isEmpty ? .number(cost.amount.description) : nil
  }

  private func operations(_ tally: Tally) -> MonthlyCost {
    var pricing = self
    pricing.book.free = .none
    var served = tally
    // Traffic is billed by the month, and the first part of it is free: of a session it is no sum of money.
    (served.bytes, served.realtimeBytes) = (0, 0)
    let period = BilledPeriod(days: [Self.anyDay: served], simulatedDays: book.calendar.monthDays)
    return pricing.month(of: period)
  }

  /// As if every day were like the session: `{"amount", "lines": [{"part", "quantity", "billed", "amount"}]}`.
  fileprivate func month(of ledger: ServedLedger) -> JSONValue {
    let period = BilledPeriod(days: [Self.anyDay: ledger.total.tally], simulatedDays: 1)
    let month = month(of: period)
    return .object(
      month.known + [
        .init("amount", month.text.map(JSONValue.string) ?? .null),
        .init(
          "lines",
          .array(
            month.lines.filter { $0.quantity.map { !$0.isZero } ?? false }.map { line in
              .object([
                .init("part", .string(line.part.rawValue)),
                .init("quantity", .string(line.quantity?.abbreviated ?? "")),
                .init("billed", .string(line.billed?.abbreviated ?? "")),
                .init(
                  "amount",
                  line.amount.map { .string($0.money(currency: month.currency, isVerified: line.isVerified)) } ?? .null),
              ])
            })),
      ])
  }

  private static var anyDay: CalendarDate { CalendarDate(daysSinceEpoch: 0) }
}

extension MonthlyCost {
  /// Nil where a price is not known.
  fileprivate var text: String? {
    unpriced.isEmpty ? amount.money(currency: currency, isVerified: unverified.isEmpty) : nil
  }

  /// Of parts that cost something, those with a price and the names of the others.
  fileprivate var known: [JSONValue.Member] {
    [
      .init("known", .string(amount.money(currency: currency, isVerified: unverified.isEmpty))),
      .init("unpriced", .array(unpriced.map { .string($0.rawValue) })),
    ]
  }
}
