#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import FirestoreModel
import Terminal

extension CommandSettings {
  /// The moment that conditions on the date are judged at: the day of `--as-of`, or now.
  var now: Timestamp {
    let seconds = asOf.map { Int64($0.daysSinceEpoch) * 86_400 } ?? Int64(time(nil))
    return Timestamp(microseconds: seconds * 1_000_000)
  }
}
