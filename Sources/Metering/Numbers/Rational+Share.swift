package import StructuredText

extension Rational {
  /// `90%` or 0.9: at most all of something. Nil for anything else.
  package init?(share node: Node) {
    let share: Rational?
    switch node.content {
    case .string(let text) where text.hasSuffix("%"):
      share = Rational(unsigned: String(text.dropLast()))?.divided(by: Rational(100))
    case .number(let text): share = Rational(unsigned: text)
    case .null, .boolean, .string, .array, .object: share = nil
    }
    guard let share, share <= Rational(1) else { return nil }
    self = share
  }
}
