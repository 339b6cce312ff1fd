package import Diagnostics
import Project
import StructuredText

/// Findings that were there before: those of a baseline file, or of a revision. They are marked as silenced, and count
/// nowhere.
package struct KnownFindings {
  /// How grave each was: what has become graver since is new.
  private let severities: [String: Severity]
  private let paths: RepositoryPaths
  private let reason: String

  /// - Parameters:
  ///   - findings: what was found then.
  ///   - then: how files were called there.
  ///   - now: how files are called in what is marked.
  package init(_ findings: FindingList, then: RepositoryPaths, now: RepositoryPaths, reason: String) {
    severities = Dictionary(
      zip(Self.fingerprints(of: findings, then), findings.diagnostics.map(\.severity)), uniquingKeysWith: max)
    paths = now
    self.reason = reason
  }

  private init(_ severities: [String: Severity], _ paths: RepositoryPaths, reason: String) {
    self.severities = severities
    self.paths = paths
    self.reason = reason
  }

  /// The list with those that are known silenced, how many they are, and how many that were known are gone.
  package func marked(_ findings: FindingList) -> (findings: FindingList, known: Int, gone: Int) {
    let prints = Self.fingerprints(of: findings, paths)
    var known = 0
    let marked = zip(findings.diagnostics, prints).map { finding, print in
      guard let then = severities[print], finding.severity <= then, !finding.isInputFailure else { return finding }
      known += 1
      var silenced = finding
      silenced.suppression = Suppression(.external, reason: reason)
      return silenced
    }
    return (FindingList(marked + findings.suppressed), known, Set(severities.keys).subtracting(prints).count)
  }

  private static func fingerprints(of findings: FindingList, _ paths: RepositoryPaths) -> [String] {
    var fingerprints = FindingFingerprints(paths: paths)
    return findings.diagnostics.map { fingerprints.next($0) }
  }
}

// MARK: - The file

extension KnownFindings {
  /// Where a project keeps it, below its folder.
  package static let path = "firebreak/baseline.json"

  private static func paths(besideFile path: String) -> RepositoryPaths {
    let file = DisplayPath.absolute(path, from: ProjectFolder.workingDirectory)
    // Whatever folder the command is started in, files are called as seen from the folder that the file was written for.
    var folder = DisplayPath.folder(of: file)
    if DisplayPath.name(of: folder) == "firebreak" { folder = DisplayPath.folder(of: folder) }
    return RepositoryPaths(besides: folder)
  }

  /// Nil, with the findings, when the file cannot be read.
  package static func read(_ path: String) -> (known: KnownFindings?, problems: [Diagnostic]) {
    let source: SourceText
    do throws(InputFileError) { source = try InputFile.read(path) } catch { return (nil, [error.diagnostic]) }
    let result = JSONReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    guard let root = result.valid, var object = ObjectReader(root, decoding, for: "baseline") else {
      return (nil, decoding.diagnostics)
    }
    var severities: [String: Severity] = [:]
    for entry in object.array("findings") ?? [] {
      guard var entry = ObjectReader(entry, decoding, for: "findings") else { continue }
      let severity = entry.string("severity").flatMap { Severity(rawValue: $0) } ?? .error
      if let print = entry.string("fingerprint", .required) {
        severities[print] = max(severity, severities[print] ?? severity)
      }
      entry.know("code", "file", "message")
      entry.finish()
    }
    object.finish()
    guard decoding.diagnostics.isEmpty else { return (nil, decoding.diagnostics) }
    let known = KnownFindings(severities, paths(besideFile: path), reason: "known before: \(path)")
    return (known, [])
  }

  /// The text of the file; files that cannot be read are never known.
  package static func text(_ findings: FindingList, forFile path: String) -> String {
    let paths = paths(besideFile: path)
    let prints = fingerprints(of: findings, paths)
    let entries = zip(findings.diagnostics, prints).filter { !$0.0.isInputFailure }.map { finding, print in
      JSONValue.object(
        [
          JSONValue.Member("fingerprint", .string(print)), JSONValue.Member("code", .string(finding.code.id)),
          JSONValue.Member("severity", .string(finding.severity.rawValue)),
        ] + (finding.location.map { [JSONValue.Member("file", .string(paths.path(of: $0.source)))] } ?? [])
          + [JSONValue.Member("message", .string(finding.message))])
    }
    return JSONWriter.text(.object([JSONValue.Member("findings", .array(entries))])) + "\n"
  }
}

extension RepositoryPaths {
  /// Files as seen from an absolute folder, wherever the command was started.
  package init(besides root: String) {
    let folder = ProjectFolder.workingDirectory
    let isInside = DisplayPath.contains(root, folder)
    self.init(folder: isInside ? String(folder.dropFirst(root == "/" ? 1 : root.count + 1)) : folder, root: root)
  }
}
