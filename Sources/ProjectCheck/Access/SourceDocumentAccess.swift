import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Project
import QueryModel
import QueryScanner

extension ProjectQueries {
  /// FB4104: requests for single documents that no statement lets through, whatever the documents hold and whoever asks.
  /// What a condition says depends on the document and is not judged.
  var sourceDocumentFindings: [QuestionedFinding] {
    let shown = ShownRules(sources).byDocument
    var denials: [DocumentRequest: Denial?] = [:]
    // Of a function that is handed its path some callers may be seen wrongly: at one place all have to be denied.
    var openPlaces: Set<SourceLocation> = []
    var denied: [(source: SourceRequest, denial: Denial)] = []
    for source in sources.requests {
      guard source.request.caller == .client, source.caller != .admin, !source.request.isFromCache,
        case .document = source.request.target
      else { continue }
      var denial: Denial?
      if shown[source.request.location.source.path] == nil, let request = DocumentRequest(source.request),
        let rules = rules.byDatabase[request.database.string]?.rules
      {
        denial = denials[request] ?? request.denial(by: rules)
        denials[request] = .some(denial)
      }
      if let denial { denied.append((source, denial)) } else { openPlaces.insert(source.request.location) }
    }
    return denied.filter { !openPlaces.contains($0.source.request.location) }.map { source, denial in
      let finding = Diagnostic(
        .documentDenied, "the rules deny `\(source.shortTitle)` to everybody: \(denial.reason)",
        at: source.request.location,
        notes: denial.rules + ["production would answer PERMISSION_DENIED"],
        help: "add a statement for it if apps may do this")
      return QuestionedFinding(finding: finding, query: source.shortTitle, calledFrom: source.request.calledFrom)
    }
  }
}

/// Why no statement lets a request through.
private struct Denial {
  var reason: String
  /// Those that are `false`, with their places.
  var rules: [String] = []
}

/// What rules are asked of one document before anything is known of it.
private struct DocumentRequest: Hashable {
  var database: Text
  /// Nil: a segment that only the run knows.
  var path: [Text?]
  /// One of them is enough.
  var methods: [RulesMethod]

  /// Nil where the path is not known to be that of a document.
  init?(_ request: ScannedRequest) {
    guard case .document(let template) = request.target, let database = request.database,
      request.refusal == nil, !request.unresolved.contains(where: { $0.kind.decidesIndexes })
    else { return nil }
    self.database = database
    path = template.segments.map(\.literal)
    // A collection that only the run knows may be a path.
    guard path.count.isMultiple(of: 2), !path.isEmpty,
      path.enumerated().allSatisfy({ $0.offset % 2 == 1 || $0.element != nil })
    else { return nil }
    switch request.kind {
    case .get, .listen: methods = [.get]
    case .aggregate, .unsent: return nil
    case .write(.create): methods = [.create]
    case .write(.set), .write(.merge): methods = [.create, .update]
    case .write(.update): methods = [.update]
    case .write(.delete): methods = [.delete]
    }
  }

  /// Why no statement lets it through; nil where one may.
  func denial(by rules: CompiledRules) -> Denial? {
    let head = path.prefix { $0 != nil }.compactMap(\.self)
    let request = RequestPath(head: head, tail: Array(path.dropFirst(head.count)))
    let applicable = methods.flatMap { rules.statements(for: request, method: $0, database: database) }
    let conditions = applicable.map { rules.statements[$0.statement].condition }
    guard conditions.allSatisfy({ $0.map(rules.text(of:)) == "false" }) else { return nil }
    if conditions.isEmpty {
      let names = methods.map { "`\($0.rawValue)`" }.joined(separator: " or ")
      return Denial(reason: "no rule allows \(names) here")
    }
    let places = Set(conditions.compactMap { $0.map(rules.span(of:)) }).sorted { $0.start < $1.start }
    return Denial(
      reason: "the rule is `false`",
      rules: places.map { "\(rules.ruleset.source.location($0).description): `false`" })
  }
}
