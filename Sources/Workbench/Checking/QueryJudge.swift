package import Diagnostics
package import FirestoreModel
package import QueryModel
package import QueryPlanner

/// What the service would say about one query.
package enum QueryJudgement: Hashable, Sendable {
  /// Refused before any index is looked for.
  case invalid(FirestoreError)
  /// Valid, but no index serves it; every missing index once.
  case missing([MissingIndex])
  case served(QueryPlan)

  package var plan: QueryPlan? {
    switch self {
    case .served(let plan): plan
    case .invalid, .missing: nil
    }
  }
}

/// Judges queries against one database: `check`, `explain`, `indexes` and the runs all ask this one, so they agree.
package struct QueryJudge: Sendable {
  package let planner: QueryPlanner
  /// The index file as it is called in messages.
  package let indexFile: String

  package init(planner: QueryPlanner, indexFile: String = "firestore.indexes.json") {
    self.planner = planner
    self.indexFile = indexFile
  }

  package func judge(_ query: Query, aggregations: [Aggregation] = []) -> QueryJudgement {
    do throws(FirestoreError) {
      if aggregations.isEmpty {
        return judgement(try query.normalized(database: planner.database), [])
      }
      let request = AggregationQuery(query: query, aggregations: aggregations)
      let normalized = try request.normalized(database: planner.database)
      return judgement(
        normalized.query, normalized.aggregations.map { Aggregation($0.op, alias: $0.alias) })
    } catch {
      return .invalid(error)
    }
  }

  private func judgement(_ query: NormalizedQuery, _ aggregations: [Aggregation]) -> QueryJudgement {
    let result = planner.planAssumingMissing(query, aggregations: aggregations)
    return result.missing.isEmpty ? .served(result.plan) : .missing(result.missing)
  }
}

extension QueryJudge {
  /// Everything there is to say about a shape, at its place: what production refuses (FB10xx), indexes that are missing
  /// (FB20xx), open questions (FB8002), and what is going to cost more than it looks (FB70xx).
  ///
  /// Findings that the shape expects are left out.
  package func findings(on shape: QueryShape) -> [Diagnostic] {
    let words = PlanFindings(query: shape.shortText, indexFile: indexFile)
    let found: [Diagnostic]
    switch judge(shape.boundedQuery, aggregations: shape.aggregations) {
    case .invalid(let error): found = shape.expectsRefusal ? [] : [invalid(error, shape)]
    case .missing(let indexes):
      let questions = Set(indexes.flatMap(\.openQuestions)).sorted()
      let missing = shape.expectsRefusal ? [] : indexes.map { words.finding(for: $0, catalog: planner.catalog) }
      found = missing + questions.map(words.finding) + CostHazards.findings(on: shape)
    case .served(let plan):
      found = words.findings(for: .served(plan), catalog: planner.catalog) + CostHazards.findings(on: shape)
    }
    return found.filter { !shape.expectedFindings.contains($0.code.id) }.map { finding in
      var located = finding
      located.location = finding.location ?? shape.location
      return located
    }
  }

  private func invalid(_ error: FirestoreError, _ shape: QueryShape) -> Diagnostic {
    Diagnostic(
      DiagnosticCode.refusing(error), "query `\(shape.shortText)` is invalid: \(error.message)", at: shape.location,
      notes: ["production would answer \(error.status.name)"])
  }
}

extension QueryShape {
  /// The query that is sent: a page step adds its size as the limit.
  var boundedQuery: Query {
    guard kind == .page, query.limit == nil, query.nearest == nil else { return query }
    var bounded = query
    bounded.limit = 1
    return bounded
  }
}

extension DiagnosticCode {
  /// The code under which a refusal of the service is reported; the texts are production's own.
  package static func refusing(_ error: FirestoreError) -> DiagnosticCode {
    let known: [(prefix: String, code: DiagnosticCode)] = [
      ("Too many disjunctions after normalization", .tooManyDisjunctions),
      ("order by clause cannot contain more fields after the key", .orderAfterKey),
      ("Cursor has too many values", .cursorLongerThanOrder),
      ("Only a single 'NOT_EQUAL', 'NOT_IN'", .notInWithOtherNegation),
      ("'NOT_IN' cannot be used in the same query", .notInWithOtherNegation),
      ("limitToLast() queries require", .limitToLastWithoutOrder),
      ("A maximum of 1 'ARRAY_CONTAINS' filter", .tooManyArrayContains),
    ]
    return known.first { error.message.hasPrefix($0.prefix) }?.code ?? .invalidQuery
  }
}
