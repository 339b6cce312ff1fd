/// The lines of a source that a finding points to, with carets.
struct Snippet {
  private let location: SourceLocation
  private let table: LineTable
  private let width: Int
  private let first: Int
  private let last: Int
  /// Columns of the largest line number, at least two.
  let gutterWidth: Int

  init(_ location: SourceLocation, _ table: LineTable, width: Int) {
    self.location = location
    self.table = table
    self.width = width
    first = table.position(of: location.span.start).line
    last = table.position(of: max(location.span.start, location.span.end - 1)).line
    gutterWidth = max(String(last).count, 2)
  }

  func lines(_ style: FullRenderer.Style, _ severity: Severity) -> [String] {
    var output = ["\(blank(gutterWidth)) \(style.frame("|"))"]
    if first > 1, !isBlank(first - 1) { output.append(source(first - 1, style)) }
    output += marked(first, style, severity)
    if last > first + 1 { output.append(style.frame("...")) }
    if last > first { output += marked(last, style, severity) }
    return output
  }

  private func marked(_ line: Int, _ style: FullRenderer.Style, _ severity: Severity) -> [String] {
    let window = self.window(line)
    var carets = ""
    var column = 0
    for cell in window.cells {
      if cell.isMarked {
        carets += blank(column - carets.count) + String(repeating: "^", count: max(cell.width, 1))
      }
      column += cell.width
    }
    // A place behind the last character, such as an end that comes too early.
    if carets.isEmpty { carets = blank(column) + "^" }
    let indent = String(carets.prefix { $0 == " " })
    let painted = indent + style.severity(String(carets.dropFirst(indent.count)), severity)
    return [numbered(line, window.text, style), "\(blank(gutterWidth)) \(style.frame("|")) \(painted)"]
  }

  private func source(_ line: Int, _ style: FullRenderer.Style) -> String {
    numbered(line, window(line).text, style)
  }

  private func numbered(_ line: Int, _ text: String, _ style: FullRenderer.Style) -> String {
    let number = String(line)
    let gutter = style.frame("\(blank(gutterWidth - number.count))\(number) |")
    return text.isEmpty ? gutter : "\(gutter) \(text)"
  }

  private func isBlank(_ line: Int) -> Bool {
    location.source.bytes[table.content(ofLine: line)].prefix(SnippetWindow.reach)
      .allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  private func window(_ line: Int) -> SnippetWindow {
    let content = table.content(ofLine: line)
    var marked: Range<Int>?
    if (first...last).contains(line) {
      let start = max(location.span.start, content.lowerBound)
      let end = max(location.span.end, location.span.start + 1)
      marked = start..<max(start, min(end, content.upperBound))
      if line > first, let range = marked { marked = range.dropping(blanksOf: location.source.bytes) }
    }
    return SnippetWindow(location.source.bytes, content, marked: marked, width: width)
  }

  private func blank(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}

extension Range<Int> {
  /// The range without the blanks at its start.
  fileprivate func dropping(blanksOf bytes: [UInt8]) -> Range<Int> {
    var start = lowerBound
    while start < upperBound, bytes[start] == UInt8(ascii: " ") || bytes[start] == UInt8(ascii: "\t") { start += 1 }
    return start..<upperBound
  }
}
