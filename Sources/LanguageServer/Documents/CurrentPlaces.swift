import Diagnostics
import Project
import StructuredText

/// Places of the files that were looked at, in the documents as they are now.
struct CurrentPlaces {
  private struct Text {
    var address: String
    var bytes: [UInt8]
    var lines: TextLines
    /// What has been changed since.
    var change: TextChange?
    var lookedAt: Int
  }

  private let documents: [String: OpenDocument]
  private let encoding: PositionEncoding
  private var texts: [String: Text] = [:]

  init(_ documents: OpenDocuments, _ encoding: PositionEncoding) {
    self.documents = Dictionary(
      documents.all.values.compactMap { document in document.path.map { ($0, document) } }
    ) { first, _ in first }
    self.encoding = encoding
  }

  mutating func address(of source: SourceText) -> String { text(of: source).address }

  /// `Location`
  mutating func json(_ location: SourceLocation) -> JSONValue {
    ["uri": .string(address(of: location.source)), "range": range(location).json]
  }

  mutating func range(_ location: SourceLocation) -> TextRange {
    if let known = location.source.knownPosition {
      let place = TextPosition(line: max(known.line - 1, 0), character: max(known.column - 1, 0))
      return TextRange(place, place)
    }
    let text = text(of: location.source)
    let span = span(location)
    return TextRange(
      text.lines.position(of: span.lowerBound, in: text.bytes, encoding),
      text.lines.position(of: span.upperBound, in: text.bytes, encoding))
  }

  /// The bytes of a place in the document as it is now.
  mutating func span(_ location: SourceLocation) -> Range<Int> {
    let text = text(of: location.source)
    let start = text.change?.new(location.span.start) ?? location.span.start
    let end = text.change?.new(location.span.end) ?? location.span.end
    return start..<max(start, end)
  }

  /// Whether a file is as it was looked at, whoever edits it.
  func isCurrent(_ source: SourceText) -> Bool {
    let path = DisplayPath.absolute(source.path, from: ProjectFolder.workingDirectory)
    return documents[path].map { $0.bytes == source.bytes } ?? true
  }

  private mutating func text(of source: SourceText) -> Text {
    if let known = texts[source.path], known.lookedAt == source.bytes.count { return known }
    let path = DisplayPath.absolute(source.path, from: ProjectFolder.workingDirectory)
    let document = documents[path]
    let isCurrent = document.map { $0.bytes == source.bytes } ?? true
    let text = Text(
      address: document?.address ?? DocumentAddress.address(ofAbsolute: path),
      bytes: document?.bytes ?? source.bytes, lines: document?.lines ?? TextLines(source.bytes),
      change: isCurrent ? nil : document.map { TextChange(from: source.bytes, to: $0.bytes) },
      lookedAt: source.bytes.count)
    texts[source.path] = text
    return text
  }
}
