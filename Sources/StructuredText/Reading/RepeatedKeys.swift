import Diagnostics

/// Which of the members of one object count that have the same key.
package enum RepeatedKeyMeaning: Hashable, Sendable {
  case firstCounts
  /// As `JSON.parse` has it.
  case lastCounts
  /// Whoever reads them decides.
  case allCount
}

/// The keys that are written more than once, each with its own place and that of the first.
struct RepeatedKeys {
  private struct Entry {
    var key: String
    var place: Span
    var first: Span
  }

  private var entries: [Entry] = []
  private var count = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func add(_ key: String, at place: Span, first: Span) {
    count += 1
    if entries.count < limit { entries.append(Entry(key: key, place: place, first: first)) }
  }

  func diagnostics(in source: SourceText) -> [Diagnostic] {
    guard !entries.isEmpty else { return [] }
    let lines = LineTable(source)
    return entries.enumerated().map { index, entry in
      let first = lines.position(of: entry.first.start)
      var notes = ["first written at \(source.path):\(first.line):\(first.column)"]
      if index == entries.count - 1, count > entries.count {
        notes.append("\(count - entries.count) more repeated keys are not listed")
      }
      return Diagnostic(
        .duplicateKey, "the key \(QuotedText.of(entry.key)) is written twice in one object",
        at: source.location(entry.place), notes: notes, help: "keep one of the two")
    }
  }
}

/// The members of one object while it is read.
///
/// Keys are compared byte by byte: `String ==` would take two spellings of "é" for one key, which neither JSON nor
/// Firestore does.
struct MemberList {
  private(set) var members: [Node.Member] = []
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    var text: String

    static func == (lhs: Key, rhs: Key) -> Bool { isSame(lhs.text, rhs.text) }

    /// Equal bytes are equal strings, so the fast comparisons come first.
    static func isSame(_ left: String, _ right: String) -> Bool {
      left.utf8.count == right.utf8.count && left == right && left.utf8.elementsEqual(right.utf8)
    }

    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  /// Up to here a comparison with every key is faster than hashing.
  private static let scannedMembers = 8

  /// Appends the member; when the key is there already, and not all of them count, the place of the first is returned,
  /// and nothing changes unless its value is to be replaced.
  mutating func append(_ member: Node.Member, _ meaning: RepeatedKeyMeaning = .firstCounts) -> Span? {
    guard meaning != .allCount else {
      members.append(member)
      return nil
    }
    if let first = position(of: member.key) {
      if meaning == .lastCounts { members[first].value = member.value }
      return members[first].keySpan
    }
    members.append(member)
    if members.count == Self.scannedMembers + 1 {
      for (index, member) in members.enumerated() { places[Key(text: member.key)] = index }
    } else if members.count > Self.scannedMembers {
      places[Key(text: member.key)] = members.count - 1
    }
    return nil
  }

  private func position(of key: String) -> Int? {
    guard members.count <= Self.scannedMembers else { return places[Key(text: key)] }
    return members.firstIndex { Key.isSame($0.key, key) }
  }
}
