import Foundation

/// The schemas below `schemas/`, as the command prints them: `EmbeddedSchema`.
enum SchemaTexts {
  /// Nil where there are none.
  static func file(below root: URL) throws -> GeneratedFile? {
    let folder = root.appending(path: "schemas")
    let ending = ".schema.json"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    let names = files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    guard !names.isEmpty else { return nil }
    var text = GeneratedFile.header + "\n/// The JSON Schemas of files that users write, and of reports.\n"
    text += "enum EmbeddedSchema: String, CaseIterable {\n"
    for name in names { text += "  case \(name.caseName)\(name == name.caseName ? "" : " = \"\(name)\"")\n" }
    text += "\n  var text: String {\n    switch self {\n"
    for name in names {
      let schema = try String(contentsOf: folder.appending(path: name + ending), encoding: .utf8)
      text += "    case .\(name.caseName): ##\"\"\"\n\(schema)\n\"\"\"##\n"
    }
    text += "    }\n  }\n}\n"
    return GeneratedFile(path: "Sources/firebreak/Schemas/Generated/EmbeddedSchema.swift", text: text)
  }
}

extension String {
  /// `price-book` → `priceBook`
  fileprivate var caseName: String {
    let words = split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}
