import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file that a job of GitHub Actions shows as its summary. A step may write 1 MiB to it; more fails the upload of
/// everything that is in it.
struct JobSummary {
  static let maximumBytes = 1024 * 1024

  var file: String

  /// Appends what still fits, cut between two lines.
  func append(_ text: String) throws(EnvironmentFailure) {
    guard !text.isEmpty else { return }
    let present = FileManager.default.contents(atPath: file)?.count ?? 0
    let fitting = Self.fitting(text, in: Self.maximumBytes - present)
    guard !fitting.isEmpty else { return }
    let descriptor = unsafe open(file, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    guard descriptor >= 0 else { throw EnvironmentFailure(message: "cannot write the job summary `\(file)`") }
    defer { close(descriptor) }
    let stream = StandardStream(descriptor: descriptor)
    stream.write(fitting)
    if stream.state != .open { throw EnvironmentFailure(message: "cannot write the job summary `\(file)`") }
  }

  /// The first lines of the text, with a last one that says how many are missing.
  static func fitting(_ text: String, in room: Int) -> String {
    if text.utf8.count <= room { return text }
    let reserve = 80
    var lines: [Substring] = []
    var used = reserve
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in all {
      used += line.utf8.count + 1
      if used > room { break }
      lines.append(line)
    }
    guard !lines.isEmpty else { return "" }
    return lines.joined(separator: "\n") + "\n\n\(all.count - lines.count) more lines do not fit into the summary.\n"
  }
}
