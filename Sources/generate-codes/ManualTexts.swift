import Foundation

/// The pages of the manual below `docs/`, as the server for models hands them out: `EmbeddedManual`.
enum ManualTexts {
  private static let ending = ".md"

  /// Nil where there are none.
  static func file(below root: URL) throws -> GeneratedFile? {
    let folder = root.appending(path: "docs")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    let names = files.filter { $0.hasSuffix(ending) && $0 != "README.md" }.map { String($0.dropLast(ending.count)) }
    guard !names.isEmpty else { return nil }
    let pages = try names.sorted().map { name in
      (name, try String(contentsOf: folder.appending(path: name + ending), encoding: .utf8))
    }
    return GeneratedFile(
      path: "Sources/ModelContextProtocol/Resources/Generated/EmbeddedManual.swift", text: text(pages))
  }

  private static func text(_ pages: [(name: String, page: String)]) -> String {
    var text =
      GeneratedFile.header + "\n/// The pages of the manual, by the names of their files.\nenum EmbeddedManual {\n"
    text += "  static let pages: [(name: String, text: String)] = [\n"
    for (name, page) in pages { text += "    (\"\(name)\", ###\"\"\"\n\(page)\n\"\"\"###),\n" }
    return text + "  ]\n}\n"
  }
}
