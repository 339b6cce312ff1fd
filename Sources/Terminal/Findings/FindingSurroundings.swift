import Diagnostics
import FirestoreModel

/// What stands around the place of a finding. It tells findings apart that are equal in all that they are known by.
struct FindingSurroundings: Equatable {
  /// The whole line, which says more than the place: `const before = ` in front of a call.
  private var line: String
  /// The lines above and below that are not empty.
  private var neighbours: String

  init(_ location: SourceLocation) {
    let bytes = location.source.bytes
    let range = location.span.clamped(to: bytes.count)
    let (before, behind) = (bytes[..<range.lowerBound], bytes[range.upperBound...])
    line = Self.print(before.line(fromEnd: true), behind.line(fromEnd: false))
    neighbours = Self.print(before.neighbour(fromEnd: true), behind.neighbour(fromEnd: false))
  }

  init?(text: String) {
    let parts = text.split(separator: ":").map(String.init)
    guard parts.count == 2 else { return nil }
    (line, neighbours) = (parts[0], parts[1])
  }

  var text: String { "\(line):\(neighbours)" }

  /// How much speaks for one place: the line more than what stands around it.
  func likeness(to other: FindingSurroundings) -> Int {
    (line == other.line ? 2 : 0) + (neighbours == other.neighbours ? 1 : 0)
  }

  private static func print(_ first: [UInt8], _ second: [UInt8]) -> String {
    var hash = StableHash()
    hash.combine(part: first)
    hash.combine(part: second)
    return hash.value.hexadecimal
  }
}

extension ArraySlice<UInt8> {
  var withoutBlanks: [UInt8] { filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && !$0.isBreak } }

  /// What is left of a line before or behind a place, without blanks.
  func line(fromEnd: Bool) -> [UInt8] {
    fromEnd
      ? Array(suffix(FindingFingerprints.reach).reversed().prefix { !$0.isBreak }.reversed())[...].withoutBlanks
      : prefix(FindingFingerprints.reach).prefix { !$0.isBreak }.withoutBlanks
  }

  /// The nearest line of which a place has no part and that is not empty, without blanks.
  fileprivate func neighbour(fromEnd: Bool) -> [UInt8] {
    let near = fromEnd ? Array(suffix(FindingFingerprints.reach).reversed()) : Array(prefix(FindingFingerprints.reach))
    let others = near.drop { !$0.isBreak }
    let line = others.drop { $0.isBreak || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.prefix { !$0.isBreak }
    return line.withoutBlanks
  }
}

extension UInt8 {
  fileprivate var isBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
