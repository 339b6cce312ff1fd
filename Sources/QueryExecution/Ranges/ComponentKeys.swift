import FirestoreModel

extension Value {
  /// The value as one ascending index component.
  var componentKey: [UInt8] {
    var encoder = KeyEncoder()
    encoder.append(self)
    return encoder.bytes
  }

  /// All values a range filter with this operand may return: those of the same type, numbers without NaN.
  var bracketInterval: KeyInterval {
    let bounds = KeyBounds.bracket(typeBracket)
    let lower = typeBracket == .number ? KeyBounds.lowestNumber : bounds.lower
    return KeyInterval(lower: lower, upper: bounds.upper)
  }
}
