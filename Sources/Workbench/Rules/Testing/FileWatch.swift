import FoundationEssentials

/// When a file was last changed, as far as the file system tells.
package struct FileStamp: Hashable, Sendable {
  package var seconds: Double
  package var size: Int

  package init(seconds: Double, size: Int) {
    self.seconds = seconds
    self.size = size
  }

  /// Nil when there is no such file.
  package static func of(_ path: String) -> FileStamp? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let date = attributes[.modificationDate] as? Date
    else { return nil }
    return FileStamp(seconds: date.timeIntervalSince1970, size: (attributes[.size] as? Int) ?? 0)
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
