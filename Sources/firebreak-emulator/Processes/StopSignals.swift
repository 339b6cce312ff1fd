import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals that ask for an end. The first is an event, so that everything can be closed; the second ends the process at
/// once, whatever it is doing.
final class StopSignals: Sendable {
  private struct Handlers {
    /// Nil: nothing needs closing, or it is being closed.
    var first: (@Sendable (Int32) -> Void)?
    var forced: [@Sendable () -> Void] = []
  }

  static let ofProcess = StopSignals()
  private let handlers = Mutex(Handlers())

  /// Must be called before a second thread exists: a signal that every thread holds back stays for the one that waits.
  static func keepBack() {
    var set = kept
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Handles signals for the rest of the process, on the main thread: nothing else may run there, since the concurrency
  /// runtime would let all signals through on it.
  func wait() -> Never {
    var set = Self.kept
    while true {
      var number: Int32 = 0
      guard unsafe sigwait(&set, &number) == 0 else { continue }
      let first = handlers.withLock { handlers in
        let first = handlers.first
        handlers.first = nil
        return first
      }
      if let first {
        first(number)
      } else {
        for action in handlers.withLock(\.forced) { action() }
        _exit(128 + number)
      }
    }
  }

  /// - Parameter first: called once, for the first signal from now on.
  func listen(first: @escaping @Sendable (Int32) -> Void) { handlers.withLock { $0.first = first } }

  /// What a forced end must not leave behind.
  func onForcedEnd(_ action: @escaping @Sendable () -> Void) { handlers.withLock { $0.forced.append(action) } }

  private static var kept: sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGINT)
    unsafe sigaddset(&set, SIGTERM)
    unsafe sigaddset(&set, SIGQUIT)
    // A closed terminal ends us like a signal to stop, unless somebody (`nohup`) has arranged that it does not.
    if !isHangUpIgnored { unsafe sigaddset(&set, SIGHUP) }
    return set
  }

  private static let isHangUpIgnored: Bool = {
    let before = signal(SIGHUP, SIG_DFL)
    let isIgnored = unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored { _ = signal(SIGHUP, SIG_IGN) }
    return isIgnored
  }()
}
