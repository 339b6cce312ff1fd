import Diagnostics
import Terminal
import Testing

@Suite("Annotations of GitHub") struct GitHubAnnotationsTests {
  private static func findings(_ entries: [(DiagnosticCode, String, Int)]) -> FindingList {
    FindingList(
      entries.flatMap { code, message, count in
        (0..<count).map { index in
          let source = SourceText(path: "\(code.id)-\(index).js", text: "x")
          return Diagnostic(code, message, at: source.location(Span(0, 1)))
        }
      })
  }

  @Test("ten are shown as they are") func few() {
    let findings = Self.findings([(.openWrite, "anyone can write", 4), (.unboundedQuery, "reads all", 6)])
    let text = GitHubAnnotations.text(findings, paths: RepositoryPaths())
    #expect(text == GitHubRenderer.text(findings, paths: RepositoryPaths()))
  }

  @Test("of more, each cause has one before any has a second, and the rest is counted") func many() {
    let findings = Self.findings([
      (.unboundedQuery, "reads all", 30), (.openWrite, "anyone can write", 1),
      (.unknownName, "there is no `x` here", 2),
    ])
    let lines = GitHubAnnotations.text(findings, paths: RepositoryPaths()).split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.last == "23 more findings: see the summary of the job, or `firebreak check -o full`")
    let titles = lines.dropLast().map { line in DiagnosticCode.all.first { line.contains("title=\($0.id) ") }?.id }
    #expect(Set(titles) == ["FB3101", "FB4003", "FB7004"])
    #expect(lines.contains { $0.contains("the same at 29 other places") })
  }
}
