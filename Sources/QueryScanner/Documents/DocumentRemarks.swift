package import Diagnostics
import SourceTokens

/// Comments in the prose of Markdown documents, and in the markup of components and pages, that speak to Firebreak. Those
/// in fences and scripts are read with the code.
package enum DocumentRemarks {
  package static func remarks(_ source: SourceText) -> [LocatedRemark] {
    let isProse = SourceLanguage(fileName: source.path) == .markdown
    guard isProse || PageParts.isPage(source.path) else { return [] }
    let code =
      isProse
      ? DocumentFence.fences(in: source).map(\.content) : PageParts.scripts(source, Span(0, source.bytes.count))
    var fences = code[...]
    var found: [LocatedRemark] = []
    var position = 0
    var backticks = Backticks()
    var markup = Markup()
    while let start = next(opening, in: source.bytes, from: position) {
      while let fence = fences.first, fence.end <= start { fences.removeFirst() }
      if let fence = fences.first, fence.start <= start {
        position = fence.end
        continue
      }
      guard let close = next(closing, in: source.bytes, from: start + opening.count) else { break }
      position = close + closing.count
      let text = text(source.bytes[start + opening.count..<close])
      guard text.hasPrefix("firebreak"), !isProse || !backticks.areOpen(at: start, source.bytes) else { continue }
      // Markup around scripts is much more than prose around fences: only what stands right before one is about it.
      let isAbout = isProse || markup.isBeforeScript(position, source.bytes)
      let subject = isAbout ? fences.first { $0.start >= position } : nil
      found.append(
        LocatedRemark(remark: Remark(text: text, span: Span(start, position)), source: source, subject: subject))
    }
    return found
  }

  fileprivate static let opening = Array("<!--".utf8)
  fileprivate static let closing = Array("-->".utf8)

  fileprivate static func next(_ word: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + word.count <= bytes.count {
      if bytes[index] == word[0], bytes[index..<index + word.count].elementsEqual(word) { return index }
      index += 1
    }
    return nil
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let words = bytes.drop { $0 <= 0x20 }
    let end = words.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? words.startIndex
    return String(decoding: words[words.startIndex..<end], as: UTF8.self)
  }
}

/// A comment between backticks is one that the text is about.
private struct Backticks {
  private var position = 0
  private var areOpen = false

  /// - Parameter place: behind that of the question before.
  mutating func areOpen(at place: Int, _ bytes: [UInt8]) -> Bool {
    while position < place {
      switch bytes[position] {
      case UInt8(ascii: "`"): areOpen.toggle()
      case 0x0A, 0x0D: areOpen = false
      default: break
      }
      position += 1
    }
    return areOpen
  }
}

/// What stands around the scripts of a page.
private struct Markup {
  /// Blanks and comments that were passed already, and what follows them.
  private var passed = 0..<0
  private var leadToScript = false

  /// Whether nothing but blanks and comments stands between the end of a comment and the next script.
  /// - Parameter place: behind that of the question before.
  mutating func isBeforeScript(_ place: Int, _ bytes: [UInt8]) -> Bool {
    if passed.contains(place) { return leadToScript }
    var index = place
    while index < bytes.count {
      if bytes[index] <= 0x20 {
        index += 1
      } else if bytes[index...].starts(with: DocumentRemarks.opening),
        let close = DocumentRemarks.next(
          DocumentRemarks.closing, in: bytes, from: index + DocumentRemarks.opening.count)
      {
        index = close + DocumentRemarks.closing.count
      } else {
        break
      }
    }
    passed = place..<max(index, place) + 1
    leadToScript = index < bytes.count && PageParts.opens(at: index, bytes)
    return leadToScript
  }
}
