/// The line tables of the sources that one rendering meets, each built once.
struct SourcePositions {
  private var tables: [String: (source: SourceText, lines: LineTable)] = [:]

  /// The table of a source. Two sources with one path but other bytes do not share it.
  mutating func lines(of source: SourceText) -> LineTable {
    if let known = tables[source.path], known.source == source { return known.lines }
    let lines = LineTable(source)
    tables[source.path] = (source, lines)
    return lines
  }

  /// `path:line:column`
  mutating func place(_ location: SourceLocation) -> String {
    let start = lines(of: location.source).position(of: location.span.start)
    return "\(location.source.path):\(start.line):\(start.column)"
  }
}
