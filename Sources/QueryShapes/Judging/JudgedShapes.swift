package import Diagnostics
import FirestoreModel
import IndexCatalog
import QueryPlanner
import Synchronization

/// What was said of shapes the last time, for whoever looks at the same project again and again: only what is new is judged.
package final class JudgedShapes: Sendable {
  private struct Judged {
    var shapes: [QueryShape] = []
    /// Of each.
    var findings: [[Diagnostic]] = []
  }

  private let judges = Mutex<[JudgeConditions: Judged]>([:])

  package init() {}

  /// What a judge finds in each of the shapes, in their order.
  package func findings(on shapes: [QueryShape], by judge: QueryJudge) -> [[Diagnostic]] {
    let conditions = judge.conditions
    let last = judges.withLock { $0[conditions] } ?? Judged()
    // An edit changes some that stand together: nothing else has to be looked up.
    let before = last.shapes.commonPrefix(with: shapes[...])
    let behind = last.shapes[before...].reversed().commonPrefix(with: shapes[before...].reversed())
    let changed = before..<last.shapes.count - behind
    let known = Dictionary(zip(last.shapes[changed], last.findings[changed])) { first, _ in first }
    var findings = last.findings
    findings.replaceSubrange(
      changed, with: shapes[before..<shapes.count - behind].map { known[$0] ?? judge.findings(on: $0) })
    let judged = Judged(shapes: shapes, findings: findings)
    judges.withLock { $0[conditions] = judged }
    return findings
  }

  /// Forgets judges that nobody asks any more.
  package func keepOnly(_ judges: [QueryJudge]) {
    let conditions = Set(judges.map(\.conditions))
    self.judges.withLock { $0 = $0.filter { conditions.contains($0.key) } }
  }
}

extension Collection where Element: Equatable {
  /// How many elements both begin with.
  fileprivate func commonPrefix(with other: some Collection<Element>) -> Int {
    zip(self, other).lazy.prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
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
