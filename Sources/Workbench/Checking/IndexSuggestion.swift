package import Diagnostics
package import IndexCatalog
import QueryModel
package import QueryPlanner
import StructuredText

/// What the queries of a project ask of one index file.
package struct IndexSuggestion: Sendable {
  package var source: IndexSource
  package var advice: IndexAdvice
  /// How many queries were considered: the valid ones whose missing index is not meant to be missing.
  package var shapeCount: Int
  /// The complete file with the additions, every other byte as it was. Definitions that production refuses are left
  /// where they are.
  package var editedText: [UInt8]
  /// A complete file without what production refuses; equal to `editedText` when there is nothing of that kind.
  package var cleanText: [UInt8]

  /// Overrides first, as they have to be read.
  package var additions: [IndexRepair] { advice.additions }
}

extension ProjectQueries.Group {
  /// Plans every query, and asks for the fewest definitions that serve those that are not served.
  package func suggestion() -> IndexSuggestion {
    let shapes = advisableShapes
    let advice = IndexAdvisor(planner: judge.planner).advise(shapes)
    let edited = edited(adding: advice.additions)
    let isRefused = source.findings.contains { $0.severity == .error || $0.code == .lenientJson }
    return IndexSuggestion(
      source: source, advice: advice, shapeCount: shapes.count, editedText: edited,
      cleanText: isRefused ? Array(advice.catalog.fileText.utf8) : edited)
  }

  private func edited(adding additions: [IndexRepair]) -> [UInt8] {
    var composites: [IndexDefinition] = []
    var overrides: [FieldOverride] = []
    for addition in additions {
      switch addition {
      case .composite(let definition): composites.append(definition)
      case .fieldOverride(let override):
        overrides.removeAll { $0.collectionGroup == override.collectionGroup && $0.target == override.target }
        overrides.append(override)
      }
    }
    let added = IndexCatalog(composites: composites, overrides: overrides)
    guard let file = source.file, let root = JSONReader.read(file.source, .lenient).node,
      let editor = IndexFileEditor(source: file.source, root: root)
    else { return Array(added.fileText.utf8) }
    if additions.isEmpty { return file.source.bytes }
    return editor.adding(composites: composites, overrides: overrides)
  }

  /// The queries that have to be served. An index that is missing on purpose is not asked for.
  private var advisableShapes: [IndexAdvisor.Shape] {
    shapes.compactMap { shape in
      if shape.expectsRefusal || shape.isServedByDocument { return nil }
      let missing: Set = ["FB2001", "FB2002", "FB2003", "FB2013"]
      guard missing.isDisjoint(with: shape.expectedFindings) else { return nil }
      return shape.advisorShape(in: judge.planner)
    }
  }

  /// Every query that is valid, whatever is expected of it.
  package var knownShapes: [IndexAdvisor.Shape] { shapes.compactMap { $0.advisorShape(in: judge.planner) } }
}

extension QueryShape {
  fileprivate func advisorShape(in planner: QueryPlanner) -> IndexAdvisor.Shape? {
    // What is not known, no index can be made for; nor can one be for a field that every user has another of.
    if isOpen || dynamicField != nil { return nil }
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

/// Declared composites that could go, as far as the known queries tell.
package struct IndexUsage: Sendable {
  package var unused: [IndexDefinition]
  package var redundant: [RedundantIndex]
  package var findings: [Diagnostic]
  package var shapeCount: Int
}

extension ProjectQueries.Group {
  package func usage() -> IndexUsage {
    let shapes = knownShapes
    let advice = IndexAdvisor(planner: judge.planner).advise(shapes)
    let unused = advice.unused.filter { source.catalog.composites.contains($0) }
    let declared = source.catalog.redundantByDeclaration.filter { !unused.contains($0.index) }
    let removable = advice.removable.filter { found in !declared.contains { $0.index == found.index } }
    let findings =
      unused.map { index in
        Diagnostic(
          .unusedIndex, "`\(index.collectionGroup)` `\(index.fieldsText)` is used by no known query",
          at: location(of: index), help: "delete it only if the known queries are all there are")
      } + (declared + removable).map { $0.finding(at: location(of: $0.index)) }
    return IndexUsage(
      unused: unused, redundant: declared + removable, findings: findings, shapeCount: shapes.count)
  }

  package func location(of index: IndexDefinition) -> SourceLocation? {
    source.file?.composites.first { $0.value == index }?.location
  }

  /// The file against a saved dump of what is deployed.
  ///
  /// An index counts as used when a query is served by it through the file or, where the file does not serve the query,
  /// through what is deployed. Without known queries nothing is said about use.
  package func difference(from deployed: IndexCatalog?) -> (diff: IndexDiff, users: [IndexDefinition: [String]]) {
    let shapes = knownShapes
    var users: [IndexDefinition: [String]] = [:]
    let there = deployed.map { judge.planner.with($0) }
    for shape in shapes {
      let own = judge.planner.plan(shape.query, aggregations: shape.aggregations)
      let outcome = own.isServed ? own : there?.plan(shape.query, aggregations: shape.aggregations) ?? own
      for index in outcome.usedComposites where users[index]?.last != shape.name {
        users[index, default: []].append(shape.name)
      }
    }
    let used = shapes.isEmpty ? nil : Set(users.keys)
    return (IndexDiff(file: source.catalog, deployed: deployed, used: used), users)
  }
}
