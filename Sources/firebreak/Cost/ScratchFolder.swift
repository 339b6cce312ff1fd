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

/// A folder for a short while. Nothing stays behind: signals that would end the process wait until it is removed.
enum ScratchFolder {
  /// The signal that came meanwhile; 0: none.
  private static let received = Atomic<Int32>(0)
  private static let ending: [Int32] = [SIGINT, SIGTERM, SIGHUP]

  static func with<Result>(
    _ environment: ProcessEnvironment, _ body: (_ folder: String) throws -> Result
  ) throws -> Result {
    received.store(0, ordering: .relaxed)
    let before = ending.map { number in
      signal(number) { ScratchFolder.received.store($0, ordering: .relaxed) }
    }
    defer {
      for (number, handler) in zip(ending, before) { _ = signal(number, handler) }
      let number = received.load(ordering: .relaxed)
      if number != 0 { raise(number) }
    }
    let folder = try make(environment)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
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
