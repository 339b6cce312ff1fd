import Diagnostics
import FirebreakTestSupport
import FirestoreRulesLanguage
import Testing

/// Tables of sources with their trees and problems.
@Suite("Rules grammar") struct GrammarTests {
  static let expressions = "Tests/FirestoreRulesLanguageTests/Specs/expressions.yaml"
  static let files = "Tests/FirestoreRulesLanguageTests/Specs/files.yaml"
  static let prefix = "service s { match /a { allow read: if "

  @Test("expression", arguments: try SpecFile.cases(expressions))
  func expression(_ spec: SpecValue) throws {
    try spec.allow("id", "expr", "tree", "problems")
    let text = GrammarTests.prefix + (try spec["expr"].string) + "; } }"
    let parsed = CloudRulesParser.parse(SourceText(path: "case.rules", text: text))
    let condition = parsed.ruleset.services.first?.matches.first?.allows.first?.condition
    #expect(condition?.debugText == (try spec["tree"].string))
    let problems = parsed.problems.flatMap { problem in
      let span = problem.location?.span ?? Span(0, 0)
      let offset = GrammarTests.prefix.utf8.count
      return ["\(span.start - offset)..\(span.end - offset) \(problem.message)", "help: \(problem.help ?? "")"]
    }
    #expect(problems == (try spec.optional("problems")?.strings ?? []))
    #expect(SyntaxChecks.violations(parsed) == [])
  }

  @Test("file", arguments: try SpecFile.cases(files))
  func file(_ spec: SpecValue) throws {
    try spec.allow("id", "source", "tree", "problems")
    let parsed = CloudRulesParser.parse(SourceText(path: "case.rules", text: try spec["source"].string))
    let tree = parsed.ruleset.debugText
    let expected = try spec["tree"].string
    #expect(tree == expected || tree + "\n" == expected, "\(tree)")
    let problems = parsed.problems.flatMap { problem in
      let place = problem.location?.position ?? SourcePosition(line: 0, column: 0)
      return ["\(place.line):\(place.column) \(problem.message)", "help: \(problem.help ?? "")"]
        + problem.notes.map { "note: \($0)" }
    }
    #expect(problems == (try spec.optional("problems")?.strings ?? []))
    #expect(SyntaxChecks.violations(parsed) == [])
  }
}
