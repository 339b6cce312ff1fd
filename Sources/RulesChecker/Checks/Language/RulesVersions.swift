package import Diagnostics
import QueryModel
import RulesLanguage

/// Rules of version 1, or without a version, with a recursive wildcard or an app that queries collection groups (FB3002).
package enum RulesVersions: RulesLint {
  package static let codes: [DiagnosticCode] = [.missingRulesVersion]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    guard subject.ruleset.effectiveVersion == .one, !subject.allows.isEmpty else { return [] }
    let isRecursive = subject.scopes.contains { $0.block.path.segments.contains(where: \.isRecursive) }
    let hasGroups = subject.context.listQueries?.contains { $0.source.allDescendants } ?? false
    guard isRecursive || hasGroups else { return [] }
    let reason =
      isRecursive
      ? "a recursive wildcard does not match zero segments" : "collection group queries cannot be allowed"
    let message = subject.ruleset.version == nil ? "without `rules_version`" : "with version 1"
    return [
      Diagnostic(
        .missingRulesVersion, "\(message) \(reason)", at: subject.location(place(in: subject.ruleset)),
        help: "begin the file with `rules_version = '2';`, and check what recursive wildcards then expose")
    ]
  }

  private static func place(in ruleset: Ruleset) -> Span {
    ruleset.version?.textSpan ?? ruleset.tokens.first?.span ?? Span(0, 0)
  }
}
