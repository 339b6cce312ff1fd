package import Project

/// Queries that are judged against the same definitions.
package struct QueryGroup: Sendable {
  package var source: IndexSource
  package var judge: QueryJudge
  /// In the order of the workload files and of their text.
  package var shapes: [QueryShape]

  package init(source: IndexSource, judge: QueryJudge, shapes: [QueryShape]) {
    self.source = source
    self.judge = judge
    self.shapes = shapes
  }
}
