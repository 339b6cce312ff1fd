import Diagnostics
import QueryScanner

/// `firebreak-ignore` in the comments of sources and documents.
enum SourceSuppressions {
  /// The findings, those that a comment silences marked as such, and those about the comments.
  static func apply(to findings: [Diagnostic], in sources: SourceQueries, isComplete: Bool) -> [Diagnostic] {
    var comments: [String: [SuppressionComment]] = [:]
    var texts: [String: SourceText] = [:]
    var tables: [String: LineTable] = [:]
    var misspelt: [Diagnostic] = []
    for located in sources.remarks {
      guard var comment = SuppressionComment(located.remark.text, span: located.remark.span) else {
        if let remark = MisspeltRemark(located.remark.text) {
          misspelt.append(remark.finding(at: located.source.location(located.remark.span)))
        }
        continue
      }
      let table = tables[located.source.path] ?? LineTable(located.source)
      tables[located.source.path] = table
      if !comment.isForFile { comment.lines = RemarkScope.lines(of: located, table) }
      comments[located.source.path, default: []].append(comment)
      texts[located.source.path] = located.source
    }
    guard !comments.isEmpty else { return findings + misspelt }
    var remaining = misspelt
    var affected: [String: [Diagnostic]] = [:]
    for finding in findings {
      if let path = finding.location?.source.path, comments[path] != nil {
        affected[path, default: []].append(finding)
      } else {
        remaining.append(finding)
      }
    }
    for (path, source) in texts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let table = tables[path] ?? LineTable(source)
      let suppressions = CommentSuppressions(comments[path] ?? [], in: source, lines: table)
      remaining += suppressions.apply(to: affected[path] ?? [], complete: isComplete, canBeUnused: canBeUnused)
    }
    return remaining
  }

  /// Codes that are reported about sources.
  private static let codes: [DiagnosticCode] = [
    .tooManyDisjunctions, .orderAfterKey, .cursorLongerThanOrder, .notInWithOtherNegation, .limitToLastWithoutOrder,
    .tooManyArrayContains, .invalidQuery, .unresolvedQueryShape, .missingCompositeIndex, .missingCollectionGroupIndex,
    .singleFieldIndexDisabled, .indexPerDynamicField, .missingVectorIndex, .limitToLastFlipsOrder, .listNotProvable,
    .proofUnknown, .missingIndexOn, .unboundedListen, .pageRepeatsBoundary, .deepListen, .nPlusOneGets,
    .unboundedQuery, .offsetBillsSkipped, .listenerWithoutLimit, .sameQueryTwice, .cursorRefetch, .movingWatermark,
    .watermarkSkipsWindow, .filteredAfterRead, .unboundedIn, .behaviourUnverified,
  ]

  private static func canBeUnused(_ selector: CodeSelector) -> Bool { codes.contains(where: selector.matches) }
}
