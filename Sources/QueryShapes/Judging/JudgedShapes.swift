package import Diagnostics
import FirestoreModel
import IndexCatalog
import QueryPlanner
import Synchronization

/// What was said of shapes the last time, for whoever looks at the same project again and again: only what is new is judged.
package final class JudgedShapes: Sendable {
  private let judges = Mutex<[JudgeConditions: ListMemory<QueryShape, [Diagnostic]>]>([:])

  package init() {}

  /// What a judge finds in each of the shapes, in their order.
  package func findings(on shapes: [QueryShape], by judge: QueryJudge) -> [[Diagnostic]] {
    let conditions = judge.conditions
    var judged = judges.withLock { $0[conditions] } ?? ListMemory()
    judged.renew(shapes) { places in places.map { judge.findings(on: shapes[$0]) } }
    judges.withLock { [judged] in $0[conditions] = judged }
    return judged.facts
  }

  /// Forgets judges that nobody asks any more.
  package func keepOnly(_ judges: [QueryJudge]) {
    let conditions = Set(judges.map(\.conditions))
    self.judges.withLock { $0 = $0.filter { conditions.contains($0.key) } }
  }
}

/// Everything that a judgement follows from beside the shape.
struct JudgeConditions: Hashable, Sendable {
  var catalog: IndexCatalog
  var database: DatabaseName
  var assumptions: PlannerAssumptions
  var indexFile: String
  /// The file to which definitions are added.
  var edited: SourceText?
  var hasIndexFile: Bool
  var isUnnamed: Bool
  var keepsIndexesElsewhere: Bool
}

extension QueryJudge {
  var conditions: JudgeConditions {
    JudgeConditions(
      catalog: planner.catalog, database: planner.database, assumptions: planner.assumptions, indexFile: indexFile,
      edited: editor?.source, hasIndexFile: hasIndexFile, isUnnamed: isUnnamed,
      keepsIndexesElsewhere: keepsIndexesElsewhere)
  }
}
