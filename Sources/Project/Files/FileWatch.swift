#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What tells two versions of a file apart, as far as the file system tells: also versions of one length that were put
/// in its place with the time of the old one.
package struct FileStamp: Hashable, Sendable {
  package var seconds: Double
  package var size: Int
  /// Another one where a new file was moved to the old one's place.
  package var node: UInt64
  /// When anything of the file was changed, in nanoseconds; nobody can set it.
  package var changed: Int64

  package init(seconds: Double, size: Int, node: UInt64 = 0, changed: Int64 = 0) {
    self.seconds = seconds
    self.size = size
    self.node = node
    self.changed = changed
  }

  /// Nil when there is no such file. Symbolic links are followed.
  package static func of(_ path: String) -> FileStamp? {
    var info = stat()
    guard unsafe stat(path, &info) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (info.st_mtimespec, info.st_ctimespec)
    #else
      let (modified, changed) = (info.st_mtim, info.st_ctim)
    #endif
    return FileStamp(
      seconds: Double(modified.tv_sec) + Double(modified.tv_nsec) / 1e9, size: Int(info.st_size),
      node: UInt64(truncatingIfNeeded: info.st_ino),
      changed: Int64(changed.tv_sec) &* 1_000_000_000 &+ Int64(changed.tv_nsec))
  }
}

/// Waits for files to change by looking at them from time to time, which works in every file system and container.
package struct FileWatch<ClockType: Clock>: Sendable where ClockType.Duration == Duration {
  private let clock: ClockType
  private let interval: Duration
  private let stamp: @Sendable (String) -> FileStamp?

  package init(clock: ClockType, interval: Duration, stamp: @escaping @Sendable (String) -> FileStamp?) {
    self.clock = clock
    self.interval = interval
    self.stamp = stamp
  }

  /// Returns the paths that changed, appeared or went away since the call.
  ///
  /// - Throws: when the task is cancelled.
  @discardableResult
  package func waitForChange(of paths: [String]) async throws -> [String] {
    let before = paths.map(stamp)
    while true {
      try await clock.sleep(for: interval)
      let changed = zip(paths, before).filter { stamp($0.0) != $0.1 }.map(\.0)
      if !changed.isEmpty { return changed }
    }
  }
}
