import Diagnostics
import Workloads

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
  static let actionsPerReport = 1 << 12
}

extension Workload {
  /// A step that one session alone does more often than so many times; nil when nothing says so before it is tried.
  func stepDoneMore(than limit: Int, by actor: WorkloadActor) -> Step? {
    guard let perDay = actor.sessions?.perDay.constant, perDay > 0 else { return nil }
    var looks = 10_000
    return step(actor.steps, doneMoreThan: Int64(limit), times: 1, &looks)
  }

  /// - Parameter looks: how many steps may still be looked at: procedures may call one another without end.
  private func step(_ steps: [Step], doneMoreThan limit: Int64, times: Int64, _ looks: inout Int) -> Step? {
    for step in steps where step.chance == nil && step.forEach == nil {
      looks -= 1
      guard looks > 0 else { return nil }
      let own = step.repetition?.constant ?? (step.repetition == nil ? 1 : 0)
      let (times, overflow) = times.multipliedReportingOverflow(by: max(0, own))
      if overflow || times > limit { return step }
      let inner: [Step] =
        switch step.action {
        case .group(let steps): steps
        case .perform(let name): procedure(named: name.text)?.steps ?? []
        default: []
        }
      guard times > 0 else { continue }
      if let found = self.step(inner, doneMoreThan: limit, times: times, &looks) { return found }
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
  package var plannedDocuments: Int128? {
    guard let count = count.constant else { return nil }
    return loops.reduce(Int128(count)) { product, loop in
      let (result, overflow) = product.multipliedReportingOverflow(by: Int128(loop.values.count))
      return overflow ? .max : result
    }
  }
}
