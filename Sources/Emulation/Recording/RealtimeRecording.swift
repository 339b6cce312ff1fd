import FirestoreModel
import Metering
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
    state.withLock { state in
      state.ledger.add(request, tally)
      if let evidence = request.evidence { state.realtimeCoverage.add(evidence, of: request.instance) }
    }
  }
}

extension ServedLedger {
  mutating func add(_ request: ServedRealtimeRequest, _ tally: Tally) {
    var sum = Sum()
    sum.tally = tally
    sum.requests = request.billing?.startsCall ?? false ? 1 : 0
    switch request.outcome {
    case .served: sum.listeners = request.operation == .listen ? 1 : 0
    case .denied: sum.denied = 1
    case .refused: sum.refused = 1
    }
    let name = request.context.operation ?? request.context.test ?? Text(request.operation.rawValue)
    add(
      sum,
      to: Account(operation: name, test: request.context.test, database: .realtime(request.instance), kind: .realtime))
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
