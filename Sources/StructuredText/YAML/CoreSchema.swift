/// The core schema of YAML 1.2: which type the text of a plain scalar has. `on`, `off`, `yes` and `no` are text.
enum CoreSchema {
  static func content(ofPlain text: String) -> Node.Content {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    default: return isNumber(text) ? .number(text) : .string(text)
    }
  }

  static func isNumber(_ text: String) -> Bool { isInteger(text) || isFloat(text) }

  /// `[-+]?[0-9]+`, `0o[0-7]+`, `0x[0-9a-fA-F]+`
  static func isInteger(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    if text.hasPrefix("0o") { return isAll(bytes.dropFirst(2), isOctal) }
    if text.hasPrefix("0x") { return isAll(bytes.dropFirst(2), isHexadecimal) }
    return isAll(withoutSign(bytes[...]), isDecimal)
  }

  /// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`, `[-+]?\.inf`, `\.nan` and their other spellings
  static func isFloat(_ text: String) -> Bool {
    if [".nan", ".NaN", ".NAN"].contains(text) { return true }
    var rest = withoutSign(Array(text.utf8)[...])
    if [".inf", ".Inf", ".INF"].contains(where: { rest.elementsEqual($0.utf8) }) { return true }
    let whole = rest.prefix(while: isDecimal)
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDecimal)
      if whole.isEmpty, fraction.isEmpty { return false }
      rest = rest.dropFirst(1 + fraction.count)
    } else if whole.isEmpty {
      return false
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      return isAll(withoutSign(rest.dropFirst()), isDecimal)
    }
    return rest.isEmpty
  }

  private static func withoutSign(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes
  }

  private static func isAll(_ bytes: ArraySlice<UInt8>, _ belongs: (UInt8) -> Bool) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy(belongs)
  }

  private static func isDecimal(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isOctal(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDecimal(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
