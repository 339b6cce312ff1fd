import FirestoreModel
import FirestoreService

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The clock of the system, or one that started at another time and goes equally fast.
struct SystemClock: ServiceClock {
  /// Microseconds between the system's time and ours.
  private let offset: Int64

  init(startingAt start: Timestamp? = nil) {
    offset = start.map { $0.microseconds - Self.systemTime } ?? 0
  }

  var now: Timestamp {
    let (sum, overflows) = Self.systemTime.addingReportingOverflow(offset)
    let time = overflows ? Timestamp.maximum : Timestamp(microseconds: sum)
    return min(max(time, .minimum), .maximum)
  }

  func sleep(until time: Timestamp) async throws(CancellationError) {
    do {
      while case let rest = time.microseconds - now.microseconds, rest > 0 {
        try await Task.sleep(for: .microseconds(rest))
      }
    } catch {
      throw CancellationError()
    }
  }

  private static var systemTime: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
