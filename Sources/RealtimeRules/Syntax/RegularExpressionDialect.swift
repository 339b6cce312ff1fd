/// Why a pattern is refused, at a range of its bytes.
struct RegularExpressionProblem: Error {
  var message: String
  var help: String?
  var start: Int
  var end: Int
}

/// The patterns of the Realtime Database, in the words of RE2.
///
/// They look like those of JavaScript and are fewer: `^` only first and `$` only last, no empty alternative, and neither
/// look-around nor back-references, non-capturing groups or lazy repetition. A backslash takes the next character as it
/// is, but for the six character classes. A sign that has nothing to repeat, at the start of a pattern or a group,
/// stands for itself: `(?:x)` matches the text `?:x`.
struct RegularExpressionDialect {
  /// Groups within groups.
  static let nestingLimit = 50
  /// What RE2 repeats at most.
  static let repetitionLimit = 1000

  private let bytes: [UInt8]
  private var index = 0
  /// A point is any character.
  private var written = "(?s)"

  /// The same pattern for RE2.
  static func translation(of pattern: String) throws(RegularExpressionProblem) -> String {
    var reader = RegularExpressionDialect(bytes: Array(pattern.utf8))
    try reader.pattern()
    return reader.written
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func at(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func problem(_ message: String, _ help: String? = nil, length: Int = 1) -> RegularExpressionProblem {
    RegularExpressionProblem(message: message, help: help, start: index, end: min(index + length, bytes.count))
  }

  private mutating func pattern() throws(RegularExpressionProblem) {
    if at(0) == UInt8(ascii: "^") {
      index = 1
      written += "^"
    }
    try alternatives(depth: 0, takesSign: index == 0)
    if at(index) == UInt8(ascii: "$") {
      index += 1
      written += "$"
    }
    guard index == bytes.count else { throw problem("the bracket closes nothing", "write `\\\\)` for the sign itself") }
  }

  /// Up to the end of the pattern or of the group.
  private mutating func alternatives(depth: Int, takesSign: Bool) throws(RegularExpressionProblem) {
    var takesSign = takesSign
    while true {
      try sequence(depth: depth, takesSign: takesSign)
      guard at(index) == UInt8(ascii: "|") else { return }
      index += 1
      written += "|"
      takesSign = false
    }
  }

  private mutating func sequence(depth: Int, takesSign: Bool) throws(RegularExpressionProblem) {
    let start = index
    if takesSign, let sign = at(index), "?+*{".utf8.contains(sign) {
      try refuseLookAround(behindBracket: depth > 0)
      write(Unicode.Scalar(sign))
      index += 1
    }
    var isRepeatable = false
    var isEmpty = true
    while let byte = at(index) {
      switch byte {
      case UInt8(ascii: "|"), UInt8(ascii: ")"):
        if isEmpty { throw emptyAlternative(start) }
        return
      case UInt8(ascii: "$"):
        guard depth == 0, index == bytes.count - 1 else {
          throw problem("`$` stands only at the end of a pattern", "write `\\\\$` for the sign itself")
        }
        if isEmpty { throw emptyAlternative(start) }
        return
      case UInt8(ascii: "^"):
        throw problem("`^` stands only at the start of a pattern", "write `\\\\^` for the sign itself")
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"):
        guard isRepeatable else {
          throw problem("nothing is repeated here", "a repetition follows once what it repeats; lazy ones do not exist")
        }
        try repetition(byte)
        isRepeatable = false
      default:
        try atom(byte, depth: depth)
        isRepeatable = true
        isEmpty = false
      }
    }
    if isEmpty { throw emptyAlternative(start) }
  }

  private func emptyAlternative(_ start: Int) -> RegularExpressionProblem {
    RegularExpressionProblem(
      message: bytes.isEmpty ? "the pattern is empty" : "an alternative of the pattern is empty",
      help: "make what may be missing optional with `?`, or ask for the empty text with `=== ''`",
      start: min(start, max(bytes.count - 1, 0)), end: max(index, min(start + 1, bytes.count)))
  }

  private func refuseLookAround(behindBracket: Bool) throws(RegularExpressionProblem) {
    guard behindBracket, at(index) == UInt8(ascii: "?"), let next = at(index + 1), "=!<".utf8.contains(next) else {
      return
    }
    throw problem("patterns look neither ahead nor behind", "join several `matches` with `&&`", length: 2)
  }

  // MARK: Parts

  private mutating func atom(_ byte: UInt8, depth: Int) throws(RegularExpressionProblem) {
    switch byte {
    case UInt8(ascii: "("):
      guard depth < Self.nestingLimit else {
        throw problem("groups are nested more than \(Self.nestingLimit) levels deep", "simplify the pattern")
      }
      let start = index
      index += 1
      written += "("
      try alternatives(depth: depth + 1, takesSign: true)
      guard at(index) == UInt8(ascii: ")") else {
        index = start
        throw problem("the group is not closed", "write `\\\\(` for the sign itself")
      }
      index += 1
      written += ")"
    case UInt8(ascii: "["): try set()
    case UInt8(ascii: "."):
      written += "."
      index += 1
    case UInt8(ascii: "\\"): try escape()
    default: write(scalar())
    }
  }

  private mutating func escape() throws(RegularExpressionProblem) {
    if let characterClass {
      written += characterClass
      index += 2
      return
    }
    write(try escaped())
  }

  private var characterClass: String? {
    guard at(index) == UInt8(ascii: "\\"), let letter = at(index + 1), "swdSWD".utf8.contains(letter) else {
      return nil
    }
    return "\\" + String(Unicode.Scalar(letter))
  }

  /// The character behind a backslash.
  private mutating func escaped() throws(RegularExpressionProblem) -> Unicode.Scalar {
    guard let next = at(index + 1) else {
      throw problem("the backslash takes no character", "write `\\\\\\\\` for the sign itself")
    }
    if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) {
      throw problem("patterns have no back-references", "write the text out", length: 2)
    }
    index += 1
    return scalar()
  }

  private mutating func scalar() -> Unicode.Scalar {
    var end = index + 1
    while let next = at(end), next & 0xC0 == 0x80 { end += 1 }
    let scalar = String(decoding: bytes[index..<end], as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
    index = end
    return scalar
  }

  /// The character itself.
  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0..<0x20, 0x7F: written += "\\x{" + String(scalar.value, radix: 16) + "}"
    case 0x21..<0x30, 0x3A..<0x41, 0x5B..<0x61, 0x7B..<0x7F: written += "\\" + String(scalar)
    default: written.unicodeScalars.append(scalar)
    }
  }

