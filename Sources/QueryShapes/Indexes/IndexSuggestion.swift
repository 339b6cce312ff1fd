import Diagnostics
import FirestoreModel
package import IndexCatalog
package import Project
import QueryModel
package import QueryPlanner

/// What the queries of a project ask of one index file.
package struct IndexSuggestion: Sendable {
  package var source: IndexSource
  /// The file lacks its array of indexes, so that nothing of it is deployed; the suggestion adds it.
  package var isCompleted: Bool
  package var advice: IndexAdvice
  /// How each query that was considered is served now: the valid ones whose missing index is not meant to be missing,
  /// one entry for all places that ask the same.
  package var services: [IndexAdvice.Service]
  /// The complete file with the additions, every other byte as it was. Definitions that production refuses are left
  /// where they are.
  package var editedText: [UInt8]
  /// A complete file without what production refuses; equal to `editedText` when there is nothing of that kind.
  package var cleanText: [UInt8]

  package var leftOut: LeftOut
  /// Queries that the additions serve without the index that production asks for.
  package var merges: [Merge]

  /// A query that several indexes serve together.
  package struct Merge: Hashable, Sendable {
    package var query: String
    /// What production, and a check, name for it.
    package var named: IndexDefinition
    package var servedBy: [IndexDefinition]
  }

  /// Queries that are not served whatever is added.
  package struct LeftOut: Hashable, Sendable {
    /// Something decisive is known only at run time.
    package var open: Int
    /// There are more than those that are known: not all ways to build them were followed.
    package var variants: Int
    /// They need an index for every value of a field.
    package var perValue: Int
    /// Vector searches of a dimension that nothing says.
    package var vectors: Int

    package var isEmpty: Bool { open + variants + perValue + vectors == 0 }
  }

  /// Overrides first, as they have to be read.
  package var additions: [IndexRepair] { advice.additions }
}

extension QueryGroup {
  /// Plans every query, and asks for the fewest definitions that serve those that are not served.
  package func suggestion() -> IndexSuggestion {
    let known = advisableShapes
    // What the file declares counts as soon as it has the array that it lacks, overrides that take indexes away too.
    let completed = source.completedFile
    let catalog = completed?.catalog ?? source.catalog
    let advice = IndexAdvisor(planner: judge.planner.with(catalog))
      .advise(known.map(\.shape), keeping: Set(openQueries(of: catalog).keys))
    let edited = Self.edited(completed ?? source.file, adding: advice.additions)
    let isRefused = source.findings.contains { $0.severity == .error || $0.code == .lenientJson }
    return IndexSuggestion(
      source: source, isCompleted: completed != nil, advice: advice,
      services: known.firstOfEachQuestion.map { advice.services[$0] }, editedText: edited,
      cleanText: isRefused ? Array(advice.catalog.fileText.utf8) : edited, leftOut: leftOut(by: advice, known),
      merges: merges(by: advice, known, judge.planner.with(catalog)))
  }

  private func merges(
    by advice: IndexAdvice, _ known: [KnownShape], _ planner: QueryPlanner
  ) -> [IndexSuggestion.Merge] {
    let after = planner.with(advice.catalog)
    return known.flatMap { known -> [IndexSuggestion.Merge] in
      let shape = known.shape
      let missing = planner.planAssumingMissing(shape.query, aggregations: shape.aggregations).missing
      return missing.compactMap { index in
        guard case .composite(let named)? = index.repair(in: planner.catalog),
          !advice.catalog.composites.contains(named)
        else { return nil }
        let servedBy = after.composites(serving: shape)
        return servedBy.count > 1 ? IndexSuggestion.Merge(query: shape.name, named: named, servedBy: servedBy) : nil
      }
    }
  }

