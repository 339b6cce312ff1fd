import Diagnostics

/// Columns of text, aligned by display width.
package struct TextTable {
  package enum Alignment: Sendable { case left, right }

  private let alignments: [Alignment]
  private var rows: [[String]] = []

  package init(_ alignments: [Alignment]) { self.alignments = alignments }

  package mutating func add(_ cells: [String]) { rows.append(cells) }

  /// Two blanks between columns, no blanks at the end of a line.
  package func lines(indent: Int = 0, headerOutdent: Bool = false) -> [String] {
    let widths = alignments.indices.map { column in
      rows.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
    }
    return rows.enumerated().map { index, row in
      var line = String(repeating: " ", count: headerOutdent && index == 0 ? 0 : indent)
      for (column, cell) in row.enumerated() {
        let width = widths[column] + (headerOutdent && index == 0 && column == 0 ? indent : 0)
        let fill = String(repeating: " ", count: max(0, width - DisplayWidth.of(cell)))
        switch alignments[column] {
        case .left: line += cell + fill
        case .right: line += fill + cell
        }
        line += "  "
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
