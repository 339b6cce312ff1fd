package import FirestoreModel
package import Metering
package import RealtimeDatabase
import Synchronization

/// One instance of the Realtime Database as clients see it: data, rules and listeners together.
///
/// Nothing here knows what carries a request: REST asks for single operations, a connection of an SDK would keep
/// listeners and a ``RealtimeSession`` of its own. Every operation is told to the observer once.
package final class RealtimeInstance: Sendable {
  /// What clients call it (`ns`).
  package let name: Text
  let clock: @Sendable () -> Timestamp
  let observer: any RealtimeObserver
  let messages: RealtimeMessages
  let state: Mutex<State>

  struct State {
    var configuration: RealtimeConfiguration
    var root: RealtimeNode
    var commits = CommitLog()
    /// Ascends with every configuration.
    var configurationNumber = 0
    var pushIDs = PushIDGenerator()
    var random: any RandomNumberGenerator & Sendable
    /// Wakes those who listen.
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0

    func wakeListeners() {
      for listener in listeners.values { listener.yield() }
    }
  }

  /// - Parameters:
  ///   - clock: the present; its milliseconds are `now` of rules and of timestamps.
  ///   - random: for the keys of pushes.
  package init(
    name: Text, configuration: RealtimeConfiguration, data: RealtimeNode = .absent,
    random: any RandomNumberGenerator & Sendable, clock: @escaping @Sendable () -> Timestamp,
    observer: any RealtimeObserver, messages: RealtimeMessages = RealtimeMessages()
  ) {
    self.name = name
    self.clock = clock
    self.observer = observer
    self.messages = messages
    state = Mutex(State(configuration: configuration, root: data, random: random))
  }

  package var configuration: RealtimeConfiguration { state.withLock { $0.configuration } }

  /// Everything there is, at this moment.
  package var data: RealtimeNode { state.withLock { $0.root } }

  /// Replaces rules; listeners are judged anew.
  package func configure(_ change: (inout RealtimeConfiguration) -> Void) {
    state.withLock { state in
      change(&state.configuration)
      state.configurationNumber += 1
      state.wakeListeners()
    }
  }

  /// Puts other data in the place of everything: no rules are asked, nothing is recorded.
  package func load(_ data: RealtimeNode) {
    state.withLock { state in
      state.commit(RealtimeChange(old: state.root, new: data, addresses: [.root]))
    }
  }
}

extension Timestamp {
  /// Milliseconds since 1970, as `now` in rules and timestamps in data count them.
  var realtimeMilliseconds: Int64 {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
