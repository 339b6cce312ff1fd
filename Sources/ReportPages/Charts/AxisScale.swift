/// The scale of one axis of a chart: from zero to a round number at or above the largest value, in round steps.
package struct AxisScale: Hashable, Sendable {
  /// Of the axis, in the unit of the values; at least 1.
  package let maximum: Double
  /// 1, 2 or 5 times a power of ten.
  package let step: Double

  /// - Parameter steps: about how many steps the axis shall have.
  package init(largest: Double, steps: Int = 4) {
    guard largest.isFinite, largest > 0 else {
      (maximum, step) = (1, 1)
      return
    }
    let rough = largest / Double(max(1, steps))
    var power = 1.0
    while power * 10 <= rough { power *= 10 }
    while power > rough { power /= 10 }
    let size = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? rough
    step = size
    maximum = (largest / size).rounded(.up) * size
  }

  package var ticks: [Double] {
    let count = Int((maximum / step).rounded())
    return (0...max(1, count)).map { Double($0) * step }
  }
}
