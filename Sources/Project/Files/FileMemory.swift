import Diagnostics
import Synchronization

/// Files that were read before and have not changed since: a process that looks at a project again and again reads only
/// what is new. Others keep nothing.
package enum FileMemory {
  private struct File {
    var stamp: FileStamp
    var source: SourceText
  }

  /// By path, as it is printed; nil: nothing is kept.
  private static let files = Mutex<[String: File]?>(nil)
  /// Larger ones are few, and kept by nobody else either.
  private static let most = 1 << 20

  /// From now on files are kept.
  package static func begin() { files.withLock { $0 = $0 ?? [:] } }

  static var isKept: Bool { files.withLock { $0 != nil } }

  static func read(
    _ path: String, _ read: () throws(InputFileError) -> SourceText
  ) throws(InputFileError) -> SourceText {
    guard files.withLock({ $0 != nil }), let stamp = FileStamp.of(path) else { return try read() }
    if let known = files.withLock({ $0?[path] }), known.stamp == stamp { return known.source }
    let source = try read()
    if source.bytes.count <= most { files.withLock { $0?[path] = File(stamp: stamp, source: source) } }
    return source
  }
}
