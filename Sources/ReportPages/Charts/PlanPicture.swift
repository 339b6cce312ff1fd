/// How a query is carried out, as boxes from left to right: the index scans, their merge, the documents, the limit.
struct PlanPicture {
  struct Box: Hashable {
    var title: String
    var lines: [String]
  }

  var id: String
  var title: String
  /// Side by side when they are merged.
  var scans: [Box]
  /// What happens to their entries, one after the other.
  var steps: [Box]

  private static let lineHeight = 15.0
  private static let gap = 26.0
  private static let room = 30

  /// Text of the picture in words.
  private var summary: String {
    let first = scans.map { ([$0.title] + $0.lines).joined(separator: " ") }.joined(separator: " and ")
    return ([first] + steps.map { ([$0.title] + $0.lines).joined(separator: " ") }).joined(separator: ", then ")
  }

  var svg: String {
    let columns = [scans] + steps.map { [$0] }
    let heights = columns.map { column in
      column.reduce(0) { $0 + height($1) } + Double(max(0, column.count - 1)) * 8
    }
    let total = (heights.max() ?? 0) + 2
    var drawing = Drawing(id: id, title: title, summary: summary, height: total)
    var x = 1.0
    for (index, column) in columns.enumerated() {
      let width = column.map(width).max() ?? 0
      var y = 1 + (total - 2 - heights[index]) / 2
      for box in column {
        draw(box, x, y, width, in: &drawing)
        if index + 1 < columns.count { arrow(x + width, y + height(box) / 2, total / 2, in: &drawing) }
        y += height(box) + 8
      }
      x += width + Self.gap
    }
    return drawing.svg(width: x - Self.gap + 1)
  }

  private func draw(_ box: Box, _ x: Double, _ y: Double, _ width: Double, in drawing: inout Drawing) {
    drawing.rectangle(x, y, width, height(box), style: "mark box", radius: 4)
    drawing.text(box.title, x + 10, y + 17, style: "box-title")
    for (index, line) in box.lines.enumerated() {
      drawing.text(
        Drawing.fitting(line, Self.room), x + 10, y + 17 + Self.lineHeight * Double(index + 1), style: "box-line")
    }
  }

  private func arrow(_ x: Double, _ from: Double, _ to: Double, in drawing: inout Drawing) {
    let end = x + Self.gap
    if from != to { drawing.line(x, from, x + Self.gap / 2, to, style: "arrow") }
    drawing.line(from == to ? x : x + Self.gap / 2, to, end - 1, to, style: "arrow")
    drawing.line(end - 6, to - 4, end - 1, to, style: "arrow")
    drawing.line(end - 6, to + 4, end - 1, to, style: "arrow")
  }

  private func height(_ box: Box) -> Double { 27 + Self.lineHeight * Double(box.lines.count) }

  private func width(_ box: Box) -> Double {
    let longest = box.lines.map { min($0.count, Self.room) }.max() ?? 0
    return max(Double(longest) * 6.7, Double(box.title.count) * 7) + 20
  }
}
