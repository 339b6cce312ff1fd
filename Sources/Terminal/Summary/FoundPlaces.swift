import Diagnostics
import Project

/// The places of findings in few words: `src/a.ts:3,9  src/b.ts:4 …`.
struct FoundPlaces {
  private var files: [(path: String, lines: [Int])] = []

  init(_ findings: [Diagnostic], _ positions: inout SourcePositions) {
    for location in findings.flatMap(\.soughtPlaces) {
      let line = positions.range(location).start.line
      guard let index = files.firstIndex(where: { $0.path == location.source.path }) else {
        files.append((location.source.path, [line]))
        continue
      }
      if !files[index].lines.contains(line) { files[index].lines.append(line) }
    }
    for index in files.indices { files[index].lines.sort() }
  }

  /// The first file, whose path is whole so that it can be opened, and as many more as there is room for.
  func text(width: Int, ellipsis: String) -> String {
    var text = ""
    for file in files {
      let shown = file.lines.prefix(4).map(String.init).joined(separator: ",")
      let place = "\(QuotedText.singleLine(file.path)):\(shown)\(file.lines.count > 4 ? " \(ellipsis)" : "")"
      if !text.isEmpty, DisplayWidth.of(text) + DisplayWidth.of(place) + 4 > width {
        return text.hasSuffix(ellipsis) ? text : "\(text) \(ellipsis)"
      }
      text += (text.isEmpty ? "" : "  ") + place
    }
    return text
  }
}
