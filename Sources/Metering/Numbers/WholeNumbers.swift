/// `ceil(count / size)`: one read per started thousand, one write unit per started KiB.
func startedUnits(of size: Int64, in count: Int64) -> Int64 {
  guard count > 0 else { return 0 }
  return (count - 1) / size + 1
}

extension Int64 {
  /// Stops at the ends instead of overflowing.
  package func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
