package import Diagnostics
import FirestoreModel
import IndexCatalog
package import Metering
import Project
import QueryExecution
import QueryModel
import QueryPlanner
package import QueryScanner
package import QueryShapes
import Workloads

/// What is known of one query at its place, for somebody who looks at the place.
package struct QueryFacts: Sendable {
  package var shape: QueryShape
  /// Nil where something is known only at run time that decides it.
  package var judgement: QueryJudgement?
  /// The definitions of the index file that serve it.
  package var definitions: [SourceLocation]
  /// What one run bills; nil where no index serves it.
  package var reads: CountRange?
  /// The same at the sizes of the project's workloads.
  package var sizes: [WorkloadSize] = []
}

extension ProjectQueries {
  /// The queries of a file, in the order of the file.
  ///
  /// - Parameter path: as it is printed.
  package func shapes(in path: String) -> [(shape: QueryShape, group: QueryGroup)] {
    groups.flatMap { group in
      group.shapes.filter { $0.location.source.path == path && !$0.isOnlyRecorded }.map { ($0, group) }
    }.sorted { $0.shape.location.span.start < $1.shape.location.span.start }
  }

  package func facts(
    of shape: QueryShape, in group: QueryGroup, under billing: BillingAssumptions = .standard
  ) -> QueryFacts {
    var facts = QueryFacts(shape: shape, definitions: [])
    guard !shape.isOpen, shape.reachesService else { return facts }
    let judgement = judge(of: shape, in: group).judge(shape.query, aggregations: shape.aggregations)
    facts.judgement = judgement
    guard let plan = judgement.plan else { return facts }
    facts.definitions = group.definitions(of: plan)
    let kind: BillingEvent.Kind =
      shape.query.nearest != nil ? .nearest : shape.aggregations.isEmpty ? .query : .aggregate
    func reads(_ documents: CountRange) -> CountRange {
      CostEstimate(plan.bounds(documents: documents, kind: kind), under: billing).reads
    }
    facts.reads = reads(.unbounded)
    facts.sizes = suites.compactMap { suite in
      suite.documents(of: shape.query).map { documents in
        WorkloadSize(workload: suite.name, documents: documents, reads: reads(CountRange(exactly: documents)))
      }
    }
    return facts
  }

  /// The queries that a definition of an index file serves.
  package func users(of definition: SourceLocation) -> [QueryShape] {
    groups.filter { $0.source.path == definition.source.path }.flatMap { group in
      group.shapes.filter { shape in
        guard !shape.isOpen, shape.reachesService,
          let plan = judge(of: shape, in: group).judge(shape.query, aggregations: shape.aggregations).plan
        else { return false }
        return group.definitions(of: plan).contains(definition)
      }
    }
  }
}

extension QueryGroup {
  /// The entries of the index file, as people read them.
  package var definitions: [(text: String, location: SourceLocation)] {
    (source.file?.composites ?? []).map { entry in
      ("\(entry.value.collectionGroup) \(entry.value.fieldsText)", entry.location)
    }
  }

  fileprivate func definitions(of plan: QueryPlan) -> [SourceLocation] {
    let used = plan.disjuncts.flatMap(\.members).compactMap(\.composite)
    return (source.file?.composites ?? []).filter { used.contains($0.value) }.map(\.location)
  }
}

extension ScannedRequest {
  /// Whether it is the request that a shape stands for: one place may ask several queries.
  package func targetsQuery(of shape: QueryShape) -> Bool {
    guard case .query(let query, let aggregations) = target else { return false }
    return query == shape.query && aggregations == shape.aggregations
  }
}
