/// Lying bars with their names and figures above them: for a handful of things whose names matter.
struct BarList {
  struct Bar {
    var name: String
    var figure: String
    var parts: [Part]
  }

  /// A piece of a bar, from left to right.
  struct Part {
    var name: String
    var value: Double
    /// A class of the style sheet.
    var style: String
  }

  var id: String
  var title: String
  var summary: String
  var bars: [Bar]

  private static let row = 38.0

  var svg: String {
    var drawing = Drawing(
      id: id, title: title, summary: summary, height: Self.row * Double(max(1, bars.count)) - 6)
    let largest = bars.map(total).max() ?? 0
    for (index, bar) in bars.enumerated() {
      let top = Self.row * Double(index)
      let room = 62 - bar.figure.count
      drawing.text(Drawing.fitting(bar.name, max(12, room)), 0, top + 13, style: "name")
      drawing.text(bar.figure, Drawing.width, top + 13, style: "figure", anchor: .end)
      drawing.rectangle(0, top + 20, Drawing.width, 8, style: "track", radius: 2)
      var x = 0.0
      for part in bar.parts where part.value > 0 && largest > 0 {
        let width = max(Drawing.width * part.value / largest, 1.5)
        drawing.rectangle(
          x, top + 20, min(width, Drawing.width - x), 8, style: "mark \(part.style)",
          radius: bar.parts.count == 1 ? 2 : 0,
          hint: part.name.isEmpty ? "\(bar.name): \(bar.figure)" : "\(bar.name) · \(part.name)")
        x += width
      }
    }
    return drawing.svg()
  }

  private func total(_ bar: Bar) -> Double { bar.parts.reduce(0) { $0 + max(0, $1.value) } }
}

extension BarList.Bar {
  init(_ name: String, figure: String, value: Int64, style: String = "s2") {
    self.init(
      name: name, figure: figure, parts: [BarList.Part(name: "", value: Double(value), style: style)])
  }
}
