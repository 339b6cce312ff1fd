/// The comments of one source that silence findings. A finding is on the line where its location starts.
package struct CommentSuppressions: Sendable {
  package let comments: [SuppressionComment]
  private let source: SourceText
  private let lines: LineTable

  package init(_ comments: [SuppressionComment], in source: SourceText, lines: LineTable) {
    self.comments = comments
    self.source = source
    self.lines = lines
  }

  /// Whether a comment with a reason silences the finding.
  package func suppresses(_ finding: Diagnostic) -> Bool { !matching(finding).isEmpty }

  /// The findings, those that a comment silences marked as such, and what is wrong with the comments: FB0011 for one without a reason, which has no
  /// effect, FB0008 for unknown codes and, when `complete` says that every check has run, FB0009 for a code that
  /// silences nothing.
  ///
  /// - Parameter canBeUnused: false for codes that these checks never report: they are for other commands.
  package func apply(
    to findings: [Diagnostic], complete: Bool, canBeUnused: (CodeSelector) -> Bool
  ) -> [Diagnostic] {
    var used: Set<Use> = []
    var remaining = findings.map { finding in
      let matching = matching(finding)
      used.formUnion(matching)
      guard let first = matching.first else { return finding }
      var suppressed = finding
      suppressed.suppression = Suppression(.inSource, reason: comments[first.comment].reason)
      return suppressed
    }
    for (index, comment) in comments.enumerated() {
      remaining += problems(of: comment)
      guard complete, comment.hasReason else { continue }
      for (place, code) in comment.codes.enumerated() where !used.contains(Use(comment: index, code: place)) {
        guard let selector = CodeSelector(code), canBeUnused(selector) else { continue }
        remaining.append(
          Diagnostic(
            .unusedSuppression, "the comment that ignores \(QuotedText.of(code)) matches no finding",
            at: source.location(comment.span), help: "remove the code, or move the comment above the line it is for"))
      }
    }
    return remaining
  }

  private struct Use: Hashable {
    var comment: Int
    var code: Int
  }

  private func matching(_ finding: Diagnostic) -> [Use] {
    guard !comments.isEmpty, let location = finding.location, location.source == source else { return [] }
    let line = lines.position(of: location.span.start).line
    var uses: [Use] = []
    for (index, comment) in comments.enumerated()
    where comment.hasReason && comment.lines.map({ $0.contains(line) }) ?? true {
      for (place, code) in comment.codes.enumerated() where CodeSelector(code)?.matches(finding.code) == true {
        uses.append(Use(comment: index, code: place))
      }
    }
    return uses
  }

  private func problems(of comment: SuppressionComment) -> [Diagnostic] {
    let location = source.location(comment.span)
    var problems: [Diagnostic] = []
    if comment.codes.isEmpty {
      problems.append(
        Diagnostic(
          .unknownCodeInConfig, "the comment names no code to ignore", at: location,
          help: "write `firebreak-ignore FB4010 -- reason`"))
    }
    for code in comment.codes where CodeSelector(code) == nil {
      let help = DiagnosticCode.nearest(to: code).map { "did you mean `\($0)`?" }
      problems.append(
        Diagnostic(
          .unknownCodeInConfig, "\(QuotedText.of(code)) is not a code of Firebreak", at: location,
          help: help ?? "`firebreak explain` lists the codes"))
    }
    if !comment.hasReason, !comment.codes.isEmpty {
      problems.append(
        Diagnostic(
          .suppressionWithoutReason,
          "the comment that ignores \(QuotedText.of(comment.codes.joined(separator: ", "))) gives no reason",
          at: location, help: "add ` -- ` and a reason; without one the comment has no effect"))
    }
    return problems
  }
}
