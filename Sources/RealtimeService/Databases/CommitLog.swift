import RealtimeDatabase

/// The last commits, so that whoever listens can be told of each. Those who do not read fall out of it, and are told
/// everything anew.
struct CommitLog: Sendable {
  /// Versions share what they have in common; still, a log keeps what is deleted and replaced.
  static let limit = 512
  /// Of that, as JSON.
  static let byteLimit = 32 << 20

  private(set) var version = 0
  private var commits: [RealtimeChange] = []
  /// What each of them alone keeps.
  private var sizes: [Int] = []
  private var byteCount = 0

  mutating func append(_ change: RealtimeChange) {
    version += 1
    let size = change.paths.reduce(0) { $0 + change.old[$1].byteCount }
    commits.append(change)
    sizes.append(size)
    byteCount += size
    // Half of it at once, so that not every commit moves all of them.
    if commits.count > 2 * Self.limit { forget(Self.limit) }
    if byteCount > Self.byteLimit { forgetBytes() }
  }

  /// The newest commit stays: whoever listens has to be told of it.
  private mutating func forgetBytes() {
    var (count, kept) = (0, byteCount)
    while count < commits.count - 1, kept > Self.byteLimit / 2 {
      kept -= sizes[count]
      count += 1
    }
    forget(count)
  }

  private mutating func forget(_ count: Int) {
    byteCount -= sizes.prefix(count).reduce(0, +)
    commits.removeFirst(count)
    sizes.removeFirst(count)
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
