import RealtimeDatabase

/// The last commits, so that whoever listens can be told of each. Those who do not read fall out of it, and are told
/// everything anew.
struct CommitLog: Sendable {
  /// Versions share what they have in common; still, a log keeps what is deleted.
  static let limit = 512

  private(set) var version = 0
  private var commits: [RealtimeChange] = []

  mutating func append(_ change: RealtimeChange) {
    version += 1
    commits.append(change)
    // Half of it at once, so that not every commit moves all of them.
    if commits.count > 2 * Self.limit { commits.removeFirst(Self.limit) }
  }

  /// Nil: the log does not reach back that far.
  func commits(after version: Int) -> ArraySlice<RealtimeChange>? {
    let missed = self.version - version
    return missed <= commits.count ? commits.suffix(missed) : nil
  }
}

extension RealtimeInstance.State {
  mutating func commit(_ change: RealtimeChange) {
    root = change.new
    commits.append(change)
    if !change.addresses.isEmpty { enqueue(.change(change)) }
    wakeListeners()
  }

  mutating func enqueue(_ content: RealtimeEntry.Content) {
    guard let journal else { return }
    lastEntry += 1
    journal.enqueue(RealtimeEntry(number: lastEntry, content))
  }
}
