package import Diagnostics
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

  /// Queries that are not served whatever is added.
  package struct LeftOut: Hashable, Sendable {
    /// Something decisive is known only at run time.
    package var open: Int
    /// They need an index for every value of a field.
    package var perValue: Int
    /// Vector searches of a dimension that nothing says.
    package var vectors: Int

    package var isEmpty: Bool { open + perValue + vectors == 0 }
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
      .advise(known.map(\.shape), keeping: indexesOfOpenQueries(in: catalog))
    let edited = Self.edited(completed ?? source.file, adding: advice.additions)
    let isRefused = source.findings.contains { $0.severity == .error || $0.code == .lenientJson }
    return IndexSuggestion(
      source: source, isCompleted: completed != nil, advice: advice,
      services: known.firstOfEachQuestion.map { advice.services[$0] }, editedText: edited,
      cleanText: isRefused ? Array(advice.catalog.fileText.utf8) : edited, leftOut: leftOut(by: advice, known))
  }

  private func leftOut(by advice: IndexAdvice, _ known: [KnownShape]) -> IndexSuggestion.LeftOut {
    let open = shapes.filter { $0.isOpen && $0.reachesService }
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
      open: Set(open.map(\.text)).count, perValue: Set(perValue.map(\.text)).count, vectors: vectors.count)
  }

  private func indexesOfOpenQueries(in catalog: IndexCatalog) -> Set<IndexDefinition> {
    Set(catalog.composites.filter { index in shapes.contains { $0.mayNeed(index) } })
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

/// Declared composites that could go, all of them together, as far as the known queries tell.
package struct IndexUsage: Sendable {
  package var unused: [IndexDefinition]
  package var redundant: [RedundantIndex]
  package var findings: [Diagnostic]
  package var shapeCount: Int
}

extension QueryGroup {
  package func usage() -> IndexUsage {
    let known = knownShapes
    let advice = IndexAdvisor(planner: judge.planner)
      .usage(by: known.map(\.shape), keeping: indexesOfOpenQueries(in: source.catalog))
    let findings =
      advice.unused.map { index in
        Diagnostic(
          .unusedIndex, "`\(index.collectionGroup)` `\(index.fieldsText)` is used by no known query",
          at: location(of: index), help: "delete it only if the known queries are all there are")
      } + advice.removable.map { $0.finding(at: location(of: $0.index)) }
    return IndexUsage(
      unused: advice.unused, redundant: advice.removable, findings: findings,
      shapeCount: known.firstOfEachQuestion.count)
  }

  /// What is wrong with the definitions. Whether one that holds the leading fields of another in another order is
  /// redundant, the known queries decide: an order by one of those fields needs its place.
  package var indexFindings: [Diagnostic] {
    let permuted = source.catalog.redundantByDeclaration.filter { $0.reason == .permutedPrefix }
    guard !permuted.isEmpty, !shapes.isEmpty else { return source.findings }
    let usage = usage()
    let removable = Set(usage.unused + usage.redundant.map(\.index))
    let needed = permuted.filter { !removable.contains($0.index) }.map { $0.finding(at: location(of: $0.index)) }
    return source.findings.filter { !needed.contains($0) }
  }

  package func location(of index: IndexDefinition) -> SourceLocation? {
    source.file?.composites.first { $0.value == index }?.location
  }
}
