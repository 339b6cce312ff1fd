package import FirestoreModel

extension Spread {
  /// The moment of write `number` (from 0) of `count`: `start + number·interval/count + 0.437 s + number µs`.
  ///
  /// The fraction makes sure that no time is a whole second unless `wholeSeconds` asks for it, because an app that cuts
  /// its watermark to seconds behaves differently then.
  package func moment(_ number: Int64, of count: Int64, from start: Timestamp, over interval: TimeSpan) -> Timestamp {
    let share = Int128(isBurst ? 0 : interval.microseconds) * Int128(number) / Int128(max(1, count))
    let base = Int128(start.microseconds) + share
    switch fraction {
    case .distinct:
      let offset = isBurst ? Spread.burstOffset(number, of: count) : 437_000 + Int128(number)
      return Timestamp(clamping: base + offset)
    case .none: return Spread.wholeSecond(base, notBefore: Int128(start.microseconds))
    }
  }

  /// Even a million writes stay within the second.
  private static func burstOffset(_ number: Int64, of count: Int64) -> Int128 {
    let room: Int128 = 562_999
    return 437_000 + (Int128(count) <= room ? Int128(number) : Int128(number) * room / Int128(count))
  }

  private static func wholeSecond(_ microseconds: Int128, notBefore start: Int128) -> Timestamp {
    let second: Int128 = 1_000_000
    let (quotient, rest) = microseconds.quotientAndRemainder(dividingBy: second)
    let floored = (rest < 0 ? quotient - 1 : quotient) * second
    return Timestamp(clamping: floored < start ? floored + second : floored)
  }
}
