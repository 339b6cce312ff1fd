package import FirestoreModel
package import IndexCatalog
package import QueryModel

/// Decides which indexes answer a query, or names the index production would ask for.
///
/// The plans it makes are the ones that are executed, so a check and a run cannot disagree.
package struct QueryPlanner: Sendable {
  package let catalog: IndexCatalog
  package let database: DatabaseName
  package let assumptions: PlannerAssumptions

  package init(
    catalog: IndexCatalog, database: DatabaseName, assumptions: PlannerAssumptions = PlannerAssumptions()
  ) {
    self.catalog = catalog
    self.database = database
    self.assumptions = assumptions
  }

  /// Plans a query as production does. Each disjunct is served by one index or by a merge; the first that is not makes
  /// the whole query fail.
  package func plan(_ query: NormalizedQuery, aggregations: [Aggregation] = []) -> PlanOutcome {
    var cache = PlanCache()
    return plan(query, aggregations: aggregations, cache: &cache)
  }

  /// The same, with decisions remembered between queries. A cache belongs to one planner.
  package func plan(
    _ query: NormalizedQuery, aggregations: [Aggregation] = [], cache: inout PlanCache
  ) -> PlanOutcome {
    let result = planAssumingMissing(query, aggregations: aggregations, cache: &cache)
    if let first = result.missing.first { return .missing(first) }
    return .served(result.plan)
  }

  /// Mode `permissive`: the plan as if every index that is missing were declared, and the list of these, each once, in
  /// the order of the disjuncts that need them.
  package func planAssumingMissing(
    _ query: NormalizedQuery, aggregations: [Aggregation] = []
  ) -> (plan: QueryPlan, missing: [MissingIndex]) {
    var cache = PlanCache()
    return planAssumingMissing(query, aggregations: aggregations, cache: &cache)
  }

  package func planAssumingMissing(
    _ query: NormalizedQuery, aggregations: [Aggregation] = [], cache: inout PlanCache
  ) -> (plan: QueryPlan, missing: [MissingIndex]) {
    var questions: Set<OpenQuestion> = []
    var missing: [MissingIndex] = []
    var disjuncts: [DisjunctPlan] = []
    for (position, requirement) in requirements(of: query, aggregations: aggregations).enumerated() {
      let entry = cache.entry(for: requirement) { judge(requirement) }
      questions.formUnion(entry.openQuestions)
      let members: [IndexScan]
      switch entry.decision {
      case .served(let scans): members = scans
      case .missing(let building):
        members = [requirement.perfectScan]
        let index = missingIndex(requirement, in: query, disjunct: position, building: building, entry.openQuestions)
        if !missing.contains(where: { $0.definition == index.definition }) { missing.append(index) }
      }
      disjuncts.append(
        DisjunctPlan(conjunction: query.disjuncts[position], members: members, suffix: requirement.suffix))
    }
    let plan = QueryPlan(
      query: query, aggregations: aggregations, disjuncts: disjuncts, openQuestions: questions.sorted())
    return (plan, missing)
  }

  /// What every disjunct needs, in their order.
  package func requirements(of query: NormalizedQuery, aggregations: [Aggregation] = []) -> [IndexRequirement] {
    let aggregated = Set(aggregations.compactMap(\.aggregatedField)).sorted()
    let inequalities = query.inequalityFieldCount
    return query.disjuncts.map {
      IndexRequirement(
        $0, of: query, aggregated: aggregated, inequalityFieldCount: inequalities, assumptions: assumptions)
    }
  }
}

extension QueryPlanner {
  /// The decision and the open questions it rests on: those whose other answer would decide differently.
  private func judge(_ requirement: IndexRequirement) -> PlanCache.Entry {
    let decision = CandidateSearch(catalog: catalog, assumptions: assumptions).decide(requirement)
    let questions = OpenQuestion.announced.filter { question in
      guard question.concerns(requirement, catalog: catalog) else { return false }
      let other = CandidateSearch(catalog: catalog, assumptions: assumptions.flipping(question)).decide(requirement)
      return other.isServed != decision.isServed
    }
    return PlanCache.Entry(decision: decision, openQuestions: questions)
  }

  private func missingIndex(
    _ requirement: IndexRequirement, in query: NormalizedQuery, disjunct: Int, building: Bool,
    _ questions: [OpenQuestion]
  ) -> MissingIndex {
    var index = requirement.missingIndex(in: database)
    index.rangesOverSeveralFields = query.inequalityFieldCount > 1
    index.isBuilding = building
    index.disjunct = disjunct
    index.openQuestions = questions
    return index
  }
}

extension MissingIndex.Kind {
  /// An index on one field whose `__name__` has the direction of automatic indexes is a single-field index.
  init(_ requirement: IndexRequirement) {
    if let vector = requirement.vector {
      self = .vector(dimension: vector.dimension)
      return
    }
    let fields = requirement.perfectFields
    if fields.count == 2, (fields[0].mode == .descending) == (fields[1].mode == .descending) {
      self = .singleField(fields[0].mode)
    } else {
      self = .composite
    }
  }
}

extension OpenQuestion {
  /// A cheap filter in front of planning a second time.
  fileprivate func concerns(_ requirement: IndexRequirement, catalog: IndexCatalog) -> Bool {
    let nameDescending = requirement.suffix == [Order(.documentName, .descending)]
    return switch self {
    case .mergedNameDescending: nameDescending && requirement.prefixCount > 1
    case .arrayNameDescending: nameDescending && requirement.contains != nil
    case .equalityByDescendingIndex: requirement.suffix == [Order(.documentName)] && !requirement.equalities.isEmpty
    case .groupCompositeMergesWithAutomatic: requirement.scope == .collection && requirement.prefixCount > 1
    case .nameDirectionAfterArray: !catalog.inferredNameDirections.isEmpty
    case .trailingEquality, .aggregatedDirection, .aggregatedEquality, .mergeAfterDroppedOrder, .equalityBehindRange,
      .orderWithEqualityKept:
      false
    }
  }
}

extension NormalizedQuery {
  /// Distinct fields with an inequality in any disjunct; `__name__` is a key filter and does not count.
  var inequalityFieldCount: Int {
    var fields: Set<FieldPath> = []
    for disjunct in disjuncts {
      for predicate in disjunct.predicates where predicate.isInequality && !predicate.path.isDocumentName {
        fields.insert(predicate.path)
      }
    }
    return fields.count
  }
}
