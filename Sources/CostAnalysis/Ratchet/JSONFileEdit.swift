import Diagnostics
import StructuredText

/// Changes to a JSON file that leave everything else in it as its author wrote it: order, layout and comments.
struct JSONFileEdit {
  private struct Edit {
    var span: Span
    var text: String
  }

  private let source: SourceText
  private let lineBreak: String
  private var edits: [Edit] = []

  init(_ source: SourceText) {
    self.source = source
    let first = source.bytes.firstIndex(of: UInt8(ascii: "\n"))
    lineBreak = first.map { $0 > 0 && source.bytes[$0 - 1] == UInt8(ascii: "\r") } == true ? "\r\n" : "\n"
  }

  /// The file with all changes.
  var text: String {
    var output: [UInt8] = []
    var position = 0
    let ordered = edits.enumerated().sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }
    for (_, edit) in ordered where edit.span.start >= position {
      output += source.bytes[position..<edit.span.start]
      output += edit.text.utf8
      position = edit.span.end
    }
    output += source.bytes[position...]
    return String(decoding: output, as: UTF8.self)
  }

  mutating func replace(_ span: Span, with text: String) { edits.append(Edit(span: span, text: text)) }

  /// Puts members behind the last one of an object.
  mutating func append(_ members: [(key: String, value: String)], to object: Node) {
    guard case .object(let present) = object.content else { return }
    let texts = members.map { "\(JSONWriter.quoted($0.key)): \($0.value)" }
    append(texts, to: object.span, firstChild: present.first?.keySpan.start, lastChild: present.last?.value.span.end)
  }

  /// Puts elements behind the last one of an array.
  mutating func append(_ elements: [String], to array: Node) {
    guard case .array(let present) = array.content else { return }
    append(elements, to: array.span, firstChild: present.first?.span.start, lastChild: present.last?.span.end)
  }

  private mutating func append(_ texts: [String], to container: Span, firstChild: Int?, lastChild: Int?) {
    guard !texts.isEmpty else { return }
    let closing = container.end - 1
    let contentEnd = endOfContent(from: container.start + 1, before: closing)
    let endsOnOwnLine = source.bytes[contentEnd..<closing].contains(UInt8(ascii: "\n"))
    guard let firstChild, let lastChild else {
      let indent = indentation(at: container.start) + "  "
      let end = endsOnOwnLine ? "" : lineBreak + indentation(at: container.start)
      insert(lineBreak + indent + joined(texts, indent) + end, at: contentEnd)
      return
    }
    insert(",", at: lastChild)
    guard endsOnOwnLine || source.bytes[container.start..<firstChild].contains(UInt8(ascii: "\n")) else {
      insert(" " + texts.joined(separator: ", "), at: contentEnd)
      return
    }
    let indent = indentation(at: firstChild)
    insert(lineBreak + indent + joined(texts, indent), at: contentEnd)
  }

  /// Every text on lines of its own, its further lines indented as deep as its first.
  private func joined(_ texts: [String], _ indent: String) -> String {
    texts.map { $0.replacing("\n", with: lineBreak + indent) }.joined(separator: "," + lineBreak + indent)
  }

  private mutating func insert(_ text: String, at offset: Int) {
    edits.append(Edit(span: Span(offset, offset), text: text))
  }

  /// Behind the last byte that is no blank; comments are content.
  private func endOfContent(from start: Int, before closing: Int) -> Int {
    var end = closing
    while end > start, [0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[end - 1]) { end -= 1 }
    return end
  }

  /// The blanks at the start of the line of an offset.
  private func indentation(at offset: Int) -> String {
    var start = offset
    while start > source.byteOrderMarkLength, source.bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    var end = start
    while end < offset, source.bytes[end] == 0x20 || source.bytes[end] == 0x09 { end += 1 }
    return String(decoding: source.bytes[start..<end], as: UTF8.self)
  }
}
