import FirestoreModel
import Workloads

/// The stretch of time that a step of the outside world stands in.
struct Stretch {
  var start: Timestamp
  var end: Timestamp

  var length: TimeSpan { TimeSpan(microseconds: max(0, end.microseconds - start.microseconds)) }
}

/// How the moments of something that happens several times lie.
enum Placement: Hashable {
  /// At the start, a microsecond apart.
  case atOnce
  case every(TimeSpan)
  case spread(Spread, over: TimeSpan)
}

/// What the outside world does several times, each at its own moment.
final class OutsideStream {
  /// Nil: nobody's doing in particular.
  let instance: ActorInstance?
  /// The step with what places it in time taken off.
  let step: Step
  let count: Int64
  private let start: Timestamp
  private let placement: Placement
  /// Of the next one, from 0.
  private(set) var number: Int64 = 0

  init(_ step: Step, count: Int64, from start: Timestamp, _ placement: Placement, _ instance: ActorInstance?) {
    self.step = step
    self.count = count
    self.start = start
    self.placement = placement
    self.instance = instance
  }

  /// When the next one happens; nil after the last one.
  var nextTime: Timestamp? { number < count ? moment(of: number) : nil }

  /// How many happen before a moment.
  func count(before end: Timestamp) -> Int64 {
    var (low, high) = (Int64(0), count)
    while low < high {
      let middle = low + (high - low) / 2
      if moment(of: middle) < end { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func moment(of number: Int64) -> Timestamp {
    switch placement {
    case .atOnce: return start.advanced(by: TimeSpan(microseconds: number))
    case .every(let interval):
      let (offset, overflow) = interval.microseconds.multipliedReportingOverflow(by: number)
      return overflow ? .maximum : start.advanced(by: TimeSpan(microseconds: offset))
    case .spread(let spread, let interval): return spread.moment(number, of: count, from: start, over: interval)
    }
  }

  func skip() { number += 1 }

  /// What is left of it, by the time from a moment on.
  struct Position: Hashable {
    fileprivate var step: Step
    fileprivate var count: Int64
    fileprivate var number: Int64
    fileprivate var start: Int64
    fileprivate var placement: Placement
  }

  func position(from time: Timestamp) -> Position {
    Position(
      step: step, count: count, number: number, start: start.microseconds - time.microseconds, placement: placement)
  }
}
