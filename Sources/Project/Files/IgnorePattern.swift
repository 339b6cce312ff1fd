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
    var parts = names.map { $0.elementsEqual("**".utf8) ? nil : NamePattern(Array($0)) }
    // At the end it means what is in a folder, not the folder itself.
    if let last = parts.last, last == nil { parts.append(NamePattern(Array("*".utf8))) }
    self.parts = parts
  }

  /// - Parameter path: the names from the folder of the `.gitignore` file down.
  func matches(_ path: ArraySlice<[UInt8]>, isFolder: Bool) -> Bool {
    if isForFoldersOnly, !isFolder { return false }
    guard isAnchored else {
      guard let name = path.last else { return false }
      return parts.first.map { $0?.matches(name) ?? true } ?? false
    }
    return Wildcards.match(parts, Array(path), isGap: { $0 == nil }, fits: { $0?.matches($1) ?? true })
  }
}

/// A file or folder name with `*`, `?`, `[a-z]`, `[[:alpha:]]` and backslashes.
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
      if low == UInt8(ascii: "["), let (members, end) = characterClass(text, from: index + 1) {
        guard let members else { return (.set([], isNegated: false), endOfSet(text, from: end)) }
        ranges += members
        index = end
      } else if index + 2 < text.count, text[index + 1] == UInt8(ascii: "-"), text[index + 2] != UInt8(ascii: "]") {
        if low <= text[index + 2] { ranges.append(low...text[index + 2]) }
        index += 3
      } else {
        ranges.append(low...low)
        index += 1
      }
    }
    return index < text.count ? (.set(ranges, isNegated: isNegated), index) : nil
  }

  /// The bytes of a class that starts behind `[` (`:alpha:]`), nil for one that does not exist, and the place behind it.
  private static func characterClass(_ text: [UInt8], from start: Int) -> (members: [ClosedRange<UInt8>]?, end: Int)? {
    guard start < text.count, text[start] == UInt8(ascii: ":"),
      let close = text[start...].firstIndex(of: UInt8(ascii: "]")), close > start + 1,
      text[close - 1] == UInt8(ascii: ":")
    else { return nil }
    return (classes[String(decoding: text[(start + 1)..<(close - 1)], as: UTF8.self)], close + 1)
  }

  /// With a class that does not exist a set matches nothing.
  private static func endOfSet(_ text: [UInt8], from start: Int) -> Int {
    text[min(start, text.count)...].firstIndex(of: UInt8(ascii: "]")) ?? text.count
  }

  private static let classes: [String: [ClosedRange<UInt8>]] = [
    "alpha": [0x41...0x5A, 0x61...0x7A], "digit": [0x30...0x39], "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A],
    "upper": [0x41...0x5A], "lower": [0x61...0x7A], "space": [0x09...0x0D, 0x20...0x20],
    "blank": [0x09...0x09, 0x20...0x20],
    "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E], "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66],
    "cntrl": [0x00...0x1F, 0x7F...0x7F], "graph": [0x21...0x7E], "print": [0x20...0x7E],
  ]

  func matches(_ name: [UInt8]) -> Bool {
    Wildcards.match(pieces, name, isGap: { $0 == .anything }, fits: Self.matches)
  }

  private static func matches(_ piece: Piece, _ byte: UInt8) -> Bool {
    switch piece {
    case .byte(let own): own == byte
    case .any, .anything: true
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(byte) } != isNegated
    }
  }
}
