import Diagnostics
import FirestoreRulesLanguage
import Project
import ProjectCheck
import QueryScanner

/// The statements of a rules file that is open, with the queries that they decide.
struct RuleStatements {
  struct Statement {
    var allow: AllowStatement
    var project: AnalyzedProject?
    /// Where the queries that it decides stand.
    var requests: [SourceRequest]
    var span: Range<Int>

    var markdown: String {
      let methods = allow.methods.map(\.text).joined(separator: ", ")
      let head = "**allow** \(methods)"
      guard !requests.isEmpty else { return head + "\n\nIt decides no query of the sources." }
      let lines = requests.prefix(20).map { request in
        let answer = project?.access(of: request)
        return
          "- \(answer?.finding == nil ? "allows" : "does not allow") `\(request.request.targetText)` (\(request.site))"
      }
      let rest = requests.count > 20 ? ["- and \(requests.count - 20) more"] : []
      return ([head, "", "Decides:"] + lines + rest).joined(separator: "\n")
    }
  }

  private var statements: [AllowStatement] = []

  init(_ context: inout FeatureContext) {
    guard context.document.isRules else { return }
    var collector = AllowCollector()
    CloudRulesParser.parse(context.document.source).ruleset.walk(&collector)
    statements = collector.found
  }

  func statement(at offset: Int, _ context: inout FeatureContext) -> Statement? {
    guard let allow = statements.first(where: { $0.span.start <= offset && offset <= $0.span.end }),
      let path = context.document.path
    else { return nil }
    let span = allow.span.start..<allow.span.end
    for project in context.projects where project.queries.rules.files.contains(where: { $0.path == path }) {
      let requests = project.queries.sources.requests.filter { request in
        guard let place = project.access(of: request)?.statement, place.source.path == path else { return false }
        return span.contains(context.places.span(place).lowerBound)
      }
      return Statement(allow: allow, project: project, requests: requests, span: span)
    }
    return Statement(allow: allow, requests: [], span: span)
  }
}

private struct AllowCollector: SyntaxVisitor {
  var found: [AllowStatement] = []

  mutating func visit(_ allow: AllowStatement) { found.append(allow) }
}
