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

  static func with<Result>(
    _ environment: ProcessEnvironment, _ body: (ScratchFolder) throws -> Result
  ) throws -> Result {
    let folder = ScratchFolder(path: try make(environment))
    let handlers = ending.map { signal($0, SIG_IGN) }
    // A queue of its own gets a thread also while others compute on all of the shared ones.
    let queue = DispatchQueue(label: "firebreak.ending", qos: .userInitiated)
    let sources = ending.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        folder.remove()
        _ = signal(number, SIG_DFL)
        raise(number)
      }
      source.resume()
      return source
    }
    defer {
      folder.remove()
      for source in sources { source.cancel() }
      for (number, handler) in zip(ending, handlers) { _ = signal(number, handler) }
    }
    return try body(folder)
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

  private static func make(_ environment: ProcessEnvironment) throws(EnvironmentFailure) -> String {
    let parent = environment.nonEmpty("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/firebreak-XXXXXX".utf8CString)
    // SAFETY: the template is a terminated string that the call writes the name into, of the same length.
    guard unsafe mkdtemp(&template) != nil else {
      throw EnvironmentFailure(message: "cannot make a folder in `\(parent)`: \(SystemText.describe(errno))")
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
