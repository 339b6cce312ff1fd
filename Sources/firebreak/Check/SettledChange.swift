import Project

/// Waits for files to change, and then until they stay the same for a while: editors and git write many.
struct SettledChange {
  var paths: [String]
  /// What the files were when they were looked at.
  private var stamps: [FileStamp?]

  private static let interval = Duration.milliseconds(300)

  init(of paths: [String], after last: SettledChange? = nil) {
    self.paths = paths
    // What has changed meanwhile counts: only files that were not known get their first stamp here.
    let known = Dictionary(zip(last?.paths ?? [], last?.stamps ?? [])) { first, _ in first }
    stamps = paths.map { known[$0] ?? FileStamp.of($0) }
  }

  /// - Throws: when the task is cancelled.
  mutating func wait() async throws {
    while paths.map(FileStamp.of) == stamps { try await Task.sleep(for: Self.interval) }
    repeat {
      stamps = paths.map(FileStamp.of)
      try await Task.sleep(for: Self.interval)
    } while paths.map(FileStamp.of) != stamps
  }
}
