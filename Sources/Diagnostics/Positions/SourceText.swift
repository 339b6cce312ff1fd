/// One input as the user wrote it: a display path and its bytes.
package struct SourceText: Hashable, Sendable {
  /// The path as it is printed, relative where the user gave it relative.
  package let path: String
  package let bytes: [UInt8]
  /// Of a text that is not at hand: the one place of it that is known.
  package let knownPosition: SourcePosition?

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    knownPosition = nil
  }

  /// A file that somebody else has read, and a place in it. It has no text, so nothing is shown of it.
  package init(path: String, knownPosition: SourcePosition) {
    self.path = path
    bytes = []
    self.knownPosition = knownPosition
  }

  package init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

  /// Not the text: locations are hashed by the thousand.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(bytes.count)
  }
}

extension SourceText {
  /// The text of a range, as far as it lies within the source.
  package func text(in span: Span) -> String {
    String(decoding: bytes[span.clamped(to: bytes.count)], as: UTF8.self)
  }
}

/// A half-open range of byte offsets in one source text.
package struct Span: Hashable, Sendable {
  package var start: Int
  package var end: Int

  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  /// The part of it that lies within so many bytes.
  package func clamped(to count: Int) -> Range<Int> {
    let start = min(max(self.start, 0), count)
    return start..<min(max(end, start), count)
  }
}

/// A place a message points to.
package struct SourceLocation: Hashable, Sendable {
  package var source: SourceText
  package var span: Span

  package init(source: SourceText, span: Span) {
    self.source = source
    self.span = span
  }
}
