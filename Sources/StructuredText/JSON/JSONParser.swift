import Diagnostics

/// Recursive descent over bytes that are known to be UTF-8. The nesting limit bounds the recursion.
struct JSONParser {
  let bytes: [UInt8]
  let end: Int
  let options: JSONReader.Options
  var index: Int
  var repeatedKeys: RepeatedKeys
  var trailingCommas: [Span] = []

  init(_ source: SourceText, _ options: JSONReader.Options) {
    bytes = source.bytes
    end = source.bytes.count
    index = source.byteOrderMarkLength
    self.options = options
    repeatedKeys = RepeatedKeys(limit: options.limits.repeatedProblems)
  }

  mutating func document() throws(JSONProblem) -> Node {
    try skipBlanks()
    guard index < end else { throw JSONProblem(.emptyFile, 0, 0) }
    let node = try value(depth: 0)
    try skipBlanks()
    guard index == end else { throw JSONProblem(.textAfterValue(found: foundHere()), index, endOfFound()) }
    return node
  }

  mutating func value(depth: Int) throws(JSONProblem) -> Node {
    guard index < end else { throw unexpectedEnd("a value") }
    switch bytes[index] {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""):
      let start = index
      let text = try string()
      return Node(.string(text), span: Span(start, index))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "."):
      return try number()
    case UInt8(ascii: "'"): throw JSONProblem(.singleQuotes, index, index + 1)
    default: return try word()
    }
  }

  private mutating func object(depth: Int) throws(JSONProblem) -> Node {
    let start = index
    try checkDepth(depth)
    index += 1
    var list = MemberList()
    try skipBlanks()
    if try takeClosing(UInt8(ascii: "}"), "object", start) { return Node(.object([]), span: Span(start, index)) }
    while true {
      let keyStart = index
      let key = try self.key("object", start)
      let keySpan = Span(keyStart, index)
      try skipBlanks()
      guard index < end else { throw unexpectedEnd("`:` after the key") }
      guard bytes[index] == UInt8(ascii: ":") else {
        throw JSONProblem(.expectedColon(found: foundHere()), index, endOfFound())
      }
      index += 1
      try skipBlanks()
      let value = try self.value(depth: depth)
      if let first = list.append(
        Node.Member(key: key, keySpan: keySpan, value: value), options.repeatedKeys)
      {
        repeatedKeys.add(key, at: keySpan, first: first)
      }
      if try isClosed(by: UInt8(ascii: "}"), "object", start) {
        return Node(.object(list.members), span: Span(start, index))
      }
    }
  }

  private mutating func array(depth: Int) throws(JSONProblem) -> Node {
    let start = index
    try checkDepth(depth)
    index += 1
    var elements: [Node] = []
    try skipBlanks()
    if try takeClosing(UInt8(ascii: "]"), "array", start) { return Node(.array([]), span: Span(start, index)) }
    while true {
      elements.append(try value(depth: depth))
      if try isClosed(by: UInt8(ascii: "]"), "array", start) {
        return Node(.array(elements), span: Span(start, index))
      }
    }
  }

  private func checkDepth(_ depth: Int) throws(JSONProblem) {
    if depth > options.limits.depth { throw JSONProblem(.tooDeep(limit: options.limits.depth), index, index + 1) }
  }

  /// Behind an entry: takes a comma or the closing bracket and says whether it was the latter.
  private mutating func isClosed(by closing: UInt8, _ container: String, _ start: Int) throws(JSONProblem) -> Bool {
    try skipBlanks()
    if try takeClosing(closing, container, start) { return true }
    let comma = index
    guard bytes[index] == UInt8(ascii: ",") else {
      throw JSONProblem(.expectedCommaOr(closing: Self.text(closing), found: foundHere()), index, endOfFound())
    }
    index += 1
    try skipBlanks()
    guard try takeClosing(closing, container, start) else { return false }
    guard options.trailingCommas else {
      throw JSONProblem(.trailingComma(closing: Self.text(closing)), comma, comma + 1)
    }
    trailingCommas.append(Span(comma, comma + 1))
    return true
  }

  private mutating func takeClosing(
    _ closing: UInt8, _ container: String, _ start: Int
  ) throws(JSONProblem) -> Bool {
    guard index < end else { throw JSONProblem(.unclosed(container: container, openedAt: start), lastText, lastText) }
    guard bytes[index] == closing else { return false }
    index += 1
    return true
  }

  private mutating func key(_ container: String, _ start: Int) throws(JSONProblem) -> String {
    guard bytes[index] != UInt8(ascii: "\"") else { return try string() }
    if bytes[index] == UInt8(ascii: "'") { throw JSONProblem(.singleQuotes, index, index + 1) }
    let wordEnd = endOfWord(from: index)
    if wordEnd > index { throw JSONProblem(.unquotedKey(text(index, wordEnd)), index, wordEnd) }
    throw JSONProblem(.expectedKey(found: foundHere()), index, endOfFound())
  }
}

// MARK: - Blanks and what stands between values

extension JSONParser {
  mutating func skipBlanks() throws(JSONProblem) {
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): index += 1
      case UInt8(ascii: "/"):
        guard try skipComment() else { return }
      default: return
      }
    }
  }

  /// Skips the comment that starts here; false when the slash starts none.
  private mutating func skipComment() throws(JSONProblem) -> Bool {
    let start = index
    guard index + 1 < end else { return false }
    let second = bytes[index + 1]
    guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else { return false }
    guard options.comments else { throw JSONProblem(.comment, start, start + 2) }
    index += 2
    if second == UInt8(ascii: "/") {
      while index < end, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") { index += 1 }
      return true
    }
    while index + 1 < end {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        index += 2
        return true
      }
      index += 1
    }
    throw JSONProblem(.unclosedComment, start, start + 2)
  }

  func unexpectedEnd(_ expected: String) -> JSONProblem {
    JSONProblem(.unexpectedEnd(expected: expected), lastText, lastText)
  }

  /// The offset behind the last character that is not blank: where an end that comes too early is pointed out.
  var lastText: Int {
    var place = end
    while place > 0,
      [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t")].contains(bytes[place - 1])
    {
      place -= 1
    }
    return place
  }

  /// What stands here, for a message.
  func foundHere() -> String { index < end ? QuotedText.of(text(index, endOfFound())) : "the end of the file" }

  /// The end of the word or of the one character that stands here.
  func endOfFound() -> Int {
    guard index < end else { return end }
    let wordEnd = endOfWord(from: index)
    return wordEnd == index ? endOfCharacter(at: index) : wordEnd
  }

  func endOfCharacter(at start: Int) -> Int {
    var next = start + 1
    while next < end, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }

  /// The end of the letters, digits and signs of names from `start` on.
  func endOfWord(from start: Int) -> Int {
    var place = start
    while place < end {
      switch bytes[place] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "-"):
        place += 1
      default: return place
      }
    }
    return place
  }

  func text(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

  static func text(_ byte: UInt8) -> String { String(UnicodeScalar(byte)) }
}
