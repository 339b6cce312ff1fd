import Diagnostics
package import StructuredText

extension PriceBook {
  /// Reads a book written as YAML or JSON. Mistakes are reported with their place and the key in question is left out;
  /// `decoding.hasErrors` tells whether the book may be used.
  ///
  /// ```yaml
  /// book: doc
  /// currency: USD
  /// reads:   {per: 100000, price: 0.36, evidence: the document}
  /// storage: {per: GB-month, price: 0.18}
  /// egress:  [{per: GB, price: 0.12}]
  /// free: none
  /// calendar: {monthDays: 30, yearMonths: 12}
  /// ```
  package static func read(_ node: Node, _ decoding: NodeDecoding) -> PriceBook? {
    guard var object = ObjectReader(node, decoding, for: "the price book") else { return nil }
    var book = PriceBook(name: object.string("book", .required) ?? "")
    book.asOf = object.node("asOf").flatMap { decoding.date($0, for: "asOf") }
    book.currency = object.string("currency") ?? "USD"
    let unnamed = object.locationPrices()
    readLocations(of: &book, &object, unnamed: unnamed)
    if let free = object.node("free") { book.free = FreeQuota.read(free, decoding) }
    book.discounts = (object.array("committedUse") ?? []).compactMap { CommittedUse.read($0, decoding) }
    if var calendar = object.object("calendar") { book.calendar = BillingCalendar.read(&calendar) }
    object.finish()
    return book
  }

  private static func readLocations(of book: inout PriceBook, _ object: inout ObjectReader, unnamed: LocationPrices) {
    let hasUnnamed = !unnamed.rates.isEmpty || !unnamed.egress.isEmpty
    guard let member = object.member("locations") else {
      book.everywhere = unnamed
      return
    }
    if hasUnnamed {
      object.decoding.report(
        .wrongType, "a price book has either `locations` or prices of its own", at: member.keySpan,
        help: "move the prices below a location")
    }
    for location in object.decoding.members(member.value, for: "locations") ?? [] {
      guard var reader = ObjectReader(location.value, object.decoding, for: location.key) else { continue }
      book.locations[location.key] = reader.locationPrices()
      reader.finish()
    }
  }
}

extension ObjectReader {
  /// The price keys of this object.
  fileprivate mutating func locationPrices() -> LocationPrices {
    var prices = LocationPrices()
    for item in PriceItem.allCases {
      guard let node = node(item.rawValue) else { continue }
      prices.rates[item] = Rate.read(node, item.rawValue, item.measure, decoding)
    }
    if let tiers = array("egress") { prices.egress = EgressTier.read(tiers, decoding) }
    return prices
  }
}

extension ObjectReader {
  fileprivate func has(_ key: String) -> Bool {
    guard case .object(let members) = node.content else { return false }
    return members.contains { $0.key == key }
  }
}

extension Rate {
  static func read(_ node: Node, _ name: String, _ measure: PriceItem.Measure, _ decoding: NodeDecoding) -> Rate? {
    guard var object = ObjectReader(node, decoding, for: name) else { return nil }
    let unit = object.node("per", .required).flatMap { decoding.unit($0, measure) }
    let price = object.node("price", .required).flatMap { decoding.price($0) }
    let evidence = object.string("evidence")
    object.finish()
    guard let unit, let price else { return nil }
    return Rate(price: price, unit: unit, evidence: evidence)
  }
}

extension EgressTier {
  /// A tier without `per` has the unit of the one before.
  fileprivate static func read(_ nodes: [Node], _ decoding: NodeDecoding) -> [EgressTier] {
    var tiers: [EgressTier] = []
    for (index, node) in nodes.enumerated() {
      guard var object = ObjectReader(node, decoding, for: "egress") else { continue }
      let limit = object.node("upTo").flatMap { decoding.size($0, for: "upTo") }
      let written = object.node("per", tiers.isEmpty ? .required : .optional)
      let unit = written.flatMap { decoding.unit($0, .data) } ?? tiers.last?.rate.unit
      let price = object.node("price", .required).flatMap { decoding.price($0) }
      let evidence = object.string("evidence")
      object.finish()
      if limit == nil, index < nodes.count - 1, !object.has("upTo") {
        decoding.report(.wrongType, "only the last tier may be without `upTo`", at: node.span)
      }
      guard let unit, let price else { continue }
      tiers.append(EgressTier(upTo: limit, rate: Rate(price: price, unit: unit, evidence: evidence)))
    }
    return tiers
  }
}

extension FreeQuota {
  fileprivate static func read(_ node: Node, _ decoding: NodeDecoding) -> FreeQuota {
    if case .string("none") = node.content { return .none }
    guard var object = ObjectReader(node, decoding, for: "free") else { return .none }
    let scopes = Scope.allCases.map { ($0.rawValue, $0) }
    var quota = FreeQuota(scope: object.choice("scope", of: scopes) ?? .first)
    for item in [PriceItem.reads, .writes, .deletes, .readUnits, .writeUnits, .realtimeUnits] {
      guard let node = object.node(item.rawValue) else { continue }
      quota.operations[item] = decoding.allowance(node, for: item.rawValue)
    }
    quota.storage = object.node("storage").flatMap { decoding.size($0, for: "storage") }
    quota.egress = object.node("egress").flatMap { decoding.monthlySize($0, for: "egress") }
    _ = object.choice("dayBoundary", of: [("America/Los_Angeles", true)])
    object.finish()
    return quota
  }
}

extension CommittedUse {
  fileprivate static func read(_ node: Node, _ decoding: NodeDecoding) -> CommittedUse? {
    guard var object = ObjectReader(node, decoding, for: "committedUse") else { return nil }
    let years = object.integer("years", .required, in: 1...10)
    let share = object.node("discount", .required).flatMap { decoding.percentage($0, for: "discount") }
    let evidence = object.string("evidence")
    object.finish()
    guard let years, let share else { return nil }
    return CommittedUse(years: Int(years), share: share, evidence: evidence)
  }
}

extension BillingCalendar {
  fileprivate static func read(_ object: inout ObjectReader) -> BillingCalendar {
    let standard = BillingCalendar()
    let result = BillingCalendar(
      monthDays: object.integer("monthDays", in: 1...31) ?? standard.monthDays,
      yearMonths: object.integer("yearMonths", in: 1...13) ?? standard.yearMonths)
    object.finish()
    return result
  }
}
