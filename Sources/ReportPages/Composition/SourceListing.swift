import Diagnostics
import FirestoreModel
import Project
import RunReports

/// The lines of files that a report points to, so that its links work wherever the page is opened.
struct SourceListing {
  private struct File {
    var source: SourceText
    var lines: Set<Int> = []
  }

  private let prefix: String
  private let files: [File]
  private let numbers: [Text: Int]

  /// Lines shown before and after each named one.
  private static let context = 2
  private static let widest = 240

  init(_ report: RunReport, prefix: String) {
    var files: [Text: File] = [:]
    for location in report.locations where Self.isReadable(location) {
      files[Text(location.source.path), default: File(source: location.source)].lines.insert(location.position.line)
    }
    let paths = files.keys.sorted()
    self.prefix = prefix
    self.files = paths.compactMap { files[$0] }
    numbers = Dictionary(uniqueKeysWithValues: zip(paths, 1...))
  }

  /// A report that was read back knows the places, not the text.
  private static func isReadable(_ location: SourceLocation) -> Bool {
    location.source.bytes.contains { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: " ") }
  }

  func place(_ location: SourceLocation?) -> PlaceView? {
    guard let location else { return nil }
    let number = Self.isReadable(location) ? numbers[Text(location.source.path)] : nil
    return PlaceView(
      text: location.lineText, link: number.map { "#\(anchor($0, location.position.line))" })
  }

  private func anchor(_ file: Int, _ line: Int) -> String { "\(prefix)-f\(file)-l\(line)" }

  var views: [ListingView] {
    files.enumerated().map { index, file in
      ListingView(path: file.source.path, lines: lines(file, index + 1))
    }
  }

  private func lines(_ file: File, _ number: Int) -> [ListingView.Line] {
    let all = file.source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var shown: Set<Int> = []
    for line in file.lines { shown.formUnion(max(1, line - Self.context)...(line + Self.context)) }
    var lines: [ListingView.Line] = []
    var last = 0
    for line in shown.sorted() where line <= all.count {
      if line > last + 1 {
        lines.append(ListingView.Line(number: "", text: "", anchor: "", isGap: true, isNamed: false))
      }
      let text = String(decoding: all[line - 1].prefix(Self.widest), as: UTF8.self)
      lines.append(
        ListingView.Line(
          number: String(line), text: text, anchor: anchor(number, line), isGap: false,
          isNamed: file.lines.contains(line)))
      last = line
    }
    return lines
  }
}

extension RunReport {
  /// Everything that the report points to.
  fileprivate var locations: [SourceLocation] {
    var locations = assertions.map(\.location) + budgets.map(\.location) + claims.map(\.location)
    for finding in findings { locations += [finding.diagnostic.location].compactMap { $0 } }
    for variant in variants {
      locations += variant.operations.compactMap(\.source) + variant.ruleReads.map(\.location)
    }
    return locations
  }
}
