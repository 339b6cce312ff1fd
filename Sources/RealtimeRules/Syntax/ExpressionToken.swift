/// A word or sign of an expression, as a range of bytes of its text.
struct ExpressionToken {
  enum Kind: Equatable {
    case number(Double)
    case string(String)
    case name(String)
    case regex(pattern: String, flags: String)
    /// An operator, a bracket, a comma, a point, `?` or `:`.
    case sign(String)
    case end
  }

  var kind: Kind
  var start: Int
  var end: Int
}

/// Why an expression cannot be read, at a range of bytes of its text.
struct ExpressionProblem: Error {
  var message: String
  var help: String?
  var start: Int
  var end: Int

  init(_ message: String, help: String? = nil, _ start: Int, _ end: Int) {
    self.message = message
    self.help = help
    self.start = start
    self.end = end
  }
}

/// Cuts an expression into tokens, one at a time: only the parser knows whether a slash divides or begins a pattern.
struct ExpressionLexer {
  let bytes: [UInt8]
  private(set) var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// - Parameter isOperand: an operand is expected here, so a slash begins a pattern.
  mutating func next(isOperand: Bool) throws(ExpressionProblem) -> ExpressionToken {
    while index < bytes.count, isBlank(bytes[index]) { index += 1 }
    let start = index
    guard index < bytes.count else { return ExpressionToken(kind: .end, start: start, end: start) }
    let kind: ExpressionToken.Kind
    switch bytes[index] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): kind = try number()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): kind = try string()
    case UInt8(ascii: "/") where isOperand: kind = try regex()
    case let byte where startsName(byte): kind = .name(name())
    default: kind = try sign()
    }
    return ExpressionToken(kind: kind, start: start, end: index)
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func startsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"):
      true
    default: false
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }
  private func text(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

  private mutating func name() -> String {
    let start = index
    while index < bytes.count, startsName(bytes[index]) || isDigit(bytes[index]) { index += 1 }
    return text(start, index)
  }

  private mutating func number() throws(ExpressionProblem) -> ExpressionToken.Kind {
    let start = index
    skipDigits()
    if byte(index) == UInt8(ascii: "."), let next = byte(index + 1), isDigit(next) {
      index += 1
      skipDigits()
    }
    if let letter = byte(index), letter | 0x20 == UInt8(ascii: "e") {
      let sign = byte(index + 1).map { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") } ?? false
      if let digit = byte(index + (sign ? 2 : 1)), isDigit(digit) {
        index += sign ? 2 : 1
        skipDigits()
      }
    }
    let digits = text(start, index)
    if let next = byte(index), startsName(next) {
      while index < bytes.count, startsName(bytes[index]) || isDigit(bytes[index]) { index += 1 }
      throw ExpressionProblem("this is not a number", help: "numbers are written as `12`, `0.5` or `1e3`", start, index)
    }
    guard let value = Double(digits), value.isFinite else {
      throw ExpressionProblem("the number is too large", start, index)
    }
    return .number(value)
  }

  private mutating func skipDigits() { while let digit = byte(index), isDigit(digit) { index += 1 } }

  private static let signs: [[UInt8]] = [
    "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", ".", ",", "(",
    ")",
    "[", "]",
  ].map { Array($0.utf8) }

  private mutating func sign() throws(ExpressionProblem) -> ExpressionToken.Kind {
    let start = index
    let rest = bytes[start...]
    for (taken, help) in [
      ("**", "write the product out"), ("++", "write `+ 1`"), ("--", "write `- 1`"), ("=>", "rules have no functions"),
      ("//", "comments stand between the rules, not in an expression"),
      ("/*", "comments stand between the rules, not in an expression"),
    ] where rest.starts(with: taken.utf8) {
      // `a - -b` has a blank; `--` is an operator of its own.
      throw ExpressionProblem("expressions have no `\(taken)`", help: help, start, start + taken.utf8.count)
    }
    if let sign = Self.signs.first(where: { rest.starts(with: $0) }) {
      index += sign.count
      return .sign(String(decoding: sign, as: UTF8.self))
    }
    var end = start + 1
    while let next = byte(end), next & 0xC0 == 0x80 { end += 1 }
    let found = text(start, end)
    let help: String? =
      switch found {
      case "=": "compare with `===`"
      case "&": "write `&&`"
      case "|": "write `||`"
      case ";": "a rule is one expression; join conditions with `&&`"
      default: nil
      }
    throw ExpressionProblem(
      found.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        ? "expressions have no `\(found)`" : "unexpected character", help: help, start, end)
  }

  private mutating func string() throws(ExpressionProblem) -> ExpressionToken.Kind {
    let start = index
    let quote = bytes[index]
    var decoded: [UInt8] = []
    index += 1
    while let next = byte(index) {
      index += 1
      if next == quote { return .string(String(decoding: decoded, as: UTF8.self)) }
      if next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r") { break }
      if next == UInt8(ascii: "\\") { decoded += try escape() } else { decoded.append(next) }
    }
    throw ExpressionProblem(
      "the text is not closed", help: "end it with `\(quote == UInt8(ascii: "'") ? "'" : "\\\"")` on the same line",
      start,
      start + 1)
  }

  /// Behind a backslash.
  private mutating func escape() throws(ExpressionProblem) -> [UInt8] {
    let start = index - 1
    guard let next = byte(index) else { throw ExpressionProblem("the text is not closed", start, start + 1) }
    index += 1
    switch next {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "v"): return [0x0B]
    case UInt8(ascii: "x"): return Array(String(try scalar(digits: 2, start)).utf8)
    case UInt8(ascii: "u"): return Array(String(try scalar(digits: 4, start)).utf8)
    default: return [next]
    }
  }

  private mutating func scalar(digits: Int, _ start: Int) throws(ExpressionProblem) -> Unicode.Scalar {
    let end = min(index + digits, bytes.count)
    let written = text(index, end)
    guard end - index == digits, !written.hasPrefix("+"), !written.hasPrefix("-"),
      let value = UInt32(written, radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw ExpressionProblem("this escape stands for no character", start, end) }
    index = end
    return scalar
  }

  private mutating func regex() throws(ExpressionProblem) -> ExpressionToken.Kind {
    let start = index
    index += 1
    var isInSet = false
    while let next = byte(index), next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") {
      switch next {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInSet = true
      case UInt8(ascii: "]"): isInSet = false
      case UInt8(ascii: "/") where !isInSet:
        let pattern = text(start + 1, index)
        index += 1
        let flags = byte(index).map(startsName) ?? false ? name() : ""
        return .regex(pattern: pattern, flags: flags)
      default: break
      }
      index += 1
    }
    throw ExpressionProblem(
      "the pattern is not closed", help: "end it with `/`; a slash inside is written `\\/`", start, start + 1)
  }
}
