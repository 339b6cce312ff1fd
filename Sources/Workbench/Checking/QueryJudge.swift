package import Diagnostics
package import FirestoreModel
import IndexCatalog
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

  package init(planner: QueryPlanner) { self.planner = planner }

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
  /// Everything there is to say about a shape, at its place.
  package func findings(on shape: QueryShape) -> [Diagnostic] {
    let judgement = judge(shape.boundedQuery, aggregations: shape.aggregations)
    switch judgement {
    case .invalid(let error):
      if shape.expectsRefusal { return [] }
      return [invalid(error, shape)]
    case .missing(let indexes):
      let unverified = indexes.flatMap(\.openQuestions)
      let missing = shape.expectsRefusal ? [] : indexes.map { missingIndex($0, shape) }
      return missing + openQuestions(unverified, shape) + CostHazards.findings(on: shape)
    case .served(let plan):
      return openQuestions(plan.openQuestions, shape) + CostHazards.findings(on: shape)
    }
  }

  private func invalid(_ error: FirestoreError, _ shape: QueryShape) -> Diagnostic {
    Diagnostic(
      DiagnosticCode.refusing(error), "production refuses \(shape.title): \(error.message)", at: shape.location,
      notes: ["production would answer \(error.status.name)"])
  }

  private func missingIndex(_ missing: MissingIndex, _ shape: QueryShape) -> Diagnostic {
    let group = missing.definition.collectionGroup
    let scope = missing.definition.scope == .collectionGroup ? " (collection group)" : ""
    let notes = [
      "needs: \(group)\(scope) \(missing.definition.fieldsText)",
      "production would answer FAILED_PRECONDITION",
    ]
    let help = "add the definition with `firebreak indexes suggest --write`"
    switch missing.kind {
    case .composite:
      return Diagnostic(
        .missingCompositeIndex, "query \(shape.title) needs an index that does not exist", at: shape.location,
        notes: notes, help: help)
    case .singleField:
      let field = missing.definition.fields.first?.path.description ?? ""
      let isGroup = missing.definition.scope == .collectionGroup
      return Diagnostic(
        isGroup ? .missingCollectionGroupIndex : .singleFieldIndexDisabled,
        isGroup
          ? "query \(shape.title) needs a collection-group index of `\(field)`"
          : "query \(shape.title) needs the single-field index of `\(field)`, which is switched off",
        at: shape.location, notes: notes, help: help)
    case .vector(let dimension):
      return Diagnostic(
        .missingVectorIndex, "query \(shape.title) needs a vector index that does not exist", at: shape.location,
        notes: notes, help: dimension == nil ? "give the query a vector, so that its dimension is known" : help)
    }
  }

  private func openQuestions(_ questions: [OpenQuestion], _ shape: QueryShape) -> [Diagnostic] {
    Set(questions).sorted().map { question in
      Diagnostic(
        .behaviourUnverified,
        "the verdict on \(shape.title) depends on \(question.rawValue): \(question.summary)", at: shape.location,
        help: "the other answer is `--assume \(question.rawValue)=\(question.alternativeAnswer)`")
    }
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
