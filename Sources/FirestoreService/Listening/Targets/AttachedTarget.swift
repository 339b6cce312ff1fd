import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import QueryExecution
import QueryModel
import QueryPlanner

/// A target of one stream that is being listened to.
///
/// INVARIANT: only the session that made it touches it.
final class AttachedTarget {
  enum Watch {
    case query(QueryTarget)
    /// By name, in the order of the request, each once.
    case documents([DocumentPath], [DocumentPath: DocumentTarget])
  }

  let id: Int32
  /// Counts the targets of the stream, so that deliveries have one order.
  let number: Int
  let request: ListenTarget
  var watch: Watch
  /// The documents that rules have read to allow it.
  var dependents: [DocumentPath] = []
  /// How many documents rules have read when they were asked last; with every delivery they are paid again.
  var ruleReads: Int64 = 0
  /// What rules have said last, until it is reported; nil where they were not asked.
  var newDecision: AccessDecision?
  var plan: QueryPlan?
  /// Its number among the open listeners, from its first state on.
  var listener: Int?
  /// False from the moment the client is told that it has ended.
  var isAttached = true

  init(id: Int32, number: Int, request: ListenTarget, watch: Watch) {
    self.id = id
    self.number = number
    self.request = request
    self.watch = watch
  }

  func note(_ decision: AccessDecision) {
    newDecision = decision.basis == .privileged ? nil : decision
    ruleReads = Int64(decision.ruleReads.count)
  }

  /// Not nil: documents are shown without their other fields.
  var projection: [FieldPath]? {
    guard case .query(let query) = request.subject else { return nil }
    return query.projection?.filter { !$0.isDocumentName }
  }

  /// Whether rules look at documents of the result, which may have changed: single documents, or a query that names its
  /// documents.
  var isJudgedByContent: Bool {
    switch request.subject {
    case .documents: true
    case .query(let query): query.filter?.mentionsDocumentName ?? false
    }
  }

  /// How many documents match.
  var count: Int {
    switch watch {
    case .query(let target): target.current?.count ?? 0
    case .documents(_, let documents): documents.values.count { $0.exists }
    }
  }

  /// The names of the matching documents.
  var names: [DocumentPath] {
    switch watch {
    case .query(let target):
      guard let window = target.current else { return [] }
      return (0..<window.count).compactMap { window.path(at: $0) }
    case .documents(let paths, let documents): return paths.filter { documents[$0]?.exists == true }
    }
  }
}

extension DocumentTarget {
  fileprivate var exists: Bool { if case .some(.some) = current { true } else { false } }
}

extension Filter {
  fileprivate var mentionsDocumentName: Bool {
    switch self {
    case .field(let filter): filter.path.isDocumentName
    case .unary(let filter): filter.path.isDocumentName
    case .and(let filters), .or(let filters): filters.contains(where: \.mentionsDocumentName)
    }
  }
}
