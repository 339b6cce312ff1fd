package import Diagnostics

/// Reads a rules source into its tree.
package enum CloudRulesParser {
  /// Sources above 256 KiB are refused by production (observed).
  package static let maximumBytes = 262_144

  /// The tree, whatever the source holds, and every problem of its syntax.
  ///
  /// A source that is too large or not UTF-8 is not read at all: a part of it would look like other rules. Its tree is
  /// empty and its tokens are one unexpected one.
  package static func parse(_ source: SourceText) -> ParsedRules { parse(source, upTo: maximumBytes) }

  /// As ``parse(_:)`` with another bound on the size.
  package static func parse(_ source: SourceText, upTo maximumBytes: Int) -> ParsedRules {
    if let problem = unreadable(source, maximumBytes) {
      return ParsedRules(ruleset: unread(source), problems: [problem])
    }
    var parser = RulesParser(source)
    let ruleset = parser.ruleset()
    return ParsedRules(ruleset: ruleset, problems: parser.sortedProblems)
  }

  private static func unreadable(_ source: SourceText, _ maximumBytes: Int) -> Diagnostic? {
    if source.bytes.count > maximumBytes {
      return Diagnostic(
        .sourceTooLarge, "the rules have \(source.bytes.count) bytes, more than the \(maximumBytes) that are accepted",
        at: source.start, help: "remove what is not needed; comments and white space count too")
    }
    return source.encodingProblem
  }

  private static func unread(_ source: SourceText) -> Ruleset {
    let end = source.bytes.count
    return Ruleset(
      source: source, version: nil, imports: [], functions: [], services: [], expressionCount: 0,
      tokens: [
        Token(kind: .unexpected, leadingTrivia: Span(0, 0), span: Span(0, end)),
        Token(kind: .end, leadingTrivia: Span(end, end), span: Span(end, end)),
      ])
  }
}
