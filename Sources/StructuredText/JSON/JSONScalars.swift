import Diagnostics

// Strings, numbers and words of JSON.
extension JSONParser {
  /// Reads the string that starts here, quotes included.
  mutating func string() throws(JSONProblem) -> String {
    let start = index
    index += 1
    let contentStart = index
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        index += 1
        return text(contentStart, index - 1)
      }
      if byte == UInt8(ascii: "\\") { return try stringWithEscapes(start, contentStart) }
      if byte < 0x20, !isAllowed(byte) { throw controlCharacter(start) }
      index += 1
    }
    throw JSONProblem(.unclosedString, start, start + 1)
  }

  private mutating func stringWithEscapes(_ start: Int, _ contentStart: Int) throws(JSONProblem) -> String {
    var decoded = Array(bytes[contentStart..<index])
    while index < end {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: decoded, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &decoded, stringStart: start)
      case 0..<0x20 where !isAllowed(byte): throw controlCharacter(start)
      default:
        decoded.append(byte)
        index += 1
      }
    }
    throw JSONProblem(.unclosedString, start, start + 1)
  }

  private func isAllowed(_ byte: UInt8) -> Bool {
    options.multilineStrings && (byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t"))
  }

  private func controlCharacter(_ stringStart: Int) -> JSONProblem {
    let byte = bytes[index]
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
      return JSONProblem(.lineBreakInString, stringStart, index)
    }
    return JSONProblem(.controlCharacter(byte), index, index + 1)
  }

  private mutating func escape(into decoded: inout [UInt8], stringStart: Int) throws(JSONProblem) {
    let start = index
    guard index + 1 < end else { throw JSONProblem(.unclosedString, stringStart, stringStart + 1) }
    index += 2
    switch bytes[start + 1] {
    case UInt8(ascii: "\""): decoded.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): decoded.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): decoded.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"): decoded.append(contentsOf: UTF8.encode(try escapedCharacter(start)).map(Array.init) ?? [])
    default:
      let last = endOfCharacter(at: start + 1)
      throw JSONProblem(.badEscape(text(start, last)), start, last)
    }
  }

  /// Behind `\u`: one code unit, or two that form a surrogate pair.
  private mutating func escapedCharacter(_ start: Int) throws(JSONProblem) -> Unicode.Scalar {
    let first = try hexadecimalUnit(start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    let lone = JSONProblem(.loneSurrogate(text(start, index)), start, index)
    let second = index
    guard first < 0xDC00, index + 1 < end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { throw lone }
    index += 2
    let low = try hexadecimalUnit(second)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(low - 0xDC00))
    else { throw lone }
    return scalar
  }

  private mutating func hexadecimalUnit(_ start: Int) throws(JSONProblem) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard index < end, let digit = Self.hexadecimalDigit(bytes[index]) else {
        throw JSONProblem(.badEscape(text(start, index)), start, index)
      }
      unit = unit << 4 | digit
      index += 1
    }
    return unit
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  mutating func word() throws(JSONProblem) -> Node {
    let start = index
    let wordEnd = endOfWord(from: start)
    guard wordEnd > start else { throw JSONProblem(.expectedValue(found: foundHere()), start, endOfFound()) }
    let word = text(start, wordEnd)
    let content: Node.Content
    switch word {
    case "true": content = .boolean(true)
    case "false": content = .boolean(false)
    case "null": content = .null
    default: throw JSONProblem(.unknownWord(word), start, wordEnd)
    }
    index = wordEnd
    return Node(content, span: Span(start, wordEnd))
  }

  mutating func number() throws(JSONProblem) -> Node {
    let start = index
    if bytes[index] == UInt8(ascii: "+") { throw badNumber(start, "a number has no plus sign") }
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let wholeStart = index
    skipDigits()
    if index == wholeStart { throw badNumber(start, "a digit is missing at its start") }
    if bytes[wholeStart] == UInt8(ascii: "0"), index > wholeStart + 1 {
      throw badNumber(start, "a number does not start with 0")
    }
    if index < end, bytes[index] == UInt8(ascii: ".") {
      index += 1
      let fractionStart = index
      skipDigits()
      if index == fractionStart { throw badNumber(start, "a digit is missing after the point") }
    }
    if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      let exponentStart = index
      skipDigits()
      if index == exponentStart { throw badNumber(start, "a digit is missing in the exponent") }
    }
    if endOfNumberText(from: index) > index { throw badNumber(start, "it has further characters behind it") }
    return Node(.number(text(start, index)), span: Span(start, index))
  }

  private mutating func skipDigits() {
    while index < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
  }

  private func badNumber(_ start: Int, _ reason: String) -> JSONProblem {
    let last = max(endOfNumberText(from: start), start + 1)
    return JSONProblem(.badNumber(text(start, last), reason: reason), start, last)
  }

  /// The end of everything from `start` on that somebody may have meant as part of a number.
  private func endOfNumberText(from start: Int) -> Int {
    var place = start
    while place < end {
      let next = endOfWord(from: place)
      if next > place {
        place = next
      } else if bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: "+") {
        place += 1
      } else {
        break
      }
    }
    return place
  }
}
