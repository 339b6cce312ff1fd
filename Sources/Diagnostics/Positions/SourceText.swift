import Synchronization

/// One input as the user wrote it: a display path and its bytes.
///
/// Every location has one, so it is no more than a reference.
package struct SourceText: Sendable {
  @usableFromInline package final class Content: Sendable {
    @usableFromInline package let path: String
    @usableFromInline package let bytes: [UInt8]
    @usableFromInline package let knownPosition: SourcePosition?
    /// Of the path and not of the text: locations are hashed by the thousand.
    let hash: Int
    /// Somebody asks for lines of the same text again and again.
    private let knownLines = Mutex<LineIndex?>(nil)

    init(_ path: String, _ bytes: [UInt8], _ knownPosition: SourcePosition?) {
      self.path = path
      self.bytes = bytes
      self.knownPosition = knownPosition
      var hasher = Hasher()
      hasher.combine(path)
      hasher.combine(bytes.count)
      hash = hasher.finalize()
    }

    var lines: LineIndex {
      knownLines.withLock { known in
        let lines = known ?? LineIndex(bytes)
        known = lines
        return lines
      }
    }
  }

  @usableFromInline package let content: Content

  /// The path as it is printed, relative where the user gave it relative.
  @inlinable package var path: String { content.path }
  @inlinable package var bytes: [UInt8] { content.bytes }
  /// Of a text that is not at hand: the one place of it that is known.
  @inlinable package var knownPosition: SourcePosition? { content.knownPosition }

  package init(path: String, bytes: [UInt8]) { content = Content(path, bytes, nil) }

  /// A file that somebody else has read, and a place in it. It has no text, so nothing is shown of it.
  package init(path: String, knownPosition: SourcePosition) { content = Content(path, [], knownPosition) }

  package init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }
}

extension SourceText: Hashable {
  package static func == (left: SourceText, right: SourceText) -> Bool {
    if left.content === right.content { return true }
    let (one, other) = (left.content, right.content)
    return one.hash == other.hash && one.path == other.path && one.knownPosition == other.knownPosition
      && one.bytes == other.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(content.hash) }
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
