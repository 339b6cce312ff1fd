/// Regular expressions, whose signs must not be taken for quotes and brackets.
extension Lexer {
  /// `/…/flags` on one line; false when it is a division.
  mutating func readRegex() -> Bool {
    guard byte(1) != UInt8(ascii: " "), byte(1) != UInt8(ascii: "="), rescans > 0 else { return false }
    var index = position + 1
    var isInClass = false
    while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        index += 1
        while index < end, Self.continuesName(bytes[index]) { index += 1 }
        append(.regex, position, index, text: "")
        return true
      default: break
      }
      index += 1
    }
    rescans -= index - position
    return false
  }

  /// `#/…/#`, perhaps over several lines.
  mutating func readPoundedRegex(_ pounds: Int) -> Bool {
    guard rescans > 0 else { return false }
    let closing = [UInt8(ascii: "/")] + Array(repeating: UInt8(ascii: "#"), count: pounds)
    var index = position + pounds + 1
    while index < end {
      if matches(closing, at: index) {
        append(.regex, position, index + closing.count, text: "")
        return true
      }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    rescans -= end - position
    return false
  }
}
