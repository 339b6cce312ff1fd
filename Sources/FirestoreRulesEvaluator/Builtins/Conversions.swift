import FirestoreModel

/// `int`, `float`, `string`, `path` and `debug`. There is no `bool` and no `bytes`, whatever older documentation says.
enum Conversions {
  static let signatures = [
    BuiltinSignature(nil, "debug", [nil], nil),
    BuiltinSignature(nil, "float", [.integer], .float),
    BuiltinSignature(nil, "float", [.float], .float),
    BuiltinSignature(nil, "float", [.string], .float),
    BuiltinSignature(nil, "int", [.integer], .integer),
    BuiltinSignature(nil, "int", [.float], .integer),
    BuiltinSignature(nil, "int", [.string], .integer),
    BuiltinSignature(nil, "path", [.string], .path),
    BuiltinSignature(nil, "string", [.integer], .string),
    BuiltinSignature(nil, "string", [.float], .string),
    BuiltinSignature(nil, "string", [.null], .string),
    BuiltinSignature(nil, "string", [.string], .string),
    BuiltinSignature(nil, "string", [.boolean], .string),
    BuiltinSignature(nil, "string", [.path], .string),
  ]

  static func call(_ function: BuiltinFunction, _ arguments: [RuleValue]) -> RuleOutcome? {
    let value = arguments[0]
    switch (function, value) {
    case (.debug, _): return .value(value)
    case (.int, .integer), (.float, .float): return .value(value)
    case (.int, .float(let float)): return .value(.integer(Int64(saturating: float)))
    case (.int, .string(let text)):
      guard let integer = integer(text) else { return failure(text, .integer) }
      return .value(.integer(integer))
    case (.float, .integer(let integer)): return .value(.float(Double(integer)))
    case (.float, .string(let text)):
      guard let float = float(text) else { return failure(text, .float) }
      return .value(.float(float))
    case (.path, .string(let text)):
      guard let path = RulePath(parsing: text) else {
        return .error(.invalidArgument(function: "path", argument: text.string))
      }
      return .value(.path(path))
    case (.string, _): return text(of: value).map { .value(.string(Text($0))) }
    default: return nil
    }
  }

  /// What `string()` makes of a value; nil for types that it refuses.
  static func text(of value: RuleValue) -> String? {
    switch value {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .float(let value): floatText(value)
    case .string(let value): value.string
    case .path(let path): path.text
    case .bytes, .timestamp, .duration, .geoPoint, .list, .map, .set, .mapDiff: nil
    }
  }

  private static func failure(_ text: Text, _ type: RuleType) -> RuleOutcome {
    .error(.typeConversion(argument: text.string, from: .string, to: type))
  }

  /// Decimal digits with an optional sign, nothing else.
  private static func integer(_ text: Text) -> Int64? {
    let digits = text.string.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard text.byteCount - digits.count <= 1, digits.allSatisfy(isDigit) else { return nil }
    return Int64(text.string)
  }

  /// Digits with an optional point and exponent, `NaN` or `Infinity`, with an optional sign; white space around it is
  /// ignored (observed in the Rules Test API).
  private static func float(_ text: Text) -> Double? {
    var bytes = Substring(text.string).utf8
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    let trimmed = String(Substring(bytes))
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    switch String(Substring(bytes)) {
    case "NaN": return .nan
    case "Infinity": return isNegative ? -.infinity : .infinity
    default: return isDecimal(bytes) ? Double(trimmed) : nil
    }
  }

  private static func isDecimal(_ bytes: Substring.UTF8View) -> Bool {
    let whole = bytes.prefix(while: isDigit)
    var rest = bytes.dropFirst(whole.count)
    var digits = whole.count
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      digits += fraction.count
      rest = rest.dropFirst(fraction.count + 1)
    }
    guard digits > 0 else { return false }
    guard let mark = rest.first else { return true }
    guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return false }
    rest = rest.dropFirst()
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    return !rest.isEmpty && rest.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
