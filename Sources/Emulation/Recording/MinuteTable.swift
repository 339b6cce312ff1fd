import FirestoreModel

/// What was billed minute by minute, of the newest day.
struct MinuteTable {
  struct Minute {
    /// Minutes since 1970.
    var number: Int64
    var sum: ServedLedger.Sum
  }

  static let limit = 1_440

  /// Minutes in which something was asked, oldest first.
  private(set) var minutes: [Minute] = []

  /// Requests end in another order than they began: one that began in an earlier minute counts in the newest.
  mutating func add(_ sum: ServedLedger.Sum, at time: Timestamp) {
    let number = time.seconds / 60
    if let last = minutes.last, last.number >= number { return minutes[minutes.count - 1].sum.add(sum) }
    if minutes.count >= Self.limit { minutes.removeFirst() }
    minutes.append(Minute(number: number, sum: sum))
  }
}
