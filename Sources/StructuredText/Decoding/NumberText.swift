/// A number as a file writes it, and what it can be taken for.
///
/// JSON numbers and those of YAML's core schema: besides decimals `0x1F`, `0o17`, `+5`, `.5`, `5.`, `.inf`, `-.inf` and
/// `.nan`.
package struct NumberText: Hashable, Sendable {
  package let text: String

  /// The text of a `Node.Content.number`.
  package init(_ text: String) { self.text = text }

  /// Whether it is written as an integer: without point, exponent and special name. `5.0` is none.
  package var isInteger: Bool {
    if radixAndDigits != nil { return true }
    return text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
    }
  }

  /// The value of an integer that fits; nil for `5.0` and for integers beyond 64 bits.
  package var integer: Int64? {
    if let (radix, digits) = radixAndDigits { return Int64(digits, radix: radix) }
    return isInteger ? Int64(text) : nil
  }

  /// The nearest double: infinite when the number is too large for one, and for `.inf`.
  package var double: Double {
    switch text.lowercased() {
    case ".inf", "+.inf": return .infinity
    case "-.inf": return -.infinity
    case ".nan": return .nan
    default: break
    }
    if let (radix, digits) = radixAndDigits {
      return digits.reduce(0.0) { $0 * Double(radix) + Double($1.hexDigitValue ?? 0) }
    }
    return Double(text) ?? .nan
  }

  private var radixAndDigits: (radix: Int, digits: Substring)? {
    if text.hasPrefix("0x") { return (16, text.dropFirst(2)) }
    if text.hasPrefix("0o") { return (8, text.dropFirst(2)) }
    return nil
  }
}
