/// One line of a `.gitignore` file.
struct IgnorePattern: Hashable, Sendable {
  /// `!pattern`: what an earlier line left out is taken back in.
  let isNegated: Bool
  /// `pattern/`
  let isForFoldersOnly: Bool
  /// A pattern with a slash before its end is about paths from the file's own folder; any other is about names at any
  /// depth.
  private let isAnchored: Bool
  /// The parts between slashes; `**` as a part of its own is nil.
  private let parts: [NamePattern?]

  /// Nil for empty lines and comments.
  init?(_ line: [UInt8]) {
    var bytes = line
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    // Spaces at the end count only behind a backslash.
    while bytes.last == UInt8(ascii: " "), bytes.dropLast().last != UInt8(ascii: "\\") { bytes.removeLast() }
    if bytes.first == UInt8(ascii: "#") { return nil }
    isNegated = bytes.first == UInt8(ascii: "!")
    if isNegated { bytes.removeFirst() }
    isForFoldersOnly = bytes.last == UInt8(ascii: "/")
    if isForFoldersOnly { bytes.removeLast() }
    isAnchored = bytes.contains(UInt8(ascii: "/"))
    let names = bytes.split(separator: UInt8(ascii: "/"))
    if names.isEmpty { return nil }
    parts = names.map { $0 == [UInt8(ascii: "*"), UInt8(ascii: "*")] ? nil : NamePattern(Array($0)) }
  }

  /// - Parameter path: the names from the folder of the `.gitignore` file down.
  func matches(_ path: ArraySlice<[UInt8]>, isFolder: Bool) -> Bool {
    if isForFoldersOnly, !isFolder { return false }
    guard isAnchored else {
      guard let name = path.last else { return false }
      return parts.first.map { $0?.matches(name) ?? true } ?? false
    }
    return matches(Array(path))
  }

  /// The folders that the last `**` has taken are given back one by one; earlier ones need not be tried again.
  private func matches(_ path: [[UInt8]]) -> Bool {
    var (next, place) = (0, 0)
    var retry: (next: Int, place: Int)?
    while place < path.count {
      if next < parts.count, parts[next] == nil {
        // At the end it means what is in a folder, not the folder itself.
        if next == parts.count - 1 { return true }
        retry = (next + 1, place)
        next += 1
      } else if next < parts.count, let part = parts[next], part.matches(path[place]) {
        next += 1
        place += 1
      } else if let last = retry {
        retry = (last.next, last.place + 1)
        next = last.next
        place = last.place + 1
      } else {
        return false
      }
    }
    return next == parts.count
  }
}

/// A file or folder name with `*`, `?`, `[a-z]` and backslashes.
struct NamePattern: Hashable, Sendable {
  private enum Piece: Hashable {
    case byte(UInt8)
    case any
    case anything
    case set([ClosedRange<UInt8>], isNegated: Bool)
  }

  private var pieces: [Piece] = []

  init(_ text: [UInt8]) {
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "*"): if pieces.last != .anything { pieces.append(.anything) }
      case UInt8(ascii: "?"): pieces.append(.any)
      case UInt8(ascii: "\\") where index + 1 < text.count:
        index += 1
        pieces.append(.byte(text[index]))
      case UInt8(ascii: "["):
        if let (set, end) = Self.set(text, from: index + 1) {
          pieces.append(set)
          index = end
        } else {
          pieces.append(.byte(text[index]))
        }
      default: pieces.append(.byte(text[index]))
      }
      index += 1
    }
  }

  /// The set that starts behind `[`, and where its `]` stands.
  private static func set(_ text: [UInt8], from start: Int) -> (Piece, end: Int)? {
    var index = start
    let isNegated = index < text.count && [UInt8(ascii: "!"), UInt8(ascii: "^")].contains(text[index])
    if isNegated { index += 1 }
    var ranges: [ClosedRange<UInt8>] = []
    let first = index
    while index < text.count, text[index] != UInt8(ascii: "]") || index == first {
      let low = text[index]
      if index + 2 < text.count, text[index + 1] == UInt8(ascii: "-"), text[index + 2] != UInt8(ascii: "]") {
        if low <= text[index + 2] { ranges.append(low...text[index + 2]) }
        index += 3
      } else {
        ranges.append(low...low)
        index += 1
      }
    }
    return index < text.count ? (.set(ranges, isNegated: isNegated), index) : nil
  }

  func matches(_ name: [UInt8]) -> Bool {
    var (next, place) = (0, 0)
    var retry: (next: Int, place: Int)?
    while place < name.count {
      if next < pieces.count, pieces[next] == .anything {
        retry = (next + 1, place)
        next += 1
      } else if next < pieces.count, Self.matches(pieces[next], name[place]) {
        next += 1
        place += 1
      } else if let last = retry {
        retry = (last.next, last.place + 1)
        next = last.next
        place = last.place + 1
      } else {
        return false
      }
    }
    return pieces[next...].allSatisfy { $0 == .anything }
  }

  private static func matches(_ piece: Piece, _ byte: UInt8) -> Bool {
    switch piece {
    case .byte(let own): own == byte
    case .any, .anything: true
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(byte) } != isNegated
    }
  }
}
