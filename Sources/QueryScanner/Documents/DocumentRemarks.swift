import Diagnostics

/// Comments in the prose of Markdown documents that speak to Firebreak. Those in fences are read with the code.
enum DocumentRemarks {
  static func remarks(_ source: SourceText) -> [LocatedRemark] {
    guard SourceLanguage(fileName: source.path) == .markdown else { return [] }
    var fences = DocumentFence.fences(in: source)[...]
    var found: [LocatedRemark] = []
    var position = 0
    var backticks = Backticks()
    while let start = next(opening, in: source.bytes, from: position) {
      while let fence = fences.first, fence.content.end <= start { fences.removeFirst() }
      if let fence = fences.first, fence.content.start <= start {
        position = fence.content.end
        continue
      }
      guard let close = next(closing, in: source.bytes, from: start + opening.count) else { break }
      position = close + closing.count
      let text = text(source.bytes[start + opening.count..<close])
      guard text.hasPrefix("firebreak"), !backticks.areOpen(at: start, source.bytes) else { continue }
      let subject = fences.first { $0.content.start >= position }?.content
      found.append(
        LocatedRemark(remark: Remark(text: text, span: Span(start, position)), source: source, subject: subject))
    }
    return found
  }

  private static let opening = Array("<!--".utf8)
  private static let closing = Array("-->".utf8)

  private static func next(_ word: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
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
