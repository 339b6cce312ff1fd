import Diagnostics

/// The places of findings in few words: `src/a.ts:3,9  src/b.ts:4 …`.
struct FoundPlaces {
  private var files: [(path: String, lines: [Int])] = []

  init(_ findings: [Diagnostic], _ positions: inout SourcePositions) {
    for finding in findings {
      guard let location = finding.location else { continue }
      let line = positions.range(location).start.line
      guard let index = files.firstIndex(where: { $0.path == location.source.path }) else {
        files.append((location.source.path, [line]))
        continue
      }
      if !files[index].lines.contains(line) { files[index].lines.append(line) }
    }
  }

  /// As many files as there is room for, at least the first.
  func text(width: Int, ellipsis: String) -> String {
    var text = ""
    for file in files {
      let shown = file.lines.prefix(4).map(String.init).joined(separator: ",")
      let place = QuotedText.singleLine(file.path) + ":" + shown + (file.lines.count > 4 ? ",\(ellipsis)" : "")
      if !text.isEmpty, DisplayWidth.of(text) + DisplayWidth.of(place) + 4 > width { return "\(text) \(ellipsis)" }
      text += (text.isEmpty ? "" : "  ") + place
    }
    return text
  }
}
