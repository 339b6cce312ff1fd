import Foundation

/// The files of the emulator's page, as the program holds them: `PageAsset`.
enum PageAssets {
  private static let folder = "Sources/EmulatorPage/Assets"

  /// Nil where there are none.
  static func file(below root: URL) throws -> GeneratedFile? {
    let folder = root.appending(path: folder)
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted()
      .filter { !$0.hasPrefix(".") }
    guard !names.isEmpty else { return nil }
    var text = GeneratedFile.header + "\n/// The files of the page, by the names that it asks for them by.\n"
    text += "package enum PageAsset: String, CaseIterable, Sendable {\n"
    for name in names { text += "  case \(name.assetName) = \"\(name)\"\n" }
    text += "\n  package var text: String {\n    switch self {\n"
    for name in names {
      let content = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      text += "    case .\(name.assetName): ###\"\"\"\n\(content)\n\"\"\"###\n"
    }
    text += "    }\n  }\n}\n"
    return GeneratedFile(path: "Sources/EmulatorPage/Generated/PageAsset.swift", text: text)
  }
}

extension String {
  /// `query-builder.js` → `queryBuilderJs`
  fileprivate var assetName: String {
    let words = split { $0 == "-" || $0 == "." }
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}
