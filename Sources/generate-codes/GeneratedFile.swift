import Foundation
import PageLayout

/// A file that is written from the sources and checked in.
struct GeneratedFile {
  /// From the root of the repository.
  var path: String
  var text: String

  static let header = """
    // Written by `make codes` from the sources. Change them, not this file.
    // swift-format-\("ignore-file")

    """

  /// Everything that follows from the sources.
  static func all(of sources: [SourceFile]) throws(PageComment.Problem) -> [GeneratedFile] {
    let catalogue = try Catalogue(sources)
    return [
      GeneratedFile(path: "Sources/Diagnostics/Generated/Codes.swift", text: catalogue.codes),
      GeneratedFile(path: "Sources/CodePages/Generated/PageTexts.swift", text: catalogue.texts),
      GeneratedFile(path: "CODES.md", text: PageDocument(catalogue.pages).text),
    ] + CheckRegistry.all.compactMap { $0.file(sources, catalogue) }
  }

  func isUpToDate(below root: URL) -> Bool {
    (try? Data(contentsOf: root.appending(path: path))) == Data(text.utf8)
  }

  /// A file that says the same already keeps its time, so that nothing is built again.
  func write(below root: URL) throws {
    guard !isUpToDate(below: root) else { return }
    let url = root.appending(path: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
