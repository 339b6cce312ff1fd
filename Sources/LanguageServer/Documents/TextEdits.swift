/// Changes of a document for an editor.
enum TextEdits {
  struct Edit {
    var range: TextRange
    var text: String
  }

  /// What makes another text of a document, line by line, so that cursors and folds elsewhere stay.
  static func between(_ document: OpenDocument, and text: String, _ encoding: PositionEncoding) -> [Edit] {
    let new = Array(text.utf8)
    let (old, oldLines, newLines) = (document.bytes, document.lines, TextLines(new))
    func line(_ index: Int, _ lines: TextLines, _ bytes: [UInt8]) -> ArraySlice<UInt8> {
      bytes[lines.starts[index]..<(index + 1 < lines.starts.count ? lines.starts[index + 1] : bytes.count)]
    }
    let before = oldLines.starts.indices.map { line($0, oldLines, old) }
    let after = newLines.starts.indices.map { line($0, newLines, new) }
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var edits: [Edit] = []
    var (left, right) = (0, 0)
    while left < before.count || right < after.count {
      let start = left < before.count ? before[left].startIndex : old.count
      var end = start
      var replacement: [UInt8] = []
      while left < before.count, removed.contains(left) {
        end = before[left].endIndex
        left += 1
      }
      while right < after.count, added.contains(right) {
        replacement += after[right]
        right += 1
      }
      if end > start || !replacement.isEmpty {
        edits.append(
          Edit(range: document.range(start..<end, encoding), text: String(decoding: replacement, as: UTF8.self)))
      } else {
        left += 1
        right += 1
      }
    }
    return edits
  }
}
