/// How numbers become text: as JavaScript writes them.
enum RuleNumber {
  static func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    if value == 0 { return "0" }
    // The shortest digits that give the number again, and the place of the point among them.
    let written = value.magnitude.description.lowercased().split(separator: "e")
    let mantissa = written[0].split(separator: ".", omittingEmptySubsequences: false)
    let whole = String(mantissa[0])
    let fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
    var point = whole.utf8.count + (written.count > 1 ? Int(written[1]) ?? 0 : 0)
    var digits = Array((whole + fraction).utf8)
    while digits.count > 1, digits.first == UInt8(ascii: "0") {
      digits.removeFirst()
      point -= 1
    }
    while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (value < 0 ? "-" : "") + text(digits, point)
  }

  private static func text(_ digits: [UInt8], _ point: Int) -> String {
    func text(_ digits: some Sequence<UInt8>) -> String { String(decoding: Array(digits), as: UTF8.self) }
    func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
    if point >= digits.count, point <= 21 { return text(digits) + zeros(point - digits.count) }
    if point > 0, point <= 21 { return text(digits.prefix(point)) + "." + text(digits.dropFirst(point)) }
    if point > -6, point <= 0 { return "0." + zeros(-point) + text(digits) }
    let exponent = point - 1
    let sign = exponent < 0 ? "-" : "+"
    let rest = digits.count > 1 ? "." + text(digits.dropFirst()) : ""
    return text(digits.prefix(1)) + rest + "e" + sign + String(abs(exponent))
  }
}
