package import Diagnostics
import FirestoreModel
import Project

/// Identities of findings that stay the same while lines move.
///
/// A fingerprint is made of the code, the file, the text of the place without its blanks, and what the message quotes:
/// a chain of calls is found at its last one, which says nothing of the query. Files are called as in the repository,
/// whatever folder the command was started in. Findings equal in all of these are counted in their order, so that every
/// finding of a report has its own.
package struct FindingFingerprints {
  private var seen: [UInt64: Int] = [:]
  private let paths: RepositoryPaths
  /// What files are called today, by what they were called.
  private let renames: [String: String]

  package init(paths: RepositoryPaths = RepositoryPaths(), renames: [String: String] = [:]) {
    self.paths = paths
    self.renames = renames
  }

  /// Sixteen hexadecimal digits, a colon and how often the same place was seen: `39fa2ee980eb94b0:1`.
  package mutating func next(_ diagnostic: Diagnostic) -> String {
    let identity = identity(of: diagnostic)
    let count = (seen[identity] ?? 0) + 1
    seen[identity] = count
    return "\(identity.hexadecimal):\(count)"
  }

  /// The same for findings that are equal in all of this.
  func identity(of diagnostic: Diagnostic) -> UInt64 {
    var hash = StableHash()
    hash.combine(part: Array(diagnostic.code.id.utf8))
    if let location = diagnostic.location {
      hash.combine(part: Array(file(of: location).utf8))
      hash.combine(part: Self.text(of: location))
      hash.combine(part: quoted(by: diagnostic.message))
    } else {
      hash.combine(part: Array(diagnostic.message.utf8))
    }
    return hash.value
  }

  func file(of location: SourceLocation) -> String { name(of: location.source.path) }

  private func name(of path: String) -> String {
    let path = paths.path(path)
    return renames[path] ?? path
  }

  /// A place of many pages is known by its beginning.
  static let reach = 4096

  /// What a message names: the query, the field, the file. Its other words and its figures may change while the finding
  /// stays what it is.
  private func quoted(by message: String) -> [UInt8] {
    let parts = message.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? [] : Array("`\(Self.isFile(part) ? name(of: String(part)) : String(part))".utf8)
    }
  }

  private static func isFile(_ text: Substring) -> Bool {
    text.contains { $0 == "." || $0 == "/" } && !text.contains(" ") && InputFile.kind(String(text)) == .file
  }

  /// The place without blanks; the line where it stands if that is empty, as for a character that is missing.
  private static func text(of location: SourceLocation) -> [UInt8] {
    let bytes = location.source.bytes
    let range = location.span.clamped(to: bytes.count)
    let place = bytes[range].prefix(reach).withoutBlanks
    if !place.isEmpty { return place }
    return bytes[..<range.lowerBound].line(fromEnd: true) + bytes[range.lowerBound...].line(fromEnd: false)
  }
}

extension StableHash {
  /// Parts are kept apart by a byte that text does not contain.
  mutating func combine(part: [UInt8]) { combine(part + [0xFF]) }
}
