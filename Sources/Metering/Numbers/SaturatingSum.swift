/// Sums 64-bit counts; what does not fit stays at the nearest representable number.
package struct SaturatingSum: Hashable, Sendable {
  package private(set) var value: Int64
  package private(set) var overflowed: Bool

  package init(value: Int64 = 0) {
    self.value = value
    overflowed = false
  }

  package mutating func add(_ part: Int64, times: Int64 = 1) {
    let (product, productOverflow) = part.multipliedReportingOverflow(by: times)
    let term = productOverflow ? ((part < 0) == (times < 0) ? Int64.max : .min) : product
    let (sum, sumOverflow) = value.addingReportingOverflow(term)
    value = sumOverflow ? (term < 0 ? .min : .max) : sum
    overflowed = overflowed || productOverflow || sumOverflow
  }
}

extension SaturatingSum {
  package static func of(_ parts: Int64...) -> Int64 {
    var sum = SaturatingSum()
    for part in parts { sum.add(part) }
    return sum.value
  }

  static func product(_ left: Int64, _ right: Int64, plus sum: Int64 = 0) -> Int64 {
    var total = SaturatingSum(value: sum)
    total.add(left, times: right)
    return total.value
  }
}
