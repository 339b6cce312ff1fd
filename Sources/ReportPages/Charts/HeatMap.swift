/// Squares that are the darker the more they stand for: hours from left to right, days from top to bottom.
struct HeatMap {
  struct Row {
    var label: String
    var values: [Int64]
  }

  var id: String
  var title: String
  var summary: String
  /// Above every third column.
  var columns: [String]
  var rows: [Row]
  var figure: (Int64) -> String

  var svg: String {
    let left = 46.0
    let top = 18.0
    let cell = (Drawing.width - left) / Double(max(1, columns.count))
    let row = rows.count > 20 ? 10.0 : cell
    var drawing = Drawing(
      id: id, title: title, summary: summary, height: top + row * Double(max(1, rows.count)) + 2)
    for (index, label) in columns.enumerated() where index.isMultiple(of: 3) {
      drawing.text(label, left + cell * (Double(index) + 0.5), 12, style: "tick", anchor: .middle)
    }
    let largest = Double(rows.flatMap(\.values).max() ?? 0)
    let every = max(1, Int((12 / row).rounded(.up)))
    for (position, line) in rows.enumerated() {
      let y = top + row * Double(position)
      if position.isMultiple(of: every) {
        drawing.text(line.label, left - 6, y + row / 2 + 4, style: "tick", anchor: .end)
      }
      for (index, value) in line.values.prefix(columns.count).enumerated() {
        let x = left + cell * Double(index)
        // The faintest shade still differs from nothing.
        let shade = largest > 0 && value > 0 ? 0.12 + 0.88 * Double(value) / largest : 0
        drawing.rectangle(
          x + 0.75, y + 0.75, cell - 1.5, row - 1.5, style: value > 0 ? "mark heat" : "mark cold", radius: 1.5,
          opacity: value > 0 ? shade : nil,
          hint: value > 0 ? "\(line.label), \(columns[index]):00: \(figure(value))" : nil)
      }
    }
    return drawing.svg()
  }
}
