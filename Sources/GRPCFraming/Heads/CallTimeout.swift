package import NIOCore

/// `grpc-timeout`: at most eight digits and a unit.
package enum CallTimeout {
  /// What takes longer is no limit: units go up to hours, and digits up to eleven thousand years.
  private static let longest: Int64 = 1_000_000_000 * 60 * 60 * 24 * 365

  /// Nil for text that is none.
  package static func parse(_ text: String) -> TimeAmount? {
    guard let unit = text.last, let nanoseconds = nanoseconds(of: unit) else { return nil }
    let digits = text.dropLast()
    guard (1...8).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let count = Int64(digits)
    else { return nil }
    let (product, overflows) = count.multipliedReportingOverflow(by: nanoseconds)
    return .nanoseconds(overflows ? longest : min(product, longest))
  }

  private static func nanoseconds(of unit: Character) -> Int64? {
    switch unit {
    case "n": 1
    case "u": 1_000
    case "m": 1_000_000
    case "S": 1_000_000_000
    case "M": 60_000_000_000
    case "H": 3_600_000_000_000
    default: nil
    }
  }
}
