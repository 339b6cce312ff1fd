package import Diagnostics
package import QueryScanner

extension DocumentFragment {
  /// The content of the fence at its place in the document: everything around it is blank, so that offsets and lines
  /// are those of the document.
  package var text: SourceText { SourceText(path: source.path, bytes: placedBytes) }

  /// The same as one JSON value: members that stand alone, `"indexes": […]`, are those of an object, whose braces take
  /// the place of the fence's own signs.
  package var json: SourceText {
    content.isMember ? enclosed(UInt8(ascii: "{"), [UInt8(ascii: "}")]) ?? text : text
  }

  /// The same where it is not one value: entries one after the other are those of a list, and an excerpt that ends
  /// behind an entry closes what it has opened. Nil where it is neither.
  package var completedJSON: SourceText? {
    let outline = ShortenedJSON.Outline(placedBytes[range])
    if outline.isList { return outline.closing.isEmpty ? enclosed(UInt8(ascii: "["), [UInt8(ascii: "]")]) : nil }
    // More is open within an entry only.
    guard outline.isExcerpt, (1...(content.isMember ? 1 : 2)).contains(outline.closing.count) else { return nil }
    return content.isMember
      ? enclosed(UInt8(ascii: "{"), outline.closing + [UInt8(ascii: "}")])
      : enclosed(UInt8(ascii: " "), outline.closing)
  }

  /// With a bracket before it, in the place of the fence's own signs, and others behind it.
  private func enclosed(_ opening: UInt8, _ closing: [UInt8]) -> SourceText? {
    guard range.lowerBound >= 2 else { return nil }
    var bytes = placedBytes
    bytes[range.lowerBound - 2] = opening
    for (offset, bracket) in closing.enumerated() {
      let place = range.upperBound + offset
      if place < bytes.count { bytes[place] = bracket } else { bytes.append(bracket) }
    }
    return SourceText(path: source.path, bytes: bytes)
  }

  /// The finding in the document, not in the text that was cut out of it.
  func placed(_ finding: Diagnostic) -> Diagnostic {
    var placed = finding
    placed.location = finding.location.map { source.location($0.span) }
    placed.related = finding.related.map { RelatedLocation($0.message, at: source.location($0.location.span)) }
    return placed
  }

  /// It says that there is more than it shows: `...`, `…`.
  var leavesOut: Bool {
    let bytes = source.bytes[range]
    return bytes.contains(Array("...".utf8)) || bytes.contains(Array("…".utf8))
  }

  /// How many brackets are open at most, those in texts included.
  var depth: Int {
    var depth = 0
    var deepest = 0
    for byte in source.bytes[range] {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest
  }

  private var placedBytes: [UInt8] {
    var bytes = source.bytes.map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
    bytes.replaceSubrange(range, with: reading.bytes[range])
    if kind == .indexes { ShortenedJSON.removeEllipses(from: &bytes, range) }
    return bytes
  }

  private var range: Range<Int> { span.clamped(to: source.bytes.count) }

  private var content: FragmentContent { FragmentContent(reading.bytes[range]) }
}
