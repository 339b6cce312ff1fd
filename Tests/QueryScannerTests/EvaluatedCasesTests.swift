import Diagnostics
import FirebreakTestSupport
import QueryScanner
import SourceRequests
import Testing

/// The languages that evaluation by demand does not read completely yet: `EvaluatedCases` names, for each of them, every
/// case whose whole answer it finds. A case that stops holding fails, and one that begins to is to be added.
@Suite("Sources, evaluated by demand") struct EvaluatedCasesTests {
  static let suffixes = [
    "dart": [".dart"], "jvm": [".kt", ".java"], "swift": [".swift"],
    "script": [".js", ".jsx", ".ts", ".tsx", ".vue", ".svelte", ".mjs"],
  ]

  @Test("cases that hold", arguments: suffixes.keys.sorted())
  func holding(_ family: String) throws {
    let suffixes = Self.suffixes[family] ?? []
    let list = try RepositoryFiles.bytes("Tests/QueryScannerTests/EvaluatedCases/\(family).txt")
    let held = String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init)
    let folders = try RepositoryFiles.folders(in: "Tests/QueryScannerTests/Cases")
    let cases = try folders.flatMap { try ScanCase.load($0) }.filter { example in
      example.sources.contains { source in suffixes.contains { source.path.hasSuffix($0) } }
    }
    let holding = cases.filter { $0.evaluated == $0.found }.map(\.name).sorted()
    #expect(holding == held)
  }
}