  private func leftOut(by advice: IndexAdvice, _ known: [KnownShape]) -> IndexSuggestion.LeftOut {
    let open = shapes.filter { $0.isOpen && $0.reachesService }
    let variants = shapes.filter { $0.hasVariants && !$0.isOpen && $0.reachesService }
    let planner = judge.planner.with(advice.catalog)
    let perValue = shapes.filter { shape in
      guard !shape.isOpen, shape.reachesService, shape.dynamicField != nil else { return false }
      return judge.judge(shape.boundedQuery, aggregations: shape.aggregations).isMissing
    }
    let vectors = known.filter { shape in
      shape.shape.query.nearest != nil
        && !planner.plan(shape.shape.query, aggregations: shape.shape.aggregations).isServed
    }
    return IndexSuggestion.LeftOut(
      open: Set(open.map(\.text)).count, variants: Set(variants.map(\.text)).count,
      perValue: Set(perValue.map(\.text)).count, vectors: vectors.count)
  }

  private static func edited(_ file: IndexFile?, adding additions: [IndexRepair]) -> [UInt8] {
    var composites: [IndexDefinition] = []
    var overrides: [FieldOverride] = []
    for addition in additions {
      switch addition {
      case .composite(let definition): composites.append(definition)
      case .fieldOverride(let override):
        overrides.removeAll { $0.hasTarget(of: override) }
        overrides.append(override)
      }
    }
    let added = IndexCatalog(composites: composites, overrides: overrides)
    guard let file, let editor = file.editor else { return Array(added.fileText.utf8) }
    if additions.isEmpty { return file.source.bytes }
    return editor.adding(composites: composites, overrides: overrides)
  }

  /// The queries that have to be served. An index that is missing on purpose is not asked for.
  package var advisableShapes: [KnownShape] {
    shapes.compactMap { shape in
      if shape.expectsRefusal || shape.isServedByDocument { return nil }
      let missing: Set = ["FB2001", "FB2002", "FB2003", "FB2013"]
      guard missing.isDisjoint(with: shape.expectedFindings) else { return nil }
      return shape.advisorShape(in: judge.planner)
    }.unique
  }

  /// Every query that is valid, whatever is expected of it, each once by every name it has.
  package var knownShapes: [KnownShape] { shapes.compactMap { $0.advisorShape(in: judge.planner) }.unique }
}

/// A query for the advisor.
package struct KnownShape {
  package var shape: IndexAdvisor.Shape
  /// Without its values, so that places that ask the same for other values count once.
  var question: InventoryShape
}

extension [KnownShape] {
  fileprivate var unique: [KnownShape] {
    var seen: Set<IndexAdvisor.Shape> = []
    return filter { seen.insert($0.shape).inserted }
  }

  fileprivate var firstOfEachQuestion: [Int] {
    var seen: Set<InventoryShape> = []
    return indices.filter { seen.insert(self[$0].question).inserted }
  }

  /// How many different queries they are.
  var questionCount: Int { firstOfEachQuestion.count }
}

extension QueryShape {
  fileprivate func advisorShape(in planner: QueryPlanner) -> KnownShape? {
    advised(in: planner).map { shape in
      KnownShape(
        shape: shape,
        question: InventoryShape(
          database: planner.database.database, kind: aggregations.isEmpty ? .get : .aggregate, caller: nil,
          query: boundedQuery, aggregations: aggregations))
    }
  }

  private func advised(in planner: QueryPlanner) -> IndexAdvisor.Shape? {
    // What is not known, no index can be made for; nor can one be for a field that every user has another of.
    if isOpen || !reachesService || dynamicField != nil { return nil }
    let query = boundedQuery
    if aggregations.isEmpty {
      guard let normalized = try? query.normalized(database: planner.database) else { return nil }
      return IndexAdvisor.Shape(name: shortText, query: normalized)
    }
    let request = AggregationQuery(query: query, aggregations: aggregations)
    guard let normalized = try? request.normalized(database: planner.database) else { return nil }
    return IndexAdvisor.Shape(
      name: shortText, query: normalized.query,
      aggregations: normalized.aggregations.map { Aggregation($0.op, alias: $0.alias) })
  }
}
