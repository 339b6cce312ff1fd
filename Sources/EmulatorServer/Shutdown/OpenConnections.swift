import NIOCore
import Synchronization

/// The connections of a server, whatever they speak, so that their number is bounded and all can be ended.
final class OpenConnections: Sendable {
  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var isStopping = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// False: there are too many, or the server is stopping.
  func admit(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let isAdmitted = state.withLock { state in
      guard !state.isStopping, state.channels.count < limit else { return false }
      state.channels[id] = channel
      return true
    }
    if isAdmitted { channel.closeFuture.whenComplete { [weak self] _ in self?.remove(id) } }
    return isAdmitted
  }

  private func remove(_ id: ObjectIdentifier) {
    let waiting = state.withLock { state in
      state.channels[id] = nil
      guard state.channels.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// No more connections; those that are open are asked to finish what they are doing.
  func beginStopping() {
    let channels = state.withLock { state in
      state.isStopping = true
      return Array(state.channels.values)
    }
    for channel in channels {
      channel.eventLoop.execute { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }
  }

  func closeAll() {
    for channel in state.withLock({ Array($0.channels.values) }) { channel.close(promise: nil) }
  }

  func waitUntilEmpty() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if !state.channels.isEmpty { state.waiting.append(continuation) }
        return state.channels.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
  }

  var count: Int { state.withLock { $0.channels.count } }
}
