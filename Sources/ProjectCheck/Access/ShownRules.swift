import Diagnostics
import FirestoreRulesChecker
import FirestoreRulesEvaluator
import Project
import QueryScanner

/// The security rules that documents show: they count for the queries of the same document, in the place of those of the
/// project.
struct ShownRules {
  private let shown: [(fragment: DocumentFragment, rules: RulesSource)]
  /// By the path of the document; of several the last.
  let byDocument: [String: CompiledRules]

  init(_ sources: SourceQueries) {
    shown = sources.fragments.filter { $0.kind == .securityRules }.map { ($0, RulesSource($0.text)) }
    var documents: [String: CompiledRules] = [:]
    for (fragment, rules) in shown { if let compiled = rules.rules { documents[fragment.source.path] = compiled } }
    byDocument = documents
  }

  /// What is to be said of the rules themselves.
  var findings: [Diagnostic] {
    shown.flatMap { fragment, rules in
      RulesCheck.findings(rules.parsed, rules.compilation, keepsSuppressed: true).map { fragment.placed($0) }
    }
  }
}
