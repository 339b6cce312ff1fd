import Diagnostics
import FirebreakTestSupport
import SourceTokens

/// The code of the scanner's own cases, by language.
enum CaseSources {
  static let extensions: [String: SourceLanguage] = [
    "swift": .swift, "js": .javascript, "jsx": .javascript, "mjs": .javascript, "cjs": .javascript,
    "ts": .typescript, "tsx": .typescript, "mts": .typescript, "kt": .kotlin, "java": .java, "dart": .dart,
    "py": .python,
  ]

  static let all = Result { try load() }

  private static func load() throws -> [SourceUnit] {
    let paths = RepositoryFiles.paths(below: "Tests/QueryScannerTests/Cases", suffix: ".yaml")
    let all = try paths.flatMap { path -> [SourceUnit] in
      let root = try SpecFile.load(path)
      let language = try root["language"].string
      return try root["cases"].array.flatMap { try units($0, language) }
    }
    guard all.count > 1000 else { throw SpecError("only \(all.count) units in the cases") }
    return all
  }

  private static func units(_ spec: SpecValue, _ language: String) throws -> [SourceUnit] {
    if let code = try spec.optional("code") { return unit("source.\(language)", try code.string).map { [$0] } ?? [] }
    return try spec["files"].members.compactMap { unit($0.key, try $0.value.string) }
  }

  private static func unit(_ path: String, _ text: String) -> SourceUnit? {
    guard let dot = path.lastIndex(of: "."), let language = extensions[String(path[path.index(after: dot)...])] else {
      return nil
    }
    return SourceUnit(SourceText(path: path, text: text), language)
  }
}
