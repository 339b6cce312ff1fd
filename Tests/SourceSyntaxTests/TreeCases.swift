import Diagnostics
import FirebreakTestSupport
import SourceSyntax
import SourceTokens
import Testing

/// A piece of code and the text of its tree, one line per statement.
struct TreeCase: Sendable, CustomTestStringConvertible {
  var name: String
  var unit: SourceUnit
  var tree: [String]

  var testDescription: String { name }

  /// All cases of a language's folder.
  static func load(_ language: SourceLanguage) throws -> [TreeCase] {
    let folder = "Tests/SourceSyntaxTests/Cases/\(language.rawValue)"
    let paths = RepositoryFiles.paths(below: folder, suffix: ".yaml")
    guard !paths.isEmpty else { throw SpecError("no cases in \(folder)") }
    return try paths.flatMap { path in
      try SpecFile.load(path)["cases"].array.map { spec in
        try spec.allow("name", "code", "file", "tree")
        let file = try spec.optional("file")?.string ?? "source"
        let source = SourceText(path: file, text: try spec["code"].string)
        return TreeCase(
          name: try spec["name"].string, unit: SourceUnit(source, language), tree: try spec["tree"].strings)
      }
    }
  }
}

@Suite("Trees") struct TreeTests {
  private func check(_ example: TreeCase) throws {
    var names = NameTable()
    let tree = try #require(SyntaxReader.tree(of: example.unit, &names))
    #expect(tree.children(of: tree.root).map { tree.dump($0, names) } == example.tree)
    #expect(tree.violations() == [])
  }

  @Test("Swift", arguments: try TreeCase.load(.swift)) func swift(_ example: TreeCase) throws { try check(example) }

  @Test("Kotlin", arguments: try TreeCase.load(.kotlin)) func kotlin(_ example: TreeCase) throws { try check(example) }

  @Test("Java", arguments: try TreeCase.load(.java)) func java(_ example: TreeCase) throws { try check(example) }

  @Test("JavaScript", arguments: try TreeCase.load(.javascript)) func javascript(_ example: TreeCase) throws {
    try check(example)
  }

  @Test("TypeScript and elements of markup", arguments: try TreeCase.load(.typescript))
  func typescript(_ example: TreeCase) throws { try check(example) }

  @Test("pages", arguments: try TreeCase.load(.page)) func pages(_ example: TreeCase) throws { try check(example) }

  @Test("Dart", arguments: try TreeCase.load(.dart)) func dart(_ example: TreeCase) throws { try check(example) }

  @Test("Python", arguments: try TreeCase.load(.python)) func python(_ example: TreeCase) throws { try check(example) }
}
