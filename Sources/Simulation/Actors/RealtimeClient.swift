import RealtimeDatabase
import Workloads

/// What one app installation has to do with the Realtime Database: its connection, its listeners, and what the server
/// does for it when the connection ends.
final class RealtimeClient {
  /// After so long without a sign of life the server takes a connection for dead. Nobody has verified it.
  static let timeout = TimeSpan.seconds(60)

  private(set) var isConnected = false
  /// Whether there was a connection before: its TLS session may be taken up again.
  private(set) var hasConnected = false
  var attachments: [RealtimeAttachment] = []
  /// What the server does when the connection ends.
  private var onDisconnect = DisconnectQueue<RealtimeRequest>()
  /// Writes made while offline.
  var queuedWrites: [PreparedRealtimeWrite] = []

  func connected() {
    isConnected = true
    hasConnected = true
  }

  /// - Returns: What is to be done now.
  func disconnected() -> [PreparedRealtimeWrite] {
    isConnected = false
    let entries = onDisconnect.entries
    onDisconnect = DisconnectQueue()
    return entries.map { PreparedRealtimeWrite(write: $0.write, request: $0.registration) }
  }

  func register(_ prepared: PreparedRealtimeWrite) { onDisconnect.add(prepared.write, prepared.request) }

  /// The live listener of this client whose data contains the location.
  func listener(covering path: RealtimePath, besides other: RealtimeAttachment? = nil) -> RealtimeAttachment? {
    attachments.first { $0 !== other && $0.isLive && !$0.isShared && $0.key.spec == nil && $0.key.path.contains(path) }
  }

  /// The live listener that a new one with this key gets its data from.
  func source(of key: RealtimeListenKey, besides other: RealtimeAttachment? = nil) -> RealtimeAttachment? {
    attachments.first { $0 !== other && $0.isLive && !$0.isShared && $0.key == key }
      ?? listener(covering: key.path, besides: other)
  }
}

/// A request as the workload writes it.
struct RealtimeRequest {
  var step: Step
  var rtdb: RealtimeStep
}

/// A write of an actor with everything filled in but what only the server knows.
struct PreparedRealtimeWrite {
  var write: RealtimeWrite
  var request: RealtimeRequest
}
