import Diagnostics
import StructuredText

/// A scalar's text that can still say where in the file a part of it stands.
struct ScalarText: Hashable {
  let text: String
  /// The scalar as a whole, quotes included.
  let span: Span
  /// Where the text's first byte stands, when the file has the text byte for byte: no escapes, no folded lines.
  private let origin: Int?

  init(_ text: String, span: Span, source: SourceText) {
    self.text = text
    self.span = span
    origin = [0, 1].map { span.start + $0 }.first { start in
      let end = start + text.utf8.count
      return start >= 0 && end <= span.end && end <= source.bytes.count
        && source.bytes[start..<end].elementsEqual(text.utf8)
    }
  }

  private init(text: String, span: Span, origin: Int?) {
    self.text = text
    self.span = span
    self.origin = origin
  }

  /// The place of a range of UTF-8 offsets; the whole scalar when it cannot be told apart.
  func span(of range: Range<Int>) -> Span {
    guard let origin else { return span }
    return Span(origin + range.lowerBound, origin + range.upperBound)
  }

  /// A part as a scalar of its own.
  func part(_ range: Range<Int>) -> ScalarText {
    let bytes = Array(text.utf8)[range]
    return ScalarText(
      text: String(decoding: bytes, as: UTF8.self), span: span(of: range), origin: origin.map { $0 + range.lowerBound })
  }
}
