import Diagnostics
import Project
import QueryScanner
import SourceTokens

/// `firebreak-ignore` in the comments of sources and documents.
enum SourceSuppressions {
  /// The findings, those that a comment silences marked as such, and those about the comments.
  static func apply(to findings: [Diagnostic], in sources: SourceQueries, isComplete: Bool) -> [Diagnostic] {
    var comments: [String: [SuppressionComment]] = [:]
    var texts: [String: SourceText] = [:]
    var misspelt: [Diagnostic] = []
    for located in sources.remarks {
      guard var comment = SuppressionComment(located.remark.text, span: located.remark.span) else {
        if let remark = MisspeltRemark(located.remark.text) {
          misspelt.append(remark.finding(at: located.source.location(located.remark.span)))
        }
        continue
      }
      if !comment.isForFile { comment.lines = RemarkScope.lines(of: located, LineTable(located.source)) }
      comments[located.source.path, default: []].append(comment)
      texts[located.source.path] = located.source
    }
    guard !comments.isEmpty else { return findings + misspelt }
    var judged = JudgedPlaces(findings, in: Set(comments.keys))
    var problems = misspelt
    for (path, source) in texts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let suppressions = CommentSuppressions(comments[path] ?? [], in: source, lines: LineTable(source))
      let places = judged.places(in: path)
      let found = suppressions.apply(to: places, complete: isComplete, canBeUnused: canBeUnused)
      judged.note(found.prefix(places.count), in: path)
      problems += found.dropFirst(places.count)
    }
    return judged.findings + problems
  }

  /// Codes that are reported about sources.
  private static let codes: [DiagnosticCode] = [
    .tooManyDisjunctions, .orderAfterKey, .cursorLongerThanOrder, .notInWithOtherNegation, .limitToLastWithoutOrder,
    .tooManyArrayContains, .invalidQuery, .unresolvedQueryShape, .missingCompositeIndex, .missingCollectionGroupIndex,
    .singleFieldIndexDisabled, .indexPerDynamicField, .missingVectorIndex, .limitToLastFlipsOrder, .listNotProvable,
    .documentDenied,
    .proofUnknown, .missingIndexOn, .unboundedListen, .pageRepeatsBoundary, .deepListen, .nPlusOneGets,
    .unboundedQuery, .offsetBillsSkipped, .listenerWithoutLimit, .sameQueryTwice, .cursorRefetch, .movingWatermark,
    .watermarkSkipsWindow, .filteredAfterRead, .unboundedIn, .behaviourUnverified,
  ]

  private static func canBeUnused(_ selector: CodeSelector) -> Bool { codes.contains(where: selector.matches) }
}

/// Findings at the places where comments may silence them: their own, and those where what is found was written. A
/// finding with several of these is silenced when all of them are.
private struct JudgedPlaces {
  private struct Place {
    var finding: Int
    var isOrigin: Bool
    var shown: Diagnostic
  }

  private(set) var findings: [Diagnostic]
  private var places: [String: [Place]] = [:]
  private var silencedOrigins: [Int: Int] = [:]

  /// - Parameter paths: files with comments.
  init(_ findings: [Diagnostic], in paths: Set<String>) {
    self.findings = findings
    for (index, finding) in findings.enumerated() {
      if let location = finding.location, paths.contains(location.source.path) {
        places[location.source.path, default: []].append(Place(finding: index, isOrigin: false, shown: finding))
      }
      for origin in finding.related where origin.isOrigin && paths.contains(origin.location.source.path) {
        var shown = finding
        shown.location = origin.location
        places[origin.location.source.path, default: []].append(Place(finding: index, isOrigin: true, shown: shown))
      }
    }
  }

  func places(in path: String) -> [Diagnostic] { (places[path] ?? []).map(\.shown) }

  /// - Parameter judged: the findings of ``places(in:)``, those that a comment silences marked as such.
  mutating func note(_ judged: ArraySlice<Diagnostic>, in path: String) {
    for (place, shown) in zip(places[path] ?? [], judged) {
      guard let suppression = shown.suppression else { continue }
      if place.isOrigin {
        silencedOrigins[place.finding, default: 0] += 1
        guard silencedOrigins[place.finding] == findings[place.finding].related.count(where: \.isOrigin) else {
          continue
        }
      }
      findings[place.finding].suppression = suppression
    }
  }
}
