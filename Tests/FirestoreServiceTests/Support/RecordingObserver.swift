import FirestoreService
import Metering
import Synchronization

/// Keeps everything that was served.
final class RecordingObserver: RequestObserver {
  private let recorded = Mutex<[ServedRequest]>([])

  func record(_ request: ServedRequest) { recorded.withLock { $0.append(request) } }

  var requests: [ServedRequest] { recorded.withLock { $0 } }

  /// Takes what was recorded since the last time.
  func take() -> [ServedRequest] {
    recorded.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }

  /// The billed operations of everything that was recorded.
  var tally: Tally {
    requests.compactMap(\.billing).reduce(into: Tally()) { $0.add($1.tally(), times: $1.multiplicity) }
  }
}

extension ServedRequest {
  var billedReads: Int64 { billing?.tally().reads ?? 0 }
}
