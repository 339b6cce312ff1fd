/// Upright bars in layers: one bar per day, one layer per operation.
struct StackedBars {
  struct Layer {
    var name: String
    /// One per bar.
    var values: [Int64]
  }

  var id: String
  var title: String
  var summary: String
  /// Below the bars.
  var labels: [String]
  /// From the bottom upwards.
  var layers: [Layer]
  /// How a value is told to a resting pointer.
  var figure: (Int64) -> String

  var svg: String {
    let totals = labels.indices.map { bar in layers.reduce(0.0) { $0 + Double(value($1, bar)) } }
    let plot = PlotArea(largest: totals.max() ?? 0, count: labels.count)
    var drawing = Drawing(id: id, title: title, summary: summary, height: PlotArea.height)
    plot.drawAxes(labels, in: &drawing)
    let gap = min(plot.step * 0.28, 10)
    let width = min(plot.step - gap, 44)
    for bar in labels.indices {
      var below = 0.0
      for (index, layer) in layers.enumerated() where value(layer, bar) > 0 {
        let above = below + Double(value(layer, bar))
        drawing.rectangle(
          plot.middle(bar) - width / 2, plot.y(above), width, max(plot.y(below) - plot.y(above), 0.5),
          style: "mark \(Self.style(ofLayer: index))",
          hint: "\(labels[bar]) · \(layer.name): \(figure(value(layer, bar)))")
        below = above
      }
    }
    return drawing.svg()
  }

  /// The accent first, then what stands out against the layer below.
  static func style(ofLayer index: Int) -> String {
    let styles = ["s2", "s1", "s3", "s4", "s5"]
    return styles[min(index, styles.count - 1)]
  }

  private func value(_ layer: Layer, _ bar: Int) -> Int64 {
    layer.values.indices.contains(bar) ? max(0, layer.values[bar]) : 0
  }
}
