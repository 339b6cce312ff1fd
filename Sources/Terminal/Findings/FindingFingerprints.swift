package import Diagnostics
import FirestoreModel

/// Identities of findings that stay the same while lines move.
///
/// A fingerprint is made of the code, the file, the text of the place without its blanks, and what the message quotes:
/// a chain of calls is found at its last one, which says nothing of the query. Findings equal in all of these are counted
/// in their order, so that every finding of a report has its own.
package struct FindingFingerprints {
  private var seen: [UInt64: Int] = [:]
  private let paths: RepositoryPaths

  package init(paths: RepositoryPaths = RepositoryPaths()) { self.paths = paths }

  /// Sixteen hexadecimal digits, a colon and how often the same place was seen: `39fa2ee980eb94b0:1`.
  package mutating func next(_ diagnostic: Diagnostic) -> String {
    var hash = StableHash()
    hash.combine(part: Array(diagnostic.code.id.utf8))
    if let location = diagnostic.location {
      hash.combine(part: Array(paths.path(of: location.source).utf8))
      hash.combine(part: Self.text(of: location))
      hash.combine(part: Self.quoted(by: diagnostic.message))
    } else {
      hash.combine(part: Array(diagnostic.message.utf8))
    }
    let count = (seen[hash.value] ?? 0) + 1
    seen[hash.value] = count
    return "\(hash.value.hexadecimal):\(count)"
  }

  /// A place of many pages is known by its beginning.
  private static let reach = 4096

  /// What a message names: the query, the field, the file. Its other words and its figures may change while the finding
  /// stays what it is.
  private static func quoted(by message: String) -> [UInt8] {
    var quoted: [UInt8] = []
    var isQuoted = false
    for byte in message.utf8 {
      if byte == UInt8(ascii: "`") { isQuoted.toggle() }
      if isQuoted { quoted.append(byte) }
    }
    return quoted
  }

  /// The place without blanks; the line where it stands if that is empty, as for a character that is missing.
  private static func text(of location: SourceLocation) -> [UInt8] {
    let bytes = location.source.bytes
    let range = location.span.clamped(to: bytes.count)
    let place = withoutBlanks(bytes[range].prefix(reach))
    if !place.isEmpty { return place }
    let start = range.lowerBound
    let before = bytes[max(0, start - reach)..<start].reversed().prefix { !isBreak($0) }
    let behind = bytes[start..<min(bytes.count, start + reach)].prefix { !isBreak($0) }
    return withoutBlanks(before.reversed()[...]) + withoutBlanks(behind)
  }

  private static func withoutBlanks(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && !isBreak($0) }
  }

  private static func isBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}

extension StableHash {
  /// Parts are kept apart by a byte that text does not contain.
  fileprivate mutating func combine(part: [UInt8]) { combine(part + [0xFF]) }
}
