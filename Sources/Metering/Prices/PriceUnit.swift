/// A unit of data: binary or decimal.
package enum DataUnit: String, Hashable, Sendable, CaseIterable {
  case kibibyte = "KiB"
  case mebibyte = "MiB"
  case gibibyte = "GiB"
  case tebibyte = "TiB"
  case kilobyte = "kB"
  case megabyte = "MB"
  case gigabyte = "GB"
  case terabyte = "TB"

  package var bytes: Int64 {
    switch self {
    case .kibibyte: 1 << 10
    case .mebibyte: 1 << 20
    case .gibibyte: 1 << 30
    case .tebibyte: 1 << 40
    case .kilobyte: 1_000
    case .megabyte: 1_000_000
    case .gigabyte: 1_000_000_000
    case .terabyte: 1_000_000_000_000
    }
  }

  /// The decimal unit of the same rank, for the open question in which unit network bytes are priced.
  var decimal: DataUnit {
    switch self {
    case .kibibyte, .kilobyte: .kilobyte
    case .mebibyte, .megabyte: .megabyte
    case .gibibyte, .gigabyte: .gigabyte
    case .tebibyte, .terabyte: .terabyte
    }
  }
}

/// `10GiB`: an amount of data in the unit in which it was written.
package struct DataSize: Hashable, Sendable {
  package var count: Int64
  package var unit: DataUnit

  package init(_ count: Int64, _ unit: DataUnit) {
    self.count = count
    self.unit = unit
  }

  /// `1TiB`, `10 GB`. Nil for anything else.
  package init?(_ text: String) {
    let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let name = String(decoding: text.utf8.dropFirst(digits.count).drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    guard let count = Int64(String(decoding: digits, as: UTF8.self)), let unit = DataUnit(rawValue: name) else {
      return nil
    }
    self.init(count, unit)
  }

  /// `10GiB`
  package var description: String { "\(count)\(unit.rawValue)" }

  package var bytes: Rational { Rational(count) * Rational(unit.bytes) }

  var decimal: DataSize { DataSize(count, unit.decimal) }
}

/// What a price is for: `100000`, `GiB`, `GiB-month`, `GiB-hour`.
package enum PriceUnit: Hashable, Sendable {
  /// So many operations.
  case operations(Int64)
  case data(DataUnit)
  case dataMonth(DataUnit)
  /// A month has 730 hours.
  case dataHour(DataUnit)

  /// - Parameter text: as in a price book. Nil when it is no unit.
  package init?(_ text: String) {
    if let count = Int64(text) {
      guard count > 0 else { return nil }
      self = .operations(count)
    } else if let unit = DataUnit(rawValue: text) {
      self = .data(unit)
    } else if text.hasSuffix("-month"), let unit = DataUnit(rawValue: String(text.dropLast(6))) {
      self = .dataMonth(unit)
    } else if text.hasSuffix("-hour"), let unit = DataUnit(rawValue: String(text.dropLast(5))) {
      self = .dataHour(unit)
    } else {
      return nil
    }
  }
}
