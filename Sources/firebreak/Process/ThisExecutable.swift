#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file that this process was started from.
enum ThisExecutable {
  /// With links resolved; nil where the system does not say.
  static var path: String? {
    #if os(Linux)
      let link = "/proc/self/exe"
    #else
      let link = CommandLine.arguments.first ?? ""
    #endif
    guard let resolved = unsafe realpath(link, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
