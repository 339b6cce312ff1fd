import Diagnostics
import FirestoreModel
import Project
import QueryModel
import QueryShapes
import Simulation
import Workloads

/// A workload to begin with: what the code of a project reads, over documents that are made up for it.
package struct FirstWorkload: Sendable {
  package private(set) var name: String
  /// As the workload names it; nil: rules are not evaluated.
  package var rules: String?
  /// How many of the steps the rules deny to the made-up user; they are left out then.
  package var denied = 0
  private(set) var steps: [FirstStep] = []
  private(set) var documents = MadeUpDocuments()
  private(set) var leftOut: [FirstStep.Reason: Int] = [:]

  /// A first look is not longer than that.
  private static let most = 25
  static let database = DatabaseName(project: "p")
  /// The clock of a workload that states none begins here.
  static let start = ClockSetting.standard.start

  package var stepCount: Int { steps.count }
  package var leftOutCount: Int { leftOut.values.reduce(0, +) }

  package init(_ queries: ProjectQueries, named name: String, rules: String?) {
    self.name = name
    self.rules = rules
    var seen: Set<[String]> = []
    for source in queries.sources.requests {
      var documents = self.documents
      switch FirstStep.read(source, &documents) {
      case nil: continue
      case .failure(let omission): leftOut[omission.reason, default: 0] += 1
      case .success(let step):
        guard seen.insert([step.isOfServer ? "server" : "user", step.key, step.target]).inserted else { continue }
        add(step, documents, queries)
      }
    }
    nameSteps()
  }

  private mutating func add(_ step: FirstStep, _ documents: MadeUpDocuments, _ queries: ProjectQueries) {
    let reason: FirstStep.Reason? =
      if steps.count == Self.most {
        .tooMany
      } else if let problem = Self.problem(with: step, queries) {
        problem
      } else {
        nil
      }
    if let reason {
      leftOut[reason, default: 0] += 1
    } else {
      steps.append(step)
      self.documents = documents
    }
  }

  /// A step is taken as the reader of workloads takes it, and planned as every query is.
  private static func problem(with step: FirstStep, _ queries: ProjectQueries) -> FirstStep.Reason? {
    let text = "workload: step\nactors:\n  user:\n    steps:\n      - \(step.line)\n"
    let reading = WorkloadReader.read(SourceText(path: "step", text: text))
    guard let suite = reading.suite, reading.diagnostics.allSatisfy({ $0.severity < .error }) else {
      return .unwritable
    }
    guard let group = queries.groups.first else { return nil }
    for shape in suite.queryShapes {
      switch group.judge.judge(shape.boundedQuery, aggregations: shape.aggregations) {
      case .served: continue
      case .invalid: return .refused
      case .missing: return group.source.path == nil ? .withoutIndex : nil
      }
    }
    return nil
  }

  /// Each has a name of its own, by which reports and budgets know it.
  private mutating func nameSteps() {
    var used: [String: Int] = [:]
    for index in steps.indices {
      let name = steps[index].name
      used[name, default: 0] += 1
      if let count = used[name], count > 1 { steps[index].name = "\(name)-\(count)" }
    }
  }
}
