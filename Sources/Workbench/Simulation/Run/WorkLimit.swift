import Diagnostics

/// How much of a workload is simulated one by one. Beyond it a run would fill the memory or never end; it is refused or
/// stopped with words instead.
enum WorkLimit {
  /// Instances that cannot be folded, per world.
  static let instances: Int64 = 1_000_000
  /// Initial documents of one world.
  static let documents: Int64 = 10_000_000
  /// Sessions of one instance on one day.
  static let sessionsPerDay: Int64 = 1_000_000
  /// Steps and events of one cell.
  static let actions = 500_000_000
  /// After so many actions somebody is told how far the run is.
  static let actionsPerReport = 1 << 18
}

extension Int64 {
  /// Stops at the ends instead of overflowing.
  func addingClamped(_ other: Int64) -> Int64 { Int64(clamping: Int128(self) + Int128(other)) }
}

extension DataEntry {
  /// How many documents it makes; nil when chance decides.
  var plannedDocuments: Int128? {
    guard let count = count.constant else { return nil }
    return loops.reduce(Int128(count)) { product, loop in
      let (result, overflow) = product.multipliedReportingOverflow(by: Int128(loop.values.count))
      return overflow ? .max : result
    }
  }
}
