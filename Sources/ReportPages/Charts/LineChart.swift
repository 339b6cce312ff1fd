/// Lines over places side by side: one line per variant, one place per day.
struct LineChart {
  struct Line {
    var name: String
    /// One per place.
    var values: [Double]
    /// The last one for people.
    var figure: String
    /// A class of the style sheet.
    var style: String
  }

  var id: String
  var title: String
  var summary: String
  var labels: [String]
  /// The last one is drawn on top.
  var lines: [Line]

  var svg: String {
    let largest = lines.flatMap(\.values).max() ?? 0
    let plot = PlotArea(largest: largest, count: labels.count)
    var drawing = Drawing(id: id, title: title, summary: summary, height: PlotArea.height)
    plot.drawAxes(labels, in: &drawing)
    for line in lines {
      let points = line.values.prefix(labels.count).enumerated().map { index, value in
        (x: plot.middle(index), y: plot.y(value))
      }
      guard let end = points.last else { continue }
      drawing.path(points, style: "mark line \(line.style)", hint: "\(line.name): \(line.figure)")
      drawing.circle(end.x, end.y, radius: 3, style: "dot \(line.style)")
    }
    return drawing.svg()
  }
}
