import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A new folder among the temporary files. Whoever makes it removes it.
enum TemporaryFolder {
  static func make(_ environment: ProcessEnvironment) throws(EnvironmentFailure) -> String {
    let parent = environment.nonEmpty("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/firebreak-XXXXXX".utf8CString)
    // SAFETY: the template is a terminated string that the call writes the name into, of the same length.
    guard unsafe mkdtemp(&template) != nil else {
      throw EnvironmentFailure(message: "cannot make a folder in `\(parent)`: \(SystemText.describe(errno))")
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
