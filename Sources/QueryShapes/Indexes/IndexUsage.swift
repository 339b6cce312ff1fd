package import Diagnostics
package import IndexCatalog
import Project
import QueryPlanner

/// What the known queries tell of each declared composite.
package struct IndexUsage: Sendable {
  /// One definition, and why it stands in the file.
  package struct Entry: Sendable {
    package var index: IndexDefinition
    package var verdict: Verdict
  }

  package enum Verdict: Sendable {
    /// Names of the queries that it serves; none where it serves one only without those that are redundant.
    case used(by: [String])
    /// It can go although queries use it.
    case redundant(RedundantIndex)
    /// No known query uses it, and these, of which parts are known at run time only, may.
    case mayServe([QueryShape])
    case unused
  }

  /// In the order of the file. All that are unused or redundant can go together, as far as the known queries tell.
  package var entries: [Entry]
  package var findings: [Diagnostic]
  package var shapeCount: Int

  package var unused: [IndexDefinition] {
    entries.compactMap { if case .unused = $0.verdict { $0.index } else { nil } }
  }
  package var redundant: [RedundantIndex] {
    entries.compactMap { if case .redundant(let redundant) = $0.verdict { redundant } else { nil } }
  }
}

extension IndexCatalog {
  /// Another index with the same fields, stored alike, in another order.
  fileprivate func permutation(of index: IndexDefinition) -> IndexDefinition? {
    composites.first {
      $0 != index && $0.collectionGroup == index.collectionGroup && $0.scope == index.scope
        && Set($0.fields) == Set(index.fields)
    }
  }
}

extension QueryGroup {
  package func usage() -> IndexUsage {
    let known = knownShapes
    let waiting = openQueries(of: source.catalog)
    let advice = IndexAdvisor(planner: judge.planner).usage(by: known.map(\.shape), keeping: Set(waiting.keys))
    let removable = Dictionary(advice.removable.map { ($0.index, $0) }) { first, _ in first }
    let unused = Set(advice.unused)
    let entries = source.catalog.composites.map { index -> IndexUsage.Entry in
      let verdict: IndexUsage.Verdict =
        if let redundant = removable[index] {
          .redundant(redundant)
        } else if unused.contains(index) {
          .unused
        } else if let open = waiting[index], advice.users[index] == nil {
          .mayServe(open)
        } else {
          .used(by: advice.users[index] ?? [])
        }
      return IndexUsage.Entry(index: index, verdict: verdict)
    }
    let findings =
      advice.unused.map { index in
        Diagnostic(
          .unusedIndex, "`\(index.collectionGroup)` `\(index.fieldsText)` is used by no known query",
          at: location(of: index),
          notes: source.catalog.permutation(of: index).map {
            ["it holds the fields of `\($0.fieldsText)` in another order"]
          } ?? [],
          help: "delete it only if the known queries are all there are")
      } + advice.removable.map { $0.finding(at: location(of: $0.index)) }
    return IndexUsage(entries: entries, findings: findings, shapeCount: known.questionCount)
  }

  /// Per declared composite the queries that may need it and leave parts open.
  func openQueries(of catalog: IndexCatalog) -> [IndexDefinition: [QueryShape]] {
    var found: [IndexDefinition: [QueryShape]] = [:]
    for index in catalog.composites {
      let open = shapes.filter { $0.mayNeed(index) }
      if !open.isEmpty { found[index] = open }
    }
    return found
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
