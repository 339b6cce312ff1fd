package import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
package import FirestoreService
package import Metering
package import Project
import QueryShapes
import Synchronization

/// What was served: the bill, the shapes of all queries, the indexes that were missing, and what of the rules was
/// evaluated. Its size is bounded whatever clients ask.
package final class Recording: RequestObserver {
  let mode: ServiceMode
  package let billing: BillingAssumptions
  let state: Mutex<State>
  /// Nil: nobody looks at single requests.
  package let history: RequestHistory?

  struct State {
    var ledger: ServedLedger
    var shapes = ShapeTable()
    var indexes = IndexUseTable()
    var listeners = ListenerBills()
    var denials = DenialTable()
    var coverage = CoverageTable()
    var realtimeCoverage = RealtimeCoverageTable()
  }

  package init(
    mode: ServiceMode, billing: BillingAssumptions, since time: Timestamp, history: RequestHistory? = nil
  ) {
    self.mode = mode
    self.billing = billing
    self.history = history
    state = Mutex(State(ledger: ServedLedger(since: time)))
  }

  package func record(_ request: ServedRequest) {
    var request = request
    // Names come from headers, which may be long.
    request.context.operation = request.context.operation?.shortened
    request.context.test = request.context.test?.shortened
    let shape = request.shape
    let tally = request.billing?.tally(under: billing) ?? .zero
    let operation = state.withLock { state in
      let known = shape.flatMap { state.shapes.index(of: $0) }
      let name = request.operationName(shape: known.map { state.shapes.records[$0].name })
      if let known { state.shapes.count(request, named: name, at: known, countsMissing: mode != .emulator) }
      // Only the page shows these.
      if history != nil {
        state.indexes.count(request, by: name)
        state.listeners.add(request, tally)
      }
      state.ledger.add(request, tally, operation: name)
      state.denials.add(request)
      if let evidence = request.decision?.evidence { state.coverage.add(evidence, project: request.database.project) }
      return name
    }
    history?.add(request, operation: operation)
  }
}

extension ServedRequest {
  /// The name under which a request is in the ledger: what its header says, else its test, else its shape's own.
  /// Documents that are read or written by name go by where they are (`get users/*`), other requests by their method.
  func operationName(shape: String?) -> Text {
    if let given = context.operation ?? context.test { return given.shortened }
    if let shape { return Text(shape) }
    return documents.map { Text("\(word) \($0)").shortened } ?? Text(method.rawValue)
  }

  /// Nil where nothing is worth keeping: no query, or one that the service could never answer.
  fileprivate var shape: InventoryShape? {
    if case .refused(let error) = outcome, error.status == .invalidArgument { return nil }
    return query.map { InventoryShape(recorded: $0, self) }
  }

  /// Deliveries of a listener belong to the request that attached it.
  var isNewRequest: Bool { billing?.startsCall ?? true }
}

extension Text {
  /// As names are kept.
  var shortened: Text {
    byteCount <= 200 ? self : Text(String(string.prefix(199)) + "…")
  }
}

extension InventoryShape {
  init(recorded: RecordedQuery, _ request: ServedRequest) {
    let kind: Kind =
      switch recorded.kind {
      case .get: .get
      case .listen: .listen
      case .aggregate: .aggregate
      }
    let caller: Caller =
      switch request.context.caller {
      case .admin: .admin
      case .user(let auth): auth == nil ? .anonymous : .signedIn
      }
    self.init(
      database: request.database.database, kind: kind, caller: caller, query: recorded.query,
      aggregations: recorded.aggregations)
  }
}
