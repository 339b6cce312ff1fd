extension NumberText {
  /// The same number for JSON: digit for digit where JSON can write it.
  package var json: JSONValue {
    if isJSON { return .number(text) }
    if let integer { return .integer(integer) }
    return JSONValue.double(double) ?? .string(text)
  }

  private var isJSON: Bool {
    func digits(_ bytes: Substring.UTF8View) -> Int {
      bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    }
    var rest = text[...].utf8
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let whole = digits(rest)
    if whole == 0 || (whole > 1 && rest.first == UInt8(ascii: "0")) { return false }
    rest = rest.dropFirst(whole)
    if rest.first == UInt8(ascii: ".") {
      let fraction = digits(rest.dropFirst())
      if fraction == 0 { return false }
      rest = rest.dropFirst(1 + fraction)
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      let exponent = digits(rest)
      return exponent > 0 && exponent == rest.count
    }
    return rest.isEmpty
  }
}
