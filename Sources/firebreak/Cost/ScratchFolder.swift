import Dispatch
import FoundationEssentials
import Synchronization
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder for a short while. Nothing stays behind: a signal that ends the process removes it first.
final class ScratchFolder: Sendable {
  let path: String
  /// What is to be undone, in the order in which it was done; nil: it has been.
  private let undoing: Mutex<[@Sendable () -> Void]?> = Mutex([])

  private static let ending: [Int32] = [SIGINT, SIGTERM, SIGHUP]

  /// The signal that came meanwhile; 0: none.
  private static let received = Atomic<Int32>(0)

  static func with<Result>(
    _ environment: ProcessEnvironment, _ body: (ScratchFolder) throws -> Result
  ) throws -> Result {
    let folder = ScratchFolder(path: try TemporaryFolder.make(environment))
    received.store(0, ordering: .relaxed)
    let handlers = ending.map { number in
      signal(number) { ScratchFolder.received.store($0, ordering: .relaxed) }
    }
    // Of what removing takes a handler may do nothing, and whoever computes does not look: somebody else has to.
    let watch = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "firebreak.ending", qos: .userInitiated))
    watch.schedule(deadline: .now(), repeating: .milliseconds(100))
    watch.setEventHandler { folder.endIfAsked() }
    watch.resume()
    defer {
      watch.cancel()
      folder.remove()
      folder.endIfAsked()
      for (number, handler) in zip(ending, handlers) { _ = signal(number, handler) }
    }
    return try body(folder)
  }

  /// Ends the process as the signal would have, with nothing left behind.
  private func endIfAsked() {
    let number = Self.received.load(ordering: .relaxed)
    guard number != 0 else { return }
    remove()
    _ = signal(number, SIG_DFL)
    // A thread of a queue takes no signals: the process has to.
    kill(getpid(), number)
  }

  private init(path: String) { self.path = path }

  /// Does what has to be undone before the folder is removed. A signal waits until it is done.
  func doing(_ body: () throws -> Void, undo: @escaping @Sendable () -> Void) rethrows {
    try undoing.withLock { undoing in
      undoing?.append(undo)
      try body()
    }
  }

  private func remove() {
    undoing.withLock { actions in
      for undo in (actions ?? []).reversed() { undo() }
      if actions != nil { try? FileManager.default.removeItem(atPath: path) }
      actions = nil
    }
  }
}
