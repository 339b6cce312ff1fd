package import Diagnostics
import FirestoreModel
import Project
import StructuredText

/// Findings that were there before: those of a baseline file, or of a revision. They are marked as silenced, and count
/// nowhere.
package struct KnownFindings {
  fileprivate struct Known {
    /// What has become graver since is new.
    var severity: Severity
    /// Nil where the file does not say it.
    var surroundings: FindingSurroundings?
  }

  /// By identity: equal findings are told apart by what stands around them.
  private let known: [String: [Known]]
  private let names: FindingFingerprints
  private let reason: String

  /// - Parameters:
  ///   - findings: what was found then.
  ///   - then: how files were called there.
  ///   - now: how files are called in what is marked.
  package init(_ findings: FindingList, then: FindingFingerprints, now: FindingFingerprints, reason: String) {
    known = Dictionary(grouping: findings.diagnostics) { then.identity(of: $0).hexadecimal }.mapValues { equal in
      equal.map { Known(severity: $0.severity, surroundings: $0.surroundings) }
    }
    names = now
    self.reason = reason
  }

  private init(_ known: [String: [Known]], _ names: FindingFingerprints, reason: String) {
    self.known = known
    self.names = names
    self.reason = reason
  }

  /// The list with those that are known silenced, how many they are, and how many that were known are gone.
  package func marked(_ findings: FindingList) -> (findings: FindingList, known: Int, gone: Int) {
    var left = known
    let prints = findings.diagnostics.map { names.identity(of: $0).hexadecimal }
    var then: [Known?] = prints.map { _ in nil }
    // Of equal findings those are known that stand where they stood, then the others in their order.
    for likeness in [3, 2, 1, 0] {
      for (index, print) in prints.enumerated() where then[index] == nil {
        then[index] = left[print]?.take(findings.diagnostics[index].surroundings, likeness)
      }
    }
    var count = 0
    let marked = zip(findings.diagnostics, then).map { finding, then in
      guard let then, finding.severity <= then.severity, !finding.isInputFailure else { return finding }
      count += 1
      var silenced = finding
      silenced.suppression = Suppression(.external, reason: reason)
      return silenced
    }
    return (FindingList(marked + findings.suppressed), count, left.values.reduce(0) { $0 + $1.count })
  }
}

extension Array where Element == KnownFindings.Known {
  fileprivate mutating func take(_ surroundings: FindingSurroundings?, _ likeness: Int) -> Element? {
    let index = firstIndex { known in
      guard let then = known.surroundings, let surroundings else { return likeness == 0 }
      return then.likeness(to: surroundings) >= likeness
    }
    return index.map { remove(at: $0) }
  }
}

extension Diagnostic {
  fileprivate var surroundings: FindingSurroundings? { location.map { FindingSurroundings($0) } }
}

// MARK: - The file

extension KnownFindings {
  /// Where a project keeps it, below its folder.
  package static let path = "firebreak/baseline.json"

  /// Nil, with the findings, when the file cannot be read.
  package static func read(
    _ path: String, _ names: FindingFingerprints
  ) -> (known: KnownFindings?, problems: [Diagnostic]) {
    let source: SourceText
    do throws(InputFileError) { source = try InputFile.read(path) } catch { return (nil, [error.diagnostic]) }
    let result = JSONReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    guard let root = result.valid, var object = ObjectReader(root, decoding, for: "baseline") else {
      return (nil, decoding.diagnostics)
    }
    var known: [String: [Known]] = [:]
    for entry in object.array("findings") ?? [] {
      guard var entry = ObjectReader(entry, decoding, for: "findings") else { continue }
      let severity = entry.string("severity").flatMap { Severity(rawValue: $0) } ?? .error
      let surroundings = entry.string("surroundings").flatMap { FindingSurroundings(text: $0) }
      if let print = entry.string("fingerprint", .required) {
        let identity = String(print.prefix { $0 != ":" })
        known[identity, default: []].append(Known(severity: severity, surroundings: surroundings))
      }
      entry.know("code", "file", "message")
      entry.finish()
    }
    object.finish()
    guard decoding.diagnostics.isEmpty else { return (nil, decoding.diagnostics) }
    return (KnownFindings(known, names, reason: "known before: \(path)"), [])
  }

  /// The text of the file; files that cannot be read are never known.
  package static func text(_ findings: FindingList, _ names: FindingFingerprints) -> String {
    var counted = names
    let entries = findings.diagnostics.filter { !$0.isInputFailure }.map { finding in
      JSONValue.object(
        [
          JSONValue.Member("fingerprint", .string(counted.next(finding))),
          JSONValue.Member("code", .string(finding.code.id)),
          JSONValue.Member("severity", .string(finding.severity.rawValue)),
        ]
          + (finding.location.map { location in
            [
              JSONValue.Member("file", .string(names.file(of: location))),
              JSONValue.Member("surroundings", .string(FindingSurroundings(location).text)),
            ]
          } ?? []) + [JSONValue.Member("message", .string(finding.message))])
    }
    return JSONWriter.text(.object([JSONValue.Member("findings", .array(entries))])) + "\n"
  }
}

extension RepositoryPaths {
  /// Files as seen from the repository around a folder; from the folder itself where it is in none.
  package init(ofRepositoryAround folder: String) {
    let start = ProjectFolder.workingDirectory
    let root = DisplayPath.absolute(ProjectFolder.repository(around: folder) ?? folder, from: start)
    self.init(folder: start, root: root)
  }
}
