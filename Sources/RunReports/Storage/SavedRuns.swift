package import Diagnostics
import FirestoreModel
import Project

/// Where the latest report of each workload of a project is kept. The folder is scratch: it may be deleted at any time,
/// and is not for version control.
package struct SavedRuns: Sendable {
  /// The project's root.
  package let root: String

  package init(root: String) { self.root = root }

  /// What holds all scratch of a project.
  package var scratch: String { DisplayPath.join(root, ".firebreak") }
  package var folder: String { DisplayPath.join(scratch, "runs") }
  package var ignoreFile: String { DisplayPath.join(scratch, ".gitignore") }
  /// Where `report` writes.
  package var reportFolder: String { DisplayPath.join(scratch, "report") }

  /// What keeps version control away from the scratch folder.
  package static let ignoreText = "*\n"

  /// One for each workload, so that the folder stays as small as the project: the next run of it replaces the last.
  /// - Parameter start: the absolute folder that relative paths begin at.
  package func file(ofWorkload path: String, from start: String) -> String {
    DisplayPath.join(folder, Self.name(ofWorkload: path, root: root, from: start) + ".json")
  }

  /// The workload's path below the root, made a file's name: `sync/chat-open.workload.yaml` → `sync.chat-open`.
  static func name(ofWorkload path: String, root: String, from start: String) -> String {
    let whole = DisplayPath.absolute(path, from: start)
    let base = DisplayPath.absolute(root, from: start)
    var inside = DisplayPath.contains(base, whole) ? String(whole.dropFirst(base == "/" ? 1 : base.count + 1)) : whole
    if inside.hasSuffix(Self.workloadSuffix) { inside = String(inside.dropLast(Self.workloadSuffix.count)) }
    var isExact = true
    let bytes = inside.utf8.drop { $0 == UInt8(ascii: "/") }.map { byte -> UInt8 in
      if byte == UInt8(ascii: "/") { return UInt8(ascii: ".") }
      if Self.isPlain(byte) { return byte }
      isExact = false
      return UInt8(ascii: "-")
    }
    let name = String(decoding: bytes.prefix(100), as: UTF8.self)
    // What has lost something would meet others of the same remainder.
    return isExact && bytes.count <= 100 ? name : "\(name)-\(Self.fingerprint(inside))"
  }

  private static let workloadSuffix = ".workload.yaml"

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    // Dots stand for slashes, but those of file names are too common to be marked.
    case UInt8(ascii: "."): true
    default: false
    }
  }

  /// FNV-1a of 32 bits: enough to tell the workloads of one project apart.
  private static func fingerprint(_ text: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension SavedRuns {
  /// The saved reports in the order of their files' names, and what is wrong with files that are none.
  ///
  /// Runs of workloads that the project no longer has, or that have changed since, are said to be stale. Of several with
  /// one name, each is called by its file, too.
  /// - Parameters:
  ///   - workloads: the files of the project.
  ///   - start: the absolute folder that relative paths begin at.
  package func read(for workloads: [String], from start: String) -> (reports: [RunReport], findings: [Diagnostic]) {
    let known = Dictionary(workloads.map { (Self.name(ofWorkload: $0, root: root, from: start), $0) }) { first, _ in
      first
    }
    var reports: [(name: String, report: RunReport)] = []
    var findings: [Diagnostic] = []
    for name in FolderListing.names(in: folder) ?? [] where name.hasSuffix(".json") && !name.hasPrefix(".") {
      let path = DisplayPath.join(folder, name)
      do throws(InputFileError) {
        let result = RunReportReader.read(try InputFile.read(path, limit: .data))
        let name = String(name.dropLast(".json".count))
        let state = state(of: path, workload: known[name])
        for var report in result.reports {
          report.saved = state
          reports.append((name, report))
        }
        findings += result.diagnostics
      } catch {
        findings.append(error.diagnostic)
      }
    }
    let counts = Dictionary(reports.map { (Text($0.report.workload), 1) }, uniquingKeysWith: +)
    for index in reports.indices where counts[Text(reports[index].report.workload), default: 0] > 1 {
      reports[index].report.workload += " (\(reports[index].name))"
    }
    return (reports.map(\.report), findings)
  }

  private func state(of file: String, workload: String?) -> SavedState {
    let stamp = FileStamp.of(file)
    let at = stamp.map { Timestamp(microseconds: Int64($0.seconds * 1_000_000)) }
    guard let workload else {
      return SavedState(at: at, staleness: "the project has no such workload; delete `\(file)` if it is gone for good")
    }
    guard let stamp, let source = FileStamp.of(workload), source.seconds > stamp.seconds else {
      return SavedState(at: at, staleness: nil)
    }
    return SavedState(at: at, staleness: "`\(DisplayPath.name(of: workload))` has changed since")
  }
}
