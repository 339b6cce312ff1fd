import Diagnostics

/// Text in columns with lines round it.
struct BoxTable {
  /// Groups of rows, with a line between the groups.
  var rows: [[[String]]]
  var isASCII = false

  /// Columns of the terminal that it takes.
  var width: Int { widths.reduce(1) { $0 + $1 + 3 } }

  private var widths: [Int] {
    let all = rows.flatMap(\.self)
    return (all.first ?? []).indices.map { column in
      all.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
  }

  var text: String {
    let widths = widths
    let (left, middle, right) = isASCII ? ("+", "+", "+") : ("├", "┼", "┤")
    let inner = rule(widths, left, middle, right)
    let top = isASCII ? inner : rule(widths, "┌", "┬", "┐")
    let bottom = isASCII ? inner : rule(widths, "└", "┴", "┘")
    let groups = rows.map { group in group.map { line($0, widths) }.joined(separator: "\n") }
    return "\(top)\n\(groups.joined(separator: "\n\(inner)\n"))\n\(bottom)"
  }

  /// The same, with the texts of the last columns cut until it is not wider than this, as far as that goes. The first
  /// columns are whole: an address that is cut is none.
  func fitted(to limit: Int) -> BoxTable {
    var limits = widths
    for column in limits.indices.dropFirst(2).reversed() {
      let excess = limits.reduce(1) { $0 + $1 + 3 } - limit
      if excess > 0 { limits[column] = max(min(limits[column], 8), limits[column] - excess) }
    }
    var fitted = self
    fitted.rows = rows.map { group in group.map { row in zip(row, limits).map { cut($0, to: $1) } } }
    return fitted
  }

  private func cut(_ text: String, to width: Int) -> String {
    guard DisplayWidth.of(text) > width else { return text }
    let mark = isASCII ? "..." : "…"
    var rest = Substring(text)
    while !rest.isEmpty, DisplayWidth.of(String(rest)) + DisplayWidth.of(mark) > width { rest.removeLast() }
    return rest + mark
  }

  private func rule(_ widths: [Int], _ left: String, _ middle: String, _ right: String) -> String {
    let dash = isASCII ? "-" : "─"
    return left + widths.map { String(repeating: dash, count: $0 + 2) }.joined(separator: middle) + right
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let bar = isASCII ? "|" : "│"
    let padded = zip(cells, widths).map { text, width in
      " \(text)\(String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))) "
    }
    return bar + padded.joined(separator: bar) + bar
  }
}
