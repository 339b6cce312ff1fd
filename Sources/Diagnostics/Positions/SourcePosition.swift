/// A place as people count: line and column from 1.
///
/// A column counts characters in the sense of Unicode code points, as editors and SARIF's `unicodeCodePoints` do, not
/// bytes and not what is drawn as one. Lines end with LF, CRLF or CR. A byte order mark takes no column. In text that
/// is not UTF-8 every byte that could start a character counts as one.
package struct SourcePosition: Hashable, Sendable, Comparable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (lhs: SourcePosition, rhs: SourcePosition) -> Bool {
    (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}

extension SourceLocation {
  /// Where the span starts.
  package var position: SourcePosition { LineTable(source).position(of: span.start) }

  /// `path:line:column` of the start.
  package var description: String {
    let start = position
    return "\(source.path):\(start.line):\(start.column)"
  }
}

extension SourceText {
  /// The bytes of a UTF-8 byte order mark at the start, 0 or 3.
  package var byteOrderMarkLength: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The location of a range of bytes of this source.
  package func location(_ span: Span) -> SourceLocation { SourceLocation(source: self, span: span) }

  /// The location that stands for the whole file: its first character.
  package var start: SourceLocation { location(Span(0, 0)) }
}
