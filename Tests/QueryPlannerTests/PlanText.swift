import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import QueryModel

@testable import QueryPlanner

let demo = DatabaseName(project: "demo-firebreak")

/// Reads fixtures by name and queries in text form, and writes outcomes the way the case files do.
enum Planning {
  static func catalog(_ fixture: String) throws -> IndexCatalog {
    let path = "indexes/fixtures/\(fixture).indexes.json"
    return try catalog(SourceText(path: path, bytes: RepositoryFiles.bytes(path)))
  }

  static func catalog(_ source: SourceText) throws -> IndexCatalog {
    let file = IndexFile(reading: source)
    guard file.diagnostics.allSatisfy({ $0.severity != .error }) else {
      throw SpecError(file.diagnostics.map(\.message).joined(separator: "\n"))
    }
    return file.catalog
  }

  static func statement(
    _ text: String, database: DatabaseName = demo
  ) throws -> (query: NormalizedQuery, aggregations: [Aggregation]) {
    switch try QueryStatement(parsing: text, database: database) {
    case .document: throw SpecError("`\(text)` is a document")
    case .query(let query): return (try query.normalized(database: database), [])
    case .aggregation(let aggregation):
      let normalized = try aggregation.normalized(database: database)
      return (normalized.query, normalized.aggregations.map { Aggregation($0.op, alias: $0.alias) })
    }
  }

  static func outcome(_ text: String, _ catalog: IndexCatalog) throws -> PlanOutcome {
    let (query, aggregations) = try statement(text)
    return QueryPlanner(catalog: catalog, database: demo).plan(query, aggregations: aggregations)
  }
}

extension PlanOutcome {
  /// `OK: …` or `NEED: …` in the notation of the case files.
  var caseText: String {
    switch self {
    case .served(let plan): "OK: " + plan.disjuncts.map(\.caseText).uniqued().joined(separator: " ; ")
    case .missing(let index): "NEED: \(index.caseText)"
    }
  }

  var openQuestions: [String] {
    switch self {
    case .served(let plan): plan.openQuestions.map(\.rawValue)
    case .missing(let index): index.openQuestions.map(\.rawValue)
    }
  }
}

extension DisjunctPlan {
  fileprivate var caseText: String {
    if members.allSatisfy({ $0.index.origin == .primaryKey }) { return "key scan" }
    let members = members.map { IndexDefinition.text(of: $0.index.fields) }.sorted()
    return (members.count > 1 ? "merge " : "") + members.joined(separator: " + ")
  }
}

extension MissingIndex {
  fileprivate var caseText: String {
    var text = definition.completeFieldsText
    if definition.scope == .collectionGroup { text += " group" }
    if case .singleField(let mode) = kind {
      text += " → exemption text \(definition.scope.rawValue)_\(mode.shortText)"
    }
    if refusal().message.contains("range and inequality filters on multiple fields") { text += " + range note" }
    return text
  }
}
