import CodePages
import Diagnostics
import FirestoreModel
import IndexCatalog
import JSONRPC
import Metering
import PageLayout
import ProjectCheck
import QueryModel
import QueryPlanner
import QueryShapes
import StructuredText

/// What is known of a query, of a statement of rules, of an index or of a code.
enum HoverFeature: LanguageFeature {
  static let method = "textDocument/hover"
  static let capability = "hoverProvider"

  static func answer(_ context: inout FeatureContext) throws(RPCError) -> JSONValue {
    let offset = try context.offset()
    if let (text, span) = code(at: offset, context) { return json(text, span, context) }
    let queries = context.queries(at: offset)
    if let first = queries.first {
      return json(queries.map { QueryText($0).markdown }.joined(separator: "\n\n---\n\n"), first.span, context)
    }
    if let (project, text, location) = context.definition(at: offset) {
      return json(index(text, project.queries.users(of: location)), context.places.span(location), context)
    }
    if let statement = RuleStatements(&context).statement(at: offset, &context) {
      return json(statement.markdown, statement.span, context)
    }
    return .null
  }

  private static func json(_ text: String, _ span: Range<Int>, _ context: FeatureContext) -> JSONValue {
    [
      "contents": ["kind": "markdown", "value": .string(context.analysis?.shortened(text) ?? text)],
      "range": context.document.range(span, context.client.encoding).json,
    ]
  }

  /// The page of a code that stands in a comment or in a file of settings.
  private static func code(at offset: Int, _ context: FeatureContext) -> (text: String, span: Range<Int>)? {
    let span = context.wordRange(at: offset, with: "-")
    let word = String(decoding: context.document.bytes[span], as: UTF8.self)
    let isID = word.uppercased().hasPrefix("FB") && word.count == 6
    guard isID || context.document.line(of: offset).contains("firebreak-ignore") || context.document.isSettings,
      let code = DiagnosticCode(named: word)
    else { return nil }
    return (HelpPage.of(code).markdown, span)
  }

  private static func index(_ text: String, _ users: [QueryShape]) -> String {
    let lines = users.prefix(20).map { shape in
      "- `\(shape.shortText)`" + (shape.callSites.first.map { " (\($0))" } ?? "")
    }
    let rest = users.count > 20 ? ["- and \(users.count - 20) more"] : []
    let head =
      users.isEmpty
      ? "No query that is known uses it." : "Serves \(Counted.text(users.count, "query", "queries")):"
    return (["**index** \(text)", "", head] + lines + rest).joined(separator: "\n")
  }
}

/// A query as a hover shows it.
struct QueryText {
  private let query: PlacedQuery
  private let facts: QueryFacts

  init(_ query: PlacedQuery) {
    self.query = query
    facts = query.project.queries.facts(of: query.shape, in: query.group)
  }

  var markdown: String {
    let head = "**\(query.shape.kind.rawValue)** `\(query.shape.shortText)`"
    return ([head] + plan + reads + rules).joined(separator: "\n\n")
  }

  private var plan: [String] {
    switch facts.judgement {
    case .served(let plan)?:
      let indexes = plan.indexesUsed.map { use in
        use.properties + (use.queryScope == "Collection group" ? " (collection group)" : "")
      }
      return ["plan: " + indexes.map { "`\($0)`" }.joined(separator: ", ")]
    case .missing(let missing)?:
      return missing.prefix(3).map { index in
        "**missing index** `\(index.definition.collectionGroup) \(index.definition.fieldsText)`: production answers "
          + index.refusal().status.name
      }
    case .invalid(let error)?: return ["**refused**: \(error.message)"]
    case nil:
      let parts = query.shape.unresolved.map(\.kind.name)
      return parts.isEmpty ? [] : ["known only at run time: " + parts.joined(separator: ", ")]
    }
  }

  private var reads: [String] {
    guard let reads = facts.reads else { return [] }
    let sizes = facts.sizes.prefix(5).map { size in
      "in `\(size.workload)`: \(size.reads.shown) a run, of \(Counted.text(Int(clamping: size.documents), "document"))"
    }
    return ["bills: \(reads.shown) a run"] + sizes
  }

  private var rules: [String] {
    guard let request = query.request, let answer = query.project.access(of: request) else { return [] }
    let statement = answer.statement.map { place in
      " (\(place.description): `\(place.shownText)`)"
    }
    guard let finding = answer.finding else { return ["rules: allowed to \(answer.asker)\(statement ?? "")"] }
    return ["rules: \(finding.message)\(statement ?? "")"] + (finding.help.map { ["help: \($0)"] } ?? [])
  }
}

extension CountRange {
  /// `1–20 reads`
  var shown: String {
    guard let maximum else {
      let least = Counted.text(Int(clamping: minimum), "read")
      return minimum == 0 ? "a read for each document that matches" : "\(least) or more"
    }
    return minimum == maximum ? Counted.text(Int(clamping: maximum), "read") : "\(minimum)–\(maximum) reads"
  }
}

extension SourceLocation {
  /// The text at the place on one line.
  var shownText: String {
    let words = source.text(in: span).split(whereSeparator: \.isWhitespace)
    return String(words.joined(separator: " ").prefix(160)).replacing("`", with: "'")
  }
}

extension OpenDocument {
  var isSettings: Bool { address.hasSuffix("/firebreak.json") }

  /// The text of the line that a byte is in.
  func line(of offset: Int) -> String {
    let line = lines.line(of: min(offset, bytes.count))
    return String(
      decoding: bytes[lines.starts[line]..<max(lines.starts[line], lines.end(of: line, in: bytes))], as: UTF8.self)
  }
}
