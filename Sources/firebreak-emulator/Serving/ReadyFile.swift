import Diagnostics
import EmulatorServer
import FoundationEssentials
import Project
import StructuredText
import Synchronization
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `--ready-file`: where scripts learn the port that the system has chosen. It is there only while somebody can connect.
final class ReadyFile: Sendable {
  private let path: String
  /// Nil: not written yet.
  private let written = Mutex<String?>(nil)

  /// Removes the file of a run that was killed: whoever waits for it would connect to nobody.
  init(path: String) {
    self.path = path
    Self.remove(path)
  }

  func write(_ addresses: ServedAddresses, by console: Console) throws {
    let text = Self.text(addresses)
    written.withLock { $0 = text }
    try console.write(text, toFile: path)
  }

  /// Nobody can connect any more. A file that others have written meanwhile is theirs.
  func withdraw() {
    guard let text = written.withLock({ $0 }), let file = try? InputFile.read(path), file.bytes == Array(text.utf8)
    else { return }
    Self.remove(path)
  }

  /// Not a pipe or a device that somebody reads from.
  private static func remove(_ path: String) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    if attributes?[.type] as? FileAttributeType == .typeRegular { _ = unsafe unlink(path) }
  }

  /// `{"host", "port", "firestore": {"name", "host", "port", "listen": […]}, "database": …, "pid", "version"}`; `firestore`
  /// and, where it is served, `database` as the hub of the Firebase CLI describes an emulator.
  static func text(_ addresses: ServedAddresses) -> String {
    var members: [JSONValue.Member] = [
      .init("host", .string(addresses.firestore.reachableHost)),
      .init("port", .integer(Int64(addresses.firestore.port))),
    ]
    members += addresses.emulators
    members += [.init("pid", .integer(Int64(getpid()))), .init("version", .string(FirebreakVersion.current))]
    return JSONWriter.text(.object(members)) + "\n"
  }
}
