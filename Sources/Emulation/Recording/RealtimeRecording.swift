import FirestoreModel
import Metering
import RealtimeDatabase
package import RealtimeService
import Synchronization

// Requests to the Realtime Database stand in the ledger beside those to Firestore: under their operation and test, with
// the bytes that were sent.

extension Recording: RealtimeObserver {
  package func record(_ request: ServedRealtimeRequest) {
    var request = request
    // Names come from headers, which may be long.
    request.context.operation = request.context.operation?.shortened
    request.context.test = request.context.test?.shortened
    let tally = request.billing?.tally(under: billing) ?? .zero
    let name = request.operationName
    state.withLock { state in
      state.ledger.add(request, tally, operation: name)
      if let evidence = request.evidence { state.realtimeCoverage.add(evidence, of: request.instance) }
    }
    history?.add(request, operation: name)
  }
}

extension ServedLedger {
  mutating func add(_ request: ServedRealtimeRequest, _ tally: Tally, operation: Text) {
    var sum = Sum()
    sum.tally = tally
    sum.requests = request.billing?.startsCall ?? false ? 1 : 0
    switch request.outcome {
    case .served: sum.listeners = request.operation == .listen ? 1 : 0
    case .denied: sum.denied = 1
    case .refused: sum.refused = 1
    }
    add(
      sum,
      to: Account(
        operation: operation, test: request.context.test, database: .realtime(request.instance), kind: .realtime),
      by: Text(request.context.caller.callerName).shortened, at: request.time)
  }
}

extension ServedRealtimeRequest {
  /// Under which name it is in the ledger: what its header says, else its test, else what it does below which child of the
  /// root (`set /rooms`).
  fileprivate var operationName: Text {
    if let given = context.operation ?? context.test { return given }
    if operation == .connect { return Text(operation.rawValue) }
    return Text("\(operation.rawValue) /\(path.keys.first?.string ?? "")").shortened
  }
}

extension RealtimeCaller {
  /// `admin`, the id of a user, `signed in` for a token without one, or `anonymous`.
  var callerName: String {
    switch self {
    case .owner: "admin"
    case .client(let auth): uid?.string ?? (auth.exists ? "signed in" : "anonymous")
    }
  }
}

/// Two who learn of every request.
struct RealtimeObserverPair: RealtimeObserver {
  let first: any RealtimeObserver
  let second: any RealtimeObserver

  func record(_ request: ServedRealtimeRequest) {
    first.record(request)
    second.record(request)
  }
}
