package import Diagnostics
import FirestoreModel
import RealtimeDatabase
import StructuredText

/// A rules document as it was read: the rules, and everything that keeps it from being uploaded.
package struct RealtimeRulesReading: Sendable {
  package let source: SourceText
  /// Nil when the upload is refused.
  package let ruleset: RealtimeRuleset?
  /// What could be read; nil when the text is not JSON or holds no rules. Rules with a mistake are left out.
  package let root: RuleNode?
  /// Whether it says anything about access, mistakes included, and not only about indexes. Nothing at all is said about
  /// it, too, where all of the rules are there.
  package let decidesAccess: Bool
  /// FB6001, FB6002 and FB6003, in the order of the file; FB8001 for another language.
  package let diagnostics: [Diagnostic]

  /// A document as it is uploaded: `{"rules": {…}}`.
  package static func read(_ source: SourceText) -> RealtimeRulesReading {
    RealtimeRulesReading(source, isFragment: false)
  }

  /// A part of one as documentation shows it: with or without `rules`.
  package static func fragment(_ source: SourceText) -> RealtimeRulesReading {
    RealtimeRulesReading(source, isFragment: true)
  }

  private init(_ source: SourceText, isFragment: Bool) {
    self.source = source
    if let problem = Self.otherLanguage(source) {
      ruleset = nil
      root = nil
      decidesAccess = true
      diagnostics = [problem]
      return
    }
    var reader = RuleTreeReader(source: source)
    let result = JSONReader.read(source, .realtimeRules)
    reader.diagnostics = result.diagnostics.map(Self.asRules)
    root = result.node.flatMap { reader.document($0, isFragment: isFragment) }
    decidesAccess = reader.decidesAccess
    diagnostics = reader.diagnostics.stablySorted()
    let isRefused = diagnostics.contains { $0.severity == .error }
    ruleset = isRefused ? nil : root.map { RealtimeRuleset(source: source, root: $0) }
  }

  /// Rules that only another tool turns into those that are uploaded.
  private static func otherLanguage(_ source: SourceText) -> Diagnostic? {
    guard source.path.lowercased().hasSuffix(".bolt") else { return nil }
    return Diagnostic(
      .unsupportedFeature, "rules in the Bolt language are not read, only the JSON that they are compiled to",
      at: source.start, help: "compile the file with `firebase-bolt`, and name the `.json` file that it writes")
  }

  /// What is wrong with the text itself, under the code of rules files.
  private static func asRules(_ diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic(
      .jsonSyntax, diagnostic.message, at: diagnostic.location, notes: diagnostic.notes, help: diagnostic.help,
      related: diagnostic.related)
  }
}

extension [Diagnostic] {
  /// In the order of the file.
  fileprivate func stablySorted() -> [Diagnostic] {
    enumerated().sorted { left, right in
      let (first, second) = (left.element.location?.span.start ?? 0, right.element.location?.span.start ?? 0)
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }
}
