import CodePages
package import Diagnostics
import PageLayout
import StructuredText

/// Findings as SARIF 2.1.0, for code scanning and editors.
///
/// Results are sorted by severity, so that what a display limit leaves out is what matters least. Code scanning takes
/// 25,000 results of a run and shows 5,000; what lies beyond is said in a notification of the run.
package struct SARIFReport {
  /// What becomes of a report that is too long.
  package enum Limit {
    /// More results are refused by code scanning: they are left out, and counted.
    package static let results = 25_000
    /// More results are accepted and not shown.
    package static let shown = 5_000
  }

  package var toolVersion: String
  /// The page that explains the codes, as an absolute address: each code is an anchor of it. Nil: it is not published
  /// where this report could know; every rule carries its help page anyway.
  package var helpPage: String?
  package var paths: RepositoryPaths
  package var exitCode: Int32
  /// The command did what it was called for, whatever it found.
  package var isDone: Bool
  /// Findings that somebody has silenced are results, too, and say so. Code scanning of GitHub does not know that
  /// property: it would show them like all others.
  package var listsSuppressed: Bool

  package init(
    toolVersion: String, helpPage: String? = nil, paths: RepositoryPaths = RepositoryPaths(), exitCode: Int32 = 0,
    isDone: Bool = true, listsSuppressed: Bool = false
  ) {
    self.toolVersion = toolVersion
    self.helpPage = helpPage
    self.paths = paths
    self.exitCode = exitCode
    self.isDone = isDone
    self.listsSuppressed = listsSuppressed
  }

  package func text(_ findings: FindingList) -> String { JSONWriter.text(document(findings)) + "\n" }

  /// What does not fit, in words; nil when everything does.
  package static func note(_ count: Int) -> String? {
    guard count > Limit.shown else { return nil }
    if count > Limit.results {
      return "\(count - Limit.results) findings are left out: a SARIF run may hold \(Limit.results) results, "
        + "of which code scanning shows \(Limit.shown); the most severe come first"
    }
    return "\(count - Limit.shown) findings lie beyond the \(Limit.shown) that code scanning shows; "
      + "the most severe come first"
  }

  private func document(_ findings: FindingList) -> JSONValue {
    var places = SARIFPlaces(paths: paths)
    var fingerprints = FindingFingerprints(paths: paths)
    // Fingerprints count repeats in the order of the files, whatever the severities.
    let all = findings.diagnostics.map { Identified(diagnostic: $0, fingerprint: fingerprints.next($0)) }
    let suppressed =
      listsSuppressed
      ? findings.suppressed.map { Identified(diagnostic: $0, fingerprint: fingerprints.next($0)) } : []
    let active = Severity.allCases.sorted(by: >).flatMap { severity in
      all.filter { $0.diagnostic.severity == severity }
    }
    let results = (active + suppressed).prefix(Limit.results)
    let codes = Set(results.map(\.diagnostic.code)).sorted { $0.number < $1.number }
    let indexes = Dictionary(codes.enumerated().map { ($1, $0) }) { first, _ in first }
    // What several places need is defined once: a viewer that carries out every fix would define it at each of them.
    var defined: Set<String> = []
    let run = JSONValue.object([
      .init("tool", ["driver": driver(codes)]),
      .init("invocations", [invocation(findings.diagnostics.count)]),
      .init(
        "originalUriBaseIds",
        .object([.init(SARIFPlaces.base, ["description": ["text": "The root of the repository."]])])),
      .init("columnKind", "unicodeCodePoints"),
      .init(
        "results",
        .array(
          results.map { identified in
            let isFirst = identified.diagnostic.needs.map { defined.insert($0.definition).inserted } ?? true
            return result(
              identified, index: indexes[identified.diagnostic.code] ?? 0, saysSuppression: !suppressed.isEmpty,
              withFixes: isFirst, &places)
          })),
    ])
    return .object([
      .init("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"),
      .init("version", "2.1.0"), .init("runs", [run]),
    ])
  }

  private struct Identified {
    var diagnostic: Diagnostic
    var fingerprint: String
  }

  // MARK: - The tool

  private func driver(_ codes: [DiagnosticCode]) -> JSONValue {
    let information = helpPage.map { [JSONValue.Member("informationUri", .string($0))] } ?? []
    return .object(
      [
        .init("name", "Firebreak"), .init("version", .string(toolVersion)),
        .init("semanticVersion", .string(toolVersion)),
      ]
        + information + [.init("rules", .array(codes.map(rule)))])
  }

  private func rule(_ code: DiagnosticCode) -> JSONValue {
    let page = HelpPage.of(code)
    let address = helpPage.map { [JSONValue.Member("helpUri", .string("\($0)#\(page.anchor)"))] } ?? []
    let short = page.means.firstSentence
    return .object(
      [
        .init("id", .string(code.id)), .init("name", .string(code.name)),
        .init("shortDescription", ["text": .string(short)]), .init("fullDescription", ["text": .string(page.means)]),
        .init("help", ["text": .string(page.text), "markdown": .string(page.markdown)]),
      ] + address + [
        .init("defaultConfiguration", ["level": .string(Self.level(code.defaultSeverity))]),
        .init("properties", properties(code)),
      ])
  }

  private func properties(_ code: DiagnosticCode) -> JSONValue {
    let subject = code.subject
    let tags = ["firestore", subject.rawValue] + (subject.isSecurity ? ["security"] : [])
    return .object([
      .init("tags", .array(tags.map(JSONValue.string))), .init("precision", .string(subject.precision.rawValue)),
      .init("problem.severity", .string(Self.problemSeverity(code.defaultSeverity))),
    ])
  }

  private static func problemSeverity(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "recommendation"
    }
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  private func invocation(_ count: Int) -> JSONValue {
    let notes = Self.note(count).map { note in
      [
        JSONValue.Member(
          "toolExecutionNotifications", [["level": "note", "message": ["text": .string(note)]]])
      ]
    }
    return .object(
      [.init("executionSuccessful", .boolean(isDone)), .init("exitCode", .integer(Int64(exitCode)))] + (notes ?? []))
  }

  // MARK: - Results

  /// - Parameter saysSuppression: either all results of a run say whether they are suppressed, or none does.
  private func result(
    _ identified: Identified, index: Int, saysSuppression: Bool, withFixes: Bool, _ places: inout SARIFPlaces
  ) -> JSONValue {
    let diagnostic = identified.diagnostic
    let words = [diagnostic.message] + diagnostic.notes + (diagnostic.help.map { ["help: \($0)"] } ?? [])
    var members: [JSONValue.Member] = [
      .init("ruleId", .string(diagnostic.code.id)), .init("ruleIndex", .integer(Int64(index))),
      .init("level", .string(Self.level(diagnostic.severity))),
      .init("message", ["text": .string(words.map(QuotedText.singleLine).joined(separator: "\n"))]),
      .init("locations", [places.location(diagnostic.location)]),
      // A key of our own: the one that code scanning computes by itself is made of the line alone.
      .init("partialFingerprints", ["firebreakPlace/v1": .string(identified.fingerprint)]),
    ]
    var related: [JSONValue] = []
    for (offset, place) in diagnostic.related.enumerated() {
      related.append(places.related(place, id: offset + 1))
    }
    if !related.isEmpty { members.append(.init("relatedLocations", .array(related))) }
    var fixes: [JSONValue] = []
    for fix in diagnostic.fixes where withFixes && !fix.edits.isEmpty { fixes.append(places.fix(fix)) }
    if !fixes.isEmpty { members.append(.init("fixes", .array(fixes))) }
    if !diagnostic.flow.isEmpty { members.append(.init("codeFlows", [places.codeFlow(diagnostic.flow)])) }
    if let suppression = diagnostic.suppression {
      members.append(
        .init(
          "suppressions",
          [
            [
              "kind": .string(suppression.kind == .inSource ? "inSource" : "external"),
              "justification": .string(QuotedText.singleLine(suppression.reason)),
            ]
          ]))
    } else if saysSuppression {
      members.append(.init("suppressions", []))
    }
    return .object(members)
  }
}
