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
  }

  /// As many files as there is room for, at least the first; of a path that is too long the end.
  func text(width: Int, ellipsis: String) -> String {
    var text = ""
    for file in files {
      let shown = file.lines.prefix(4).map(String.init).joined(separator: ",")
      let lines = ":" + shown + (file.lines.count > 4 ? ",\(ellipsis)" : "")
      let room = text.isEmpty ? width - DisplayWidth.of(lines) : .max
      let place = Self.end(of: QuotedText.singleLine(file.path), width: room, ellipsis: ellipsis) + lines
      if !text.isEmpty, DisplayWidth.of(text) + DisplayWidth.of(place) + 4 > width { return "\(text) \(ellipsis)" }
      text += (text.isEmpty ? "" : "  ") + place
    }
    return text
  }

  /// `…/services/orders.ts`
  private static func end(of path: String, width: Int, ellipsis: String) -> String {
    var rest = path[...]
    while DisplayWidth.of(String(rest)) + ellipsis.count + 1 > width, let slash = rest.firstIndex(of: "/") {
      rest = rest[rest.index(after: slash)...]
    }
    return rest.startIndex == path.startIndex || DisplayWidth.of(path) <= width ? path : "\(ellipsis)/\(rest)"
  }
}
