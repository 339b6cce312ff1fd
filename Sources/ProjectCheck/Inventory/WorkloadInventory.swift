import Diagnostics
import FirestoreModel
import Project
import QueryModel
package import QueryShapes
import Workloads

extension ProjectQueries {
  /// The queries of workloads, sources and documents by who asks them, each shape once, in the order of the files and of
  /// their lines.
  package var inventory: [InventoryEntry] { (workloadInventory + sourceInventory).merged }

  private var workloadInventory: [InventoryEntry] {
    let database = Text(workloadDatabase.database.string)
    return suites.flatMap { suite in
      suite.variants.flatMap { variant in
        variant.workload.actors.flatMap { actor -> [InventoryEntry] in
          var collector = InventoryCollector(
            suite: suite, path: path(of: suite), workload: variant.workload, actor: actor, database: database)
          collector.collect()
          return collector.entries
        }
      }
    }
  }

  /// Below the folder of the project, wherever the command was started.
  private func path(of suite: WorkloadSuite) -> String { scope.project.relative(suite.source.path) }
}

/// Walks what one actor does.
private struct InventoryCollector {
  let suite: WorkloadSuite
  let path: String
  let workload: Workload
  let actor: WorkloadActor
  let database: Text
  private(set) var entries: [InventoryEntry] = []
  private var visitedProcedures: Set<String> = []
  private let lines: LineTable

  init(suite: WorkloadSuite, path: String, workload: Workload, actor: WorkloadActor, database: Text) {
    self.suite = suite
    self.path = path
    self.workload = workload
    self.actor = actor
    self.database = database
    lines = LineTable(suite.source)
  }

  private var caller: InventoryShape.Caller {
    if actor.client.platform == .server { return .admin }
    return actor.auth == nil ? .anonymous : .signedIn
  }

  mutating func collect() {
    for steps in [actor.steps, actor.betweenSessions, actor.during] { collect(steps) }
    for entry in workload.timeline where entry.actor?.text == actor.name { collect(entry.steps) }
  }

  private mutating func collect(_ steps: [Step]) {
    for step in steps {
      step.visit { inner in
        for sent in inner.sentQueries { add(sent) }
        guard case .perform(let name) = inner.action, visitedProcedures.insert(name.text).inserted else { return }
        collect(workload.procedure(named: name.text)?.steps ?? [])
      }
    }
  }

  private mutating func add(_ sent: SentQuery) {
    let template = sent.template
    var query = template.query
    if case .page(let page) = sent.step.action {
      query.limit = Int32(clamping: (page.size.constant ?? 1) + (page.looksAhead ? 1 : 0))
    }
    let kind: InventoryShape.Kind =
      !sent.aggregations.isEmpty ? .aggregate : sent.kind == .listen ? .listen : .get
    let shape = InventoryShape(
      database: database, kind: kind, caller: caller, query: query, aggregations: sent.aggregations
    ).canonical
    let line = lines.position(of: template.span.start).line
    entries.append(
      InventoryEntry(
        name: sent.step.name?.text ?? shape.hashedName(), shape: shape, sources: ["\(path):\(line)"],
        location: suite.source.location(template.span)))
  }
}
