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

extension WorkloadActor {
  /// A step that one session alone does more often than so many times; nil when nothing says so before it is tried.
  func stepDoneMore(than limit: Int) -> Step? {
    guard let perDay = sessions?.perDay.constant, perDay > 0 else { return nil }
    return Self.step(steps, doneMoreThan: Int64(limit), times: 1)
  }

  private static func step(_ steps: [Step], doneMoreThan limit: Int64, times: Int64) -> Step? {
    for step in steps where step.chance == nil && step.forEach == nil {
      let own = step.repetition?.constant ?? (step.repetition == nil ? 1 : 0)
      let (times, overflow) = times.multipliedReportingOverflow(by: max(0, own))
      if overflow || times > limit { return step }
      guard case .group(let inner) = step.action, times > 0 else { continue }
      if let found = Self.step(inner, doneMoreThan: limit, times: times) { return found }
    }
    return nil
  }
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
