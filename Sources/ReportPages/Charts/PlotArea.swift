/// The part of a chart inside its axes: a scale from zero upwards, and places side by side from left to right.
struct PlotArea {
  static let height = 220.0

  let scale: AxisScale
  /// How many places there are side by side.
  let count: Int
  private let left = 46.0
  private let right = Drawing.width - 4
  private let top = 10.0
  private let bottom = PlotArea.height - 26

  init(largest: Double, count: Int) {
    scale = AxisScale(largest: largest)
    self.count = max(1, count)
  }

  var step: Double { (right - left) / Double(count) }

  func y(_ value: Double) -> Double {
    bottom - (bottom - top) * min(max(value / scale.maximum, 0), 1)
  }

  /// The left end of a place.
  func x(_ index: Int) -> Double { left + step * Double(index) }

  func middle(_ index: Int) -> Double { x(index) + step / 2 }

  /// The grid with its numbers, and as many of the labels as fit, the first always. Places without a label are between others.
  func drawAxes(_ labels: [String], in drawing: inout Drawing) {
    for tick in scale.ticks {
      drawing.line(left, y(tick), right, y(tick), style: tick == 0 ? "axis" : "grid")
      drawing.text(AxisLabel.text(tick), left - 6, y(tick) + 4, style: "tick", anchor: .end)
    }
    let named = labels.indices.filter { !labels[$0].isEmpty }
    guard !named.isEmpty else { return }
    let widest = Double(labels.map(\.count).max() ?? 1) * 6.6 + 10
    let room = step * Double(labels.count) / Double(named.count)
    let every = max(1, Int((widest / room).rounded(.up)))
    for (position, index) in named.enumerated() where position.isMultiple(of: every) {
      drawing.text(labels[index], middle(index), bottom + 17, style: "tick", anchor: .middle)
    }
  }
}
