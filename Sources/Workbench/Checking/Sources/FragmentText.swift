package import Diagnostics
package import QueryScanner

extension DocumentFragment {
  /// The content of the fence at its place in the document: everything around it is blank, so that offsets and lines
  /// are those of the document.
  package var text: SourceText { SourceText(path: source.path, bytes: placed) }

  /// The same as one JSON value: members that stand alone, `"indexes": […]`, are those of an object, whose braces take
  /// the place of the fence's own signs.
  package var json: SourceText {
    var bytes = placed
    guard content.isMember, range.lowerBound >= 2 else { return text }
    bytes[range.lowerBound - 2] = UInt8(ascii: "{")
    if range.upperBound < bytes.count {
      bytes[range.upperBound] = UInt8(ascii: "}")
    } else {
      bytes.append(UInt8(ascii: "}"))
    }
    return SourceText(path: source.path, bytes: bytes)
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

  private var placed: [UInt8] {
    var bytes = source.bytes.map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
    bytes.replaceSubrange(range, with: reading.bytes[range])
    if kind == .indexes { ShortenedJSON.removeEllipses(from: &bytes, range) }
    return bytes
  }

  private var range: Range<Int> {
    let start = min(max(0, span.start), source.bytes.count)
    return start..<max(start, min(span.end, source.bytes.count))
  }

  private var content: FragmentContent { FragmentContent(reading.bytes[range]) }
}
