/// One price: so much money for one unit.
package struct Rate: Hashable, Sendable {
  package var price: Rational
  package var unit: PriceUnit
  /// Where the price was read. Nil: nobody has verified it, and amounts made from it are marked.
  package var evidence: String?

  package init(price: Rational, unit: PriceUnit, evidence: String? = nil) {
    self.price = price
    self.unit = unit
    self.evidence = evidence
  }

  /// - Parameter quantity: operations, bytes, or bytes kept for a month, as the unit says.
  package func amount(for quantity: Rational) -> Rational {
    switch unit {
    case .operations(let count): price * quantity / Rational(count)
    case .data(let unit), .dataMonth(let unit): price * quantity / Rational(unit.bytes)
    case .dataHour(let unit): price * quantity / Rational(unit.bytes) * Rational(730)
    }
  }
}

/// A step of the network price list: the first so many bytes of a month at one price.
package struct EgressTier: Hashable, Sendable {
  /// Counted from the first billed byte of the month; nil: everything beyond.
  package var upTo: DataSize?
  package var rate: Rate

  package init(upTo: DataSize?, rate: Rate) {
    self.upTo = upTo
    self.rate = rate
  }
}

/// What can have a price, with its key in price books. Network bytes have tiers and stand apart.
package enum PriceItem: String, Hashable, Sendable, CaseIterable {
  case reads, writes, deletes, ttlDeletes, storage
  case pointInTimeRecovery = "pitr"
  case backup, restore, clone
  /// Enterprise edition.
  case readUnits, writeUnits, realtimeUnits

  enum Measure { case operations, data, dataTime }

  var measure: Measure {
    switch self {
    case .reads, .writes, .deletes, .ttlDeletes, .readUnits, .writeUnits, .realtimeUnits: .operations
    case .storage, .pointInTimeRecovery, .backup: .dataTime
    case .restore, .clone: .data
    }
  }
}

/// The prices of one location. What is not in here has no known price, which is not the same as free.
package struct LocationPrices: Hashable, Sendable {
  package var rates: [PriceItem: Rate]
  /// Empty when unknown.
  package var egress: [EgressTier]

  package init(rates: [PriceItem: Rate] = [:], egress: [EgressTier] = []) {
    self.rates = rates
    self.egress = egress
  }
}

extension PriceUnit {
  func measures(_ measure: PriceItem.Measure) -> Bool {
    switch (self, measure) {
    case (.operations, .operations), (.data, .data), (.dataMonth, .dataTime), (.dataHour, .dataTime): true
    case (.operations, _), (.data, _), (.dataMonth, _), (.dataHour, _): false
    }
  }
}
