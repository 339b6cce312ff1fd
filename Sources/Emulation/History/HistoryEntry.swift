import DocumentStore
package import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
package import FirestoreService
import QueryModel
import RealtimeRules
package import RealtimeService

/// One request as it is kept.
package struct HistoryEntry: Sendable {
  /// Kept apart, so that an entry can be moved at once.
  package indirect enum Content: Sendable {
    case firestore(ServedRequest)
    case realtime(ServedRealtimeRequest)
    /// It was dropped.
    case none
  }

  enum Evidence: Sendable {
    case firestore(AccessEvidence)
    case realtime(RealtimeEvidence)
  }

  /// Counts all requests, from 1.
  package var number: Int
  /// Without its evidence.
  package var content: Content
  /// What rules made of it; nil where they were not asked, and when newer requests have taken its place.
  var evidence: Evidence?
  /// The name under which it is in the ledger.
  package var operation: Text
  /// What it holds beside its evidence, in bytes.
  var weight: Int
  var evidenceWeight: Int

  static let none = HistoryEntry(number: 0, content: .none, operation: "", weight: 0, evidenceWeight: 0)

  mutating func dropEvidence() {
    evidenceWeight = 0
    evidence = nil
  }

  /// When it was asked; nil: it was dropped.
  var time: Timestamp? {
    switch content {
    case .firestore(let request): request.time
    case .realtime(let request): request.time
    case .none: nil
    }
  }

  /// The request with what is still known of it.
  var served: ServedRequest? {
    guard case .firestore(var request) = content else { return nil }
    if case .firestore(let evidence)? = evidence { request.decision?.evidence = evidence }
    return request
  }

  var realtimeEvidence: RealtimeEvidence? {
    guard case .realtime(let evidence)? = evidence else { return nil }
    return evidence
  }
}

// MARK: - Weights

extension HistoryEntry.Content {
  /// Roughly: what clients can make large is looked at, the rest is a figure.
  var weight: Int {
    switch self {
    case .firestore(let request):
      2_048 + request.target.utf8.count + (request.query?.query.filter?.weight ?? 0)
        + (request.query?.query.start?.weight ?? 0) + (request.query?.query.end?.weight ?? 0)
        + request.writes.reduce(0) { $0 + 256 + ($1.fields?.wireSize ?? 0) }
    case .realtime: 2_048
    case .none: 0
    }
  }
}

extension HistoryEntry.Evidence {
  var weight: Int {
    switch self {
    case .firestore(let evidence): evidence.weight
    // Rules are shared; a value is a text of some hundred bytes.
    case .realtime(let evidence): evidence.trace.reduce(0) { $0 + 256 + 256 * $1.values.count }
    }
  }
}

extension AccessEvidence {
  /// A node of the rules and its value take about 256 bytes; documents take what they do on the wire.
  fileprivate var weight: Int {
    traces.reduce(0) { sum, traced in
      let request = traced.trace.request
      return sum + 256 * traced.decision.expressionCount + (request.resource?.fields.wireSize ?? 0)
        + (request.newResource?.fields.wireSize ?? 0)
    }
  }
}

extension Filter {
  fileprivate var weight: Int {
    switch self {
    case .field(let filter): filter.operand.knownValue?.wireSize ?? 64
    case .unary: 64
    case .and(let filters), .or(let filters): filters.reduce(0) { $0 + $1.weight }
    }
  }
}

extension Cursor {
  fileprivate var weight: Int { values.reduce(0) { $0 + ($1.knownValue?.wireSize ?? 64) } }
}
