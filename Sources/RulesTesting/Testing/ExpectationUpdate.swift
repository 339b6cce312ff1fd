import Diagnostics
import Project
import StructuredText

/// Rewrites expectations to what the rules say now (`rules test --update`).
package enum ExpectationUpdate {
  /// One file with its new text.
  package struct Edit: Sendable {
    package var path: String
    package var text: String
    /// Expectations that changed.
    package var count: Int
  }

  private struct Replacement {
    var span: Span
    var text: String
  }

  /// Cases that end in an error keep what they expect: nothing is known that could stand there.
  package static func edits(_ report: RuleTestReport, in set: RuleTestSet) -> [Edit] {
    set.files.compactMap { file in
      guard case .cases(let cases) = file.content,
        let results = report.files.first(where: { $0.path == file.path })?.cases
      else { return nil }
      let items = Dictionary(cases.cases.map { ($0.location.span.start, $0) }) { first, _ in first }
      let replacements = results.filter { $0.outcome == .failed }.flatMap { result in
        items[result.location.span.start].map { Self.replacements($0, result) } ?? []
      }
      guard !replacements.isEmpty else { return nil }
      return Edit(path: file.path, text: edited(cases.source, replacements), count: replacements.count)
    }
  }

  private static func replacements(_ item: RuleCase, _ result: RuleCaseResult) -> [Replacement] {
    var replacements: [Replacement] = []
    let places = item.expectation.places
    if result.expected != result.actual { replacements.append(Replacement(span: places.expect, text: result.actual)) }
    if let span = places.reads, item.expectation.reads != result.reads {
      replacements.append(Replacement(span: span, text: String(result.reads)))
    }
    if let span = places.because, let because = item.expectation.because, let answer = result.answer,
      let reason = answer.reason, !because.accepts(answer)
    {
      replacements.append(Replacement(span: span, text: JSONWriter.quoted(text(of: reason, insteadOf: because))))
    }
    return replacements
  }

  /// What was a place stays a place, in the file as the case calls it.
  private static func text(of reason: RuleReason, insteadOf because: RuleCase.Because) -> String {
    guard case .statement(let file, _) = because, let location = reason.location else { return reason.message }
    let name = location.source.isCalled(file) ? file : DisplayPath.name(of: location.source.path)
    return "\(name):\(location.position.line)"
  }

  private static func edited(_ source: SourceText, _ replacements: [Replacement]) -> String {
    var bytes = source.bytes
    for replacement in replacements.sorted(by: { $0.span.start > $1.span.start }) {
      bytes.replaceSubrange(replacement.span.clamped(to: bytes.count), with: replacement.text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
