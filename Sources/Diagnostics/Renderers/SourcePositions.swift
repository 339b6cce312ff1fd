/// The line tables of the sources that one rendering meets, each built once.
package struct SourcePositions {
  private var tables: [String: (source: SourceText, lines: LineTable)] = [:]

  package init() {}

  /// The table of a source. Two sources with one path but other bytes do not share it.
  package mutating func lines(of source: SourceText) -> LineTable {
    if let known = tables[source.path], known.source == source { return known.lines }
    let lines = LineTable(source)
    tables[source.path] = (source, lines)
    return lines
  }

  /// `path:line:column`
  package mutating func place(_ location: SourceLocation) -> String {
    let start = lines(of: location.source).position(of: location.span.start)
    return "\(location.source.path):\(start.line):\(start.column)"
  }

  /// The first character of a place, and the one behind its last.
  package mutating func range(_ location: SourceLocation) -> (start: SourcePosition, end: SourcePosition) {
    let table = lines(of: location.source)
    let start = table.position(of: location.span.start)
    return (start, max(start, table.position(of: location.span.end)))
  }
}
