import Diagnostics
import FirestoreModel
import Project
import QueryShapes
import Simulation
import SourceTokens
package import WorkloadDrafts
import Workloads

/// A workload to begin with: what the code of a project reads, over documents that are made up for it.
package struct FirstWorkload {
  private var steps: [DraftActor.Kind: [(place: Int, step: DraftStep)]] = [:]
  private var draft: WorkloadDraft

  /// A first look is not longer than that.
  private static let most = 25
  static let database = DatabaseName(project: "p")

  private init(named name: String) {
    draft = WorkloadDraft(
      named: name,
      about: [
        "What the code reads, over documents that are made up for it. Values stand where the code has variables. Fill in how",
        "many users there are, how often they open the app and how many documents a collection has; then add what they write.",
      ], parameters: [.init("users", 1_000), .init("sessions", 5), .init("documents", 100)])
  }

  /// - Parameter rules: as the workload names them.
  package static func draft(of queries: ProjectQueries, named name: String, rules: String?) -> WorkloadDraft {
    var first = FirstWorkload(named: name)
    first.draft.rules = rules
    var seen: Set<[String]> = []
    let code = CodeRequests { queries.sources.codeRequests }
    for (place, source) in FirstPlaces(queries.sources).spread(over: most) {
      var documents = first.draft.documents
      switch FirstStep.read(source, &documents) {
      case nil: continue
      case .failure(let omission): first.draft.leaveOut(omission.reason)
      case .success(var step):
        let actor = source.caller == .admin ? DraftActor.Kind.server : .user
        guard seen.insert([actor.rawValue, step.action.rawValue, step.target]).inserted else { continue }
        if let request = source.codeRequest { step.name(request, among: code) }
        first.add(step, at: place, of: actor, documents, queries)
      }
    }
    first.draft.actors = [
      DraftActor(
        .user, count: "users", sessionLength: "5m", client: client(of: queries.sources), steps: first.taken(by: .user)),
      DraftActor(.server, sessionLength: "1m", steps: first.taken(by: .server)),
    ]
    first.draft.nameSteps()
    return first.draft
  }

  /// The SDK that most requests of the app are sent by, and what the code says of its cache.
  private static func client(of sources: SourceQueries) -> String {
    var platforms: [ClientProfile.Platform: Int] = [:]
    for source in sources.requests where source.caller != .admin {
      switch SourceLanguage(fileName: source.path) {
      case .dart, .kotlin, .java: platforms[.android, default: 0] += 1
      case .swift: platforms[.ios, default: 0] += 1
      default: platforms[.web, default: 0] += 1
      }
    }
    let usual = platforms.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key ?? .web
    let keeps =
      usual == .web && sources.files.sources.contains { source in persistence.contains(where: source.contains) }
    return "sdk: \(usual.rawValue)" + (keeps ? ", persistence: on" : "")
  }

  /// How the web SDK is told to keep documents.
  private static let persistence = [
    "persistentLocalCache(", "enableIndexedDbPersistence(", "enableMultiTabIndexedDbPersistence(",
    ".enablePersistence(",
  ]

  /// In the order of the sources.
  private func taken(by actor: DraftActor.Kind) -> [DraftStep] {
    (steps[actor] ?? []).sorted { $0.place < $1.place }.map(\.step)
  }

  private mutating func add(
    _ step: DraftStep, at place: Int, of actor: DraftActor.Kind, _ documents: MadeUpDocuments, _ queries: ProjectQueries
  ) {
    let count = steps.values.reduce(0) { $0 + $1.count }
    if let reason = count == Self.most ? .tooMany : Self.problem(with: step, queries) {
      draft.leaveOut(reason)
    } else {
      steps[actor, default: []].append((place, step))
      draft.documents = documents
    }
  }

  /// A step is taken as the reader of workloads takes it, and planned as every query is.
  private static func problem(with step: DraftStep, _ queries: ProjectQueries) -> DraftStep.Reason? {
    guard let suite = step.suite else { return .unwritable }
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
}
