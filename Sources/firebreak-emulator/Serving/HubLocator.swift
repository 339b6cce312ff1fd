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

/// The file by which commands of the Firebase CLI find the emulators of a project that runs: `hub-PROJECT.json` in the
/// folder for temporary files. It is there while they can be asked, and belongs to whoever was first.
final class HubLocator: Sendable {
  private let path: String?
  /// Nil: not written.
  private let written = Mutex<String?>(nil)

  /// - Parameter environment: says where temporary files are, as Node.js understands it.
  init(project: String, environment: [String: String]) {
    let folder = ["TMPDIR", "TMP", "TEMP"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "/tmp"
    path = project.contains("/") ? nil : DisplayPath.join(folder, "hub-\(project).json")
  }

  /// Tells where the emulators are, unless another process that lives has done so for this project. A folder that cannot be
  /// written to is nobody's fault: only these commands miss the file.
  func write(_ addresses: ServedAddresses) {
    guard let path, !isTaken(path) else { return }
    let text = JSONWriter.text(
      addresses.hubLocator(version: FirebreakVersion.current, process: Int64(getpid())), .compact)
    // Renamed into its place: a link that somebody has put there is replaced, not followed.
    guard (try? Data(text.utf8).write(to: URL(filePath: path), options: .atomic)) != nil else { return }
    written.withLock { $0 = text }
  }

  /// Nobody can ask any more. A file that others have written meanwhile is theirs.
  func withdraw() {
    guard let path, let text = written.withLock({ $0.take() }),
      let file = try? InputFile.read(path), file.bytes == Array(text.utf8)
    else { return }
    _ = unsafe unlink(path)
  }

  private func isTaken(_ path: String) -> Bool {
    guard let file = try? InputFile.read(path), case .object(let members)? = JSONReader.read(file).node?.content,
      case .number(let number)? = members.first(where: { $0.key == "pid" })?.value.content,
      let process = pid_t(number), process > 0, process != getpid()
    else { return false }
    return kill(process, 0) == 0 || errno == EPERM
  }
}
