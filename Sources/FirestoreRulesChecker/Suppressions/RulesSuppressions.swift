package import Diagnostics
package import FirestoreRulesLanguage

/// The comments of a rules source that silence findings.
///
/// A comment on a line of its own is for the next line that holds code, so that several may stand above each other; one
/// behind code is for its own line.
package struct RulesSuppressions: Sendable {
  private let suppressions: CommentSuppressions
  /// Comments that are almost suppressions.
  private let misspelt: [Diagnostic]

  package var comments: [SuppressionComment] { suppressions.comments }

  package init(_ ruleset: Ruleset) {
    let lines = LineTable(ruleset.source)
    let comments = ruleset.comments.compactMap { comment -> SuppressionComment? in
      guard var suppression = SuppressionComment(comment.text, span: comment.span) else { return nil }
      if !suppression.isForFile {
        let code = comment.startsLine ? Self.firstToken(of: ruleset.tokens, behind: comment.span.end) : nil
        let line = lines.position(of: code?.span.start ?? comment.span.start).line
        suppression.lines = line...line
      }
      return suppression
    }
    suppressions = CommentSuppressions(comments, in: ruleset.source, lines: lines)
    misspelt = ruleset.comments.compactMap { comment in
      MisspeltRemark(comment.text)?.finding(at: ruleset.source.location(comment.span))
    }
  }

  /// Whether a comment with a reason silences the finding.
  package func suppresses(_ finding: Diagnostic) -> Bool { suppressions.suppresses(finding) }

  /// The findings, those that a comment silences marked as such.
  func apply(to findings: [Diagnostic], complete: Bool) -> [Diagnostic] {
    suppressions.apply(to: findings, complete: complete, canBeUnused: Self.canBeUnused) + misspelt
  }

  private static func canBeUnused(_ selector: CodeSelector) -> Bool {
    refusals.contains(where: selector.matches) || RulesLints.all.contains { $0.codes.contains(where: selector.matches) }
  }

  /// What keeps rules from compiling is never silenced.
  private static let refusals: [DiagnosticCode] = [.syntax, .duplicateFunctionOrLet, .recursion, .sourceTooLarge]

  private static func firstToken(of tokens: [Token], behind offset: Int) -> Token? {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].span.start < offset { low = middle + 1 } else { high = middle }
    }
    return low < tokens.count && tokens[low].kind != .end ? tokens[low] : nil
  }
}
