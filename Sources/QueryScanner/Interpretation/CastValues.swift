import Diagnostics

extension Interpreter {
  /// What a value of which nothing is known is by the cast behind it: `segue.destination as! PostsController`.
  func cast(_ value: ScannedValue, _ expression: Expression) -> ScannedValue {
    guard source.language == .swift, case .unknown(let unknown) = value, unknown.type == nil,
      let name = castType(behind: expression.span.end), index.type(named: name, from: file) != nil
    else { return value }
    return typedValue(TypeName(name), file: file) ?? value
  }

  /// The type in ` as! Type`, ` as? Type` and ` as Type`.
  private func castType(behind end: Int) -> String? {
    let bytes = source.text.bytes
    var place = end
    func skip(_ wanted: (UInt8) -> Bool) {
      while place < bytes.count, wanted(bytes[place]) { place += 1 }
    }
    skip { $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "?") }
    let start = place
    skip { $0 == UInt8(ascii: " ") }
    guard place > start, place + 2 < bytes.count, bytes[place] == UInt8(ascii: "a"),
      bytes[place + 1] == UInt8(ascii: "s")
    else { return nil }
    place += 2
    skip { $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "?") }
    let gap = place
    skip { $0 == UInt8(ascii: " ") }
    let name = place
    skip { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") || Self.isLetterOrDigit($0) }
    guard name > gap, place > name else { return nil }
    return String(decoding: bytes[name..<place], as: UTF8.self)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: byte >= 0x80
    }
  }
}
