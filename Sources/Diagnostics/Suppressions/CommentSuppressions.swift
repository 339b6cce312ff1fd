/// The comments of one source that silence findings. A finding is on the line where its location starts.
package struct CommentSuppressions: Sendable {
  package let comments: [SuppressionComment]
  private let source: SourceText
  private let lines: LineTable
  /// What the codes of each comment select, in their order.
  private let selectors: [[CodeSelector?]]
  /// The comments with a reason that are for a line, by line, and those for the whole file.
  private var commentsOfLine: [Int: [Int]] = [:]
  private var commentsOfFile: [Int] = []

  package init(_ comments: [SuppressionComment], in source: SourceText, lines: LineTable) {
    self.comments = comments
    self.source = source
    self.lines = lines
    selectors = comments.map { $0.codes.map { CodeSelector($0) } }
    for (index, comment) in comments.enumerated() where comment.hasReason {
      guard let range = comment.lines else {
        commentsOfFile.append(index)
        continue
      }
      for line in range { commentsOfLine[line, default: []].append(index) }
    }
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
    for index in (commentsOfFile + (commentsOfLine[line] ?? [])).sorted() {
      for (place, selector) in selectors[index].enumerated() where selector?.matches(finding.code) == true {
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
    if let mark = comment.wrongMark, !comment.codes.isEmpty {
      problems.append(reasonWithoutMark(comment, mark))
    } else if !comment.hasReason, !comment.codes.isEmpty {
      problems.append(
        Diagnostic(
          .suppressionWithoutReason,
          "the comment that ignores \(QuotedText.of(comment.codes.joined(separator: ", "))) gives no reason",
          at: location, help: "add ` -- ` and a reason; without one the comment has no effect"))
    }
    return problems
  }

  /// FB0011 for a reason that stands behind something else than `--`.
  private func reasonWithoutMark(_ comment: SuppressionComment, _ mark: String) -> Diagnostic {
    let codes = QuotedText.of(comment.codes.joined(separator: ", "))
    var problem = Diagnostic(
      .suppressionWithoutReason,
      mark.isEmpty
        ? "nothing divides the reason from \(codes) in the comment that ignores it"
        : "the comment that ignores \(codes) has \(QuotedText.of(mark)) before its reason",
      at: source.location(comment.span), help: "write ` -- ` before the reason; without it the comment has no effect")
    if let place = place(of: mark, in: comment) {
      problem.fixes = [
        SuggestedFix("replace it by `--`", [SuggestedFix.Edit(source.location(place), replacement: "--")])
      ]
    }
    return problem
  }

  /// Where the sign stands: the first of its kind behind the last code.
  private func place(of mark: String, in comment: SuppressionComment) -> Span? {
    let bytes = source.bytes
    let end = min(comment.span.end, bytes.count)
    guard !mark.isEmpty, let code = comment.codes.last,
      let start = Self.first(Array(code.utf8), in: bytes, comment.span.start..<end),
      let place = Self.first(Array(mark.utf8), in: bytes, start + code.utf8.count..<end)
    else { return nil }
    return Span(place, place + mark.utf8.count)
  }

  private static func first(_ wanted: [UInt8], in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    guard range.count >= wanted.count, range.lowerBound >= 0 else { return nil }
    return (range.lowerBound...(range.upperBound - wanted.count)).first {
      bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }
}