  private mutating func set() throws(RegularExpressionProblem) {
    let start = index
    index += 1
    written += "["
    if at(index) == UInt8(ascii: "^") {
      index += 1
      written += "^"
    }
    let first = index
    while let byte = at(index), byte != UInt8(ascii: "]") {
      if let characterClass {
        written += characterClass
        index += 2
        continue
      }
      let itemStart = index
      let low = try setCharacter()
      write(low)
      guard at(index) == UInt8(ascii: "-"), let next = at(index + 1), next != UInt8(ascii: "]") else { continue }
      index += 1
      if characterClass != nil { throw problem("a range does not end with a character class", length: 2) }
      let high = try setCharacter()
      guard low <= high else {
        index = itemStart
        throw problem("the range is upside down", "write the smaller character first", length: 3)
      }
      written += "-"
      write(high)
    }
    guard at(index) == UInt8(ascii: "]") else {
      index = start
      throw problem("the set is not closed", "write `\\\\[` for the sign itself")
    }
    guard index > first else {
      index = start
      throw problem("the set is empty", "write the characters that it holds", length: 2)
    }
    index += 1
    written += "]"
  }

  private mutating func setCharacter() throws(RegularExpressionProblem) -> Unicode.Scalar {
    at(index) == UInt8(ascii: "\\") ? try escaped() : scalar()
  }

  private mutating func repetition(_ byte: UInt8) throws(RegularExpressionProblem) {
    guard byte == UInt8(ascii: "{") else {
      written.unicodeScalars.append(Unicode.Scalar(byte))
      index += 1
      return
    }
    let start = index
    index += 1
    let least = try count(start)
    var most: Int? = least
    if at(index) == UInt8(ascii: ",") {
      index += 1
      most = at(index) == UInt8(ascii: "}") ? nil : try count(start)
    }
    guard at(index) == UInt8(ascii: "}") else { throw badCount(start) }
    index += 1
    if let most, most < least { throw badCount(start) }
    written += least == most ? "{\(least)}" : "{\(least),\(most.map(String.init) ?? "")}"
  }

  private func badCount(_ start: Int) -> RegularExpressionProblem {
    RegularExpressionProblem(
      message: "this is no number of repetitions",
      help: "write `{2}`, `{2,}` or `{2,5}`, at most \(Self.repetitionLimit); `\\\\{` is the sign itself",
      start: start, end: min(max(index, start + 1), bytes.count))
  }

  private mutating func count(_ start: Int) throws(RegularExpressionProblem) -> Int {
    var value = 0
    let first = index
    while let byte = at(index), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      index += 1
      if value > Self.repetitionLimit { throw badCount(start) }
    }
    let hasLeadingZero = index - first > 1 && at(first) == UInt8(ascii: "0")
    guard index > first, !hasLeadingZero else { throw badCount(start) }
    return value
  }
}
