import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreService
import Metering
import QueryModel
import QueryShapes
import RealtimeService
import WorkloadDrafts

/// The requests of a session as steps: each question once, with how often it was asked in all.
struct SessionSteps {
  /// What the same step asks. Documents of one collection are alike.
  private struct Key: Hashable {
    var actor: DraftActor.Kind
    var action: DraftStep.Action
    var shape: InventoryShape?
    var collection: [Text] = []
  }

  struct Entry {
    var actor: DraftActor.Kind
    var count = 0
    /// The newest request of the kind: its values and its document stand in the step.
    var newest: ServedRequest
    var action: DraftStep.Action
    /// Of single documents; nil: it asks a query.
    var path: [Text]?
    /// Different documents: what is written under many names is made new each time.
    var paths: Set<[Text]> = []
    /// Documents of batches, of which the last one alone is known by name.
    var unnamed = 0
    /// Requests that asked for several documents at once.
    var batches = 0

    /// How many documents it is about, as far as they are told apart.
    var documentCount: Int { paths.count + unnamed }
  }

  let database: DatabaseName
  private(set) var entries: [Entry] = []
  private var indexes: [Key: Int] = [:]
  private(set) var leftOut: [DraftStep.Reason: Int] = [:]
  private(set) var callers: [DraftActor.Kind: Set<Text>] = [:]
  /// Of single documents, no more are told apart.
  private static let pathLimit = 1_000

  init(of database: DatabaseName) { self.database = database }

  mutating func add(_ content: HistoryEntry.Content) {
    switch content {
    case .realtime(let request):
      if request.operation != .broadcast { leftOut[.realtime, default: 0] += 1 }
    case .firestore(let request): add(request)
    case .none: break
    }
  }

  private mutating func add(_ request: ServedRequest) {
    // What somebody does on the page is nothing that an app does.
    guard request.isNewRequest, request.context.operation != Emulation.pageOperation else { return }
    guard let (action, path) = Self.action(of: request) else { return }
    if let reason = reason(against: request, path) { return leftOut[reason, default: 0] += 1 }
    guard path?.isEmpty == true else { return add(request, action, path, count: 1) }
    for part in request.batch {
      add(request, action == .get ? .get : part.isDeletion ? .delete : .set, part.path.segments, count: part.count)
    }
  }

  /// - Parameter count: documents of one collection that it is about.
  private mutating func add(_ request: ServedRequest, _ action: DraftStep.Action, _ path: [Text]?, count: Int) {
    let actor = request.context.caller.actor
    callers[actor, default: []].insert(request.context.caller.uid ?? "")
    let key = Key(
      actor: actor, action: action,
      shape: request.query.map { recorded in
        InventoryShape(
          database: request.database.database, kind: .get, caller: nil, query: recorded.query.belowAnyDocument,
          aggregations: recorded.aggregations)
      }, collection: (path ?? []).dropLast().enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
    let index = indexes[key] ?? entries.count
    if index == entries.count {
      indexes[key] = index
      entries.append(Entry(actor: actor, newest: request, action: action, path: path))
    }
    entries[index].count += count
    entries[index].unnamed += count - 1
    entries[index].batches += count > 1 ? 1 : 0
    entries[index].newest = request
    entries[index].path = path
    if let path, entries[index].paths.count < Self.pathLimit { entries[index].paths.insert(path) }
  }

  /// Nil for what is no step: beginning a transaction, listing collections and the like.
  private static func action(of request: ServedRequest) -> (DraftStep.Action, path: [Text]?)? {
    let path = DocumentPath(
      segments: request.target.split(separator: "/", omittingEmptySubsequences: false).map { Text(String($0)) }
    )?.segments
    switch request.method {
    case .runQuery, .runAggregationQuery: return (.query, nil)
    case .listDocuments: return request.query == nil ? nil : (.query, nil)
    case .listen: return (.listen, request.query == nil ? path ?? [] : nil)
    case .getDocument, .batchGetDocuments: return (.get, path ?? [])
    case .commit, .write, .batchWrite, .createDocument, .updateDocument, .deleteDocument:
      guard let event = request.billing else { return nil }
      return (event.write.writes == 0 && event.write.deletes > 0 ? .delete : .set, path ?? [])
    case .beginTransaction, .rollback, .partitionQuery, .listCollectionIDs, .executePipeline: return nil
    }
  }

  private func reason(against request: ServedRequest, _ path: [Text]?) -> DraftStep.Reason? {
    switch request.outcome {
    case .served: break
    case .denied: return .denied
    case .refused: return .refused
    }
    if request.database != database { return .otherDatabase }
    return path?.isEmpty == true && request.batch.isEmpty ? .severalDocuments : nil
  }
}

extension Query {
  /// The same below whichever documents: every user asks below their own.
  var belowAnyDocument: Query {
    var query = self
    query.source.parent = PathTemplate(
      source.parent.segments.enumerated().map { $0.offset.isMultiple(of: 2) ? $0.element : .unknown })
    return query
  }
}

extension Caller {
  fileprivate var actor: DraftActor.Kind {
    switch self {
    case .admin: .server
    case .user(let auth): auth == nil ? .visitor : .user
    }
  }

  var uid: Text? {
    guard case .user(let auth) = self else { return nil }
    return auth?.uid
  }
}
