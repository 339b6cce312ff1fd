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
  /// Nil: in memory only.
  package let journal: (any RealtimeJournal)?

  struct State {
    var configuration: RealtimeConfiguration
    var root: RealtimeNode
    var commits = CommitLog()
    let journal: (any RealtimeJournal)?
    /// How much has been told to the journal.
    var lastEntry = 0
    /// Ascends with every configuration.
    var configurationNumber = 0
    var pushIDs = PushIDGenerator()
    var random: any RandomNumberGenerator & Sendable
    /// Wakes those who listen.
    var listeners: [Int: @Sendable () -> Void] = [:]
    var lastListener = 0

    func wakeListeners() {
      for wake in listeners.values { wake() }
    }
  }

  /// - Parameters:
  ///   - clock: the present; its milliseconds are `now` of rules and of timestamps.
  ///   - data: what it holds from the start; not told to the journal.
  ///   - journal: learns of every change.
  ///   - random: for the keys of pushes.
  package init(
    name: Text, configuration: RealtimeConfiguration, data: RealtimeNode = .absent,
    journal: (any RealtimeJournal)? = nil, random: any RandomNumberGenerator & Sendable,
    clock: @escaping @Sendable () -> Timestamp,
    observer: any RealtimeObserver, messages: RealtimeMessages = RealtimeMessages()
  ) {
    self.name = name
    self.clock = clock
    self.observer = observer
    self.messages = messages
    self.journal = journal
    state = Mutex(State(configuration: configuration, root: data, journal: journal, random: random))
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

// MARK: - Durability

extension RealtimeInstance {
  /// Keeps rules that a client has released together with the data; nil: those of the file hold again.
  package func keep(rules: ReleasedRealtimeRules?) { state.withLock { $0.enqueue(.rules(rules)) } }

  /// Returns when everything that was written up to now survives the death of the process; at once without a journal.
  package func waitUntilDurable() async throws(RealtimeRefusal) {
    guard let journal else { return }
    let number = state.withLock { $0.lastEntry }
    do throws(FirestoreError) { try await journal.waitUntilDurable(number) } catch { throw .unavailable(error.message) }
  }
}

extension Timestamp {
  /// Milliseconds since 1970, as `now` in rules and timestamps in data count them.
  package var realtimeMilliseconds: Int64 {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
