package import FirestoreModel
import CRE2

/// A compiled regular expression of RE2, the library that production uses: linear time, no lookaround.
@safe package final class Pattern: Sendable {
  package let text: Text
  // SAFETY: the C object is immutable after construction, usable from several threads, and freed once, in deinit.
  nonisolated(unsafe) private let handle: OpaquePointer

  /// Nil when RE2 refuses the pattern.
  package init?(_ text: Text) {
    self.text = text
    var utf8 = text.string
    guard
      let handle = utf8.withUTF8({ bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe cre2_compile($0.baseAddress, $0.count) }
      })
    else { return nil }
    unsafe self.handle = handle
    if unsafe cre2_error(handle) != nil { return nil }
  }

  deinit { unsafe cre2_free(handle) }

  /// Whether the whole text matches.
  package func matchesAll(of text: Text) -> Bool {
    var utf8 = text.string
    return utf8.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe cre2_matches_all(handle, $0.baseAddress, $0.count) }
    }
  }

  /// The pieces between the matches. As in Java's RE2, empty pieces at the end are left out, except that a text without
  /// a match is one piece; what production does with them has not been recorded.
  package func split(_ text: Text) -> [Text] {
    let bytes = Array(text.string.utf8)
    var pieces: [Text] = []
    var last = 0
    for match in matches(in: bytes) {
      pieces.append(Text(String(decoding: bytes[last..<match.start], as: UTF8.self)))
      last = match.end
    }
    if pieces.isEmpty { return [text] }
    pieces.append(Text(String(decoding: bytes[last...], as: UTF8.self)))
    while let piece = pieces.last, piece.isEmpty, pieces.count > 1 { pieces.removeLast() }
    return pieces
  }

  /// Replaces every match. In the replacement `$1` stands for a group, `$0` for the match, and a backslash takes the
  /// next character as it is.
  package func replaceAll(
    in text: Text, with replacement: Text, limit: Int = .max
  ) throws(ReplacementFailure) -> Text {
    guard let parts = replacementParts(Array(replacement.string.utf8)) else { throw .noSuchGroup }
    let bytes = Array(text.string.utf8)
    var result: [UInt8] = []
    var last = 0
    for match in matches(in: bytes) {
      result += bytes[last..<match.start]
      for part in parts {
        switch part {
        case .bytes(let literal): result += literal
        case .group(let group):
          let (start, end) = (match.offsets[2 * group], match.offsets[2 * group + 1])
          if start >= 0, start <= end { result += bytes[start..<end] }
        }
        guard result.count <= limit else { throw .tooLong }
      }
      last = match.end
    }
    result += bytes[last...]
    return Text(String(decoding: result, as: UTF8.self))
  }

  package enum ReplacementFailure: Error {
    /// The replacement names a group that the pattern does not have.
    case noSuchGroup
    /// The result would have more bytes than the limit.
    case tooLong
  }

  // MARK: - Matches

  private struct Match {
    /// Start and end of the match and of every group in turn; −1 for a group that took no part.
    var offsets: [Int]

    var start: Int { offsets[0] }
    var end: Int { offsets[1] }
  }

  private var groupCount: Int { unsafe Int(cre2_group_count(handle)) }

  /// All matches from left to right. An empty one does not follow directly on another match.
  private func matches(in bytes: [UInt8]) -> [Match] {
    var found: [Match] = []
    var position = 0
    var lastEnd = -1
    while position <= bytes.count, let match = firstMatch(in: bytes, from: position) {
      if match.start == match.end, match.start == lastEnd {
        position = nextCharacter(after: position, in: bytes)
        continue
      }
      found.append(match)
      lastEnd = match.end
      position = match.end > match.start ? match.end : nextCharacter(after: match.end, in: bytes)
    }
    return found
  }

  private func nextCharacter(after position: Int, in bytes: [UInt8]) -> Int {
    var next = position + 1
    while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }

  private func firstMatch(in bytes: [UInt8], from start: Int) -> Match? {
    let count = groupCount + 1
    var offsets = [Int](repeating: -1, count: 2 * count)
    // SAFETY: the C function reads the text and writes 2 * count places, all within the two buffers.
    let isFound = unsafe bytes.withUnsafeBufferPointer { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe offsets.withUnsafeMutableBufferPointer { places in
          unsafe cre2_find(handle, text.baseAddress, text.count, start, places.baseAddress, Int32(count))
        }
      }
    }
    return isFound ? Match(offsets: offsets) : nil
  }

  // MARK: - Replacements

  private enum ReplacementPart {
    case bytes([UInt8])
    case group(Int)
  }

  private func replacementParts(_ bytes: [UInt8]) -> [ReplacementPart]? {
    let groups = groupCount
    var parts: [ReplacementPart] = []
    var literal: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count {
        literal.append(bytes[position + 1])
        position += 2
      } else if bytes[position] == UInt8(ascii: "$"), position + 1 < bytes.count,
        let digit = digit(bytes[position + 1])
      {
        var group = digit
        position += 2
        // More digits belong to the number as long as there is such a group.
        while position < bytes.count, let next = self.digit(bytes[position]), group * 10 + next <= groups {
          group = group * 10 + next
          position += 1
        }
        guard group <= groups else { return nil }
        parts.append(.bytes(literal))
        parts.append(.group(group))
        literal = []
      } else {
        literal.append(bytes[position])
        position += 1
      }
    }
    parts.append(.bytes(literal))
    return parts
  }

  private func digit(_ byte: UInt8) -> Int? { (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil }
}
