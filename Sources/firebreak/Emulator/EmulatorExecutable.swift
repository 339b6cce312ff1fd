import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The other half of the command: found as git finds its subcommands, and never called by hand.
enum EmulatorExecutable {
  static let name = "firebreak-emulator"

  /// Where it may stand, in the order in which it is looked for: beside this executable, wherever the link that was
  /// called points to, then in the folders of PATH.
  static func places(path: String?) -> [String] {
    let folders = [folderOfThisProcess].compactMap { $0 } + (path ?? "").split(separator: ":").map(String.init)
    return folders.map { "\($0)/\(name)" }
  }

  static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// With links resolved; nil where the system does not say.
  static var folderOfThisProcess: String? {
    guard let path = ThisExecutable.path, let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Replaces this process, so that signals, terminal and exit code are the other's own.
  static func become(_ path: String, arguments: [String]) throws(EnvironmentFailure) -> Never {
    unsafe setenv(FirebreakVersion.handOverVariable, FirebreakVersion.current, 1)
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    unsafe execv(path, &words)
    let number = errno
    unsafe words.forEach { unsafe free($0) }
    throw EnvironmentFailure(message: "cannot start `\(path)`: \(SystemText.describe(number))")
  }
}
