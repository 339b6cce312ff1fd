enum MathFunctions {
  static let signatures = [
    BuiltinSignature(nil, "math.abs", [.integer], .integer),
    BuiltinSignature(nil, "math.abs", [.float], .float),
    BuiltinSignature(nil, "math.ceil", [.float], .float),
    BuiltinSignature(nil, "math.floor", [.float], .float),
    BuiltinSignature(nil, "math.isNaN", [.float], .boolean),
    BuiltinSignature(nil, "math.pow", [.float, .float], .float),
    BuiltinSignature(nil, "math.round", [.float], .integer),
    BuiltinSignature(nil, "math.sqrt", [.float], .float),
  ]

  static func call(_ function: BuiltinFunction, _ arguments: [RuleValue]) -> RuleOutcome? {
    if function == .mathAbs, case .integer(let integer) = arguments[0] {
      // The smallest integer has no positive counterpart and stays as it is (observed in the Rules Test API).
      return .value(.integer(integer < 0 ? 0 &- integer : integer))
    }
    guard let number = arguments[0].number else { return nil }
    switch function {
    case .mathAbs: return .value(.float(number.magnitude))
    case .mathCeil: return .value(.float(number.rounded(.up)))
    case .mathFloor: return .value(.float(number.rounded(.down)))
    case .mathIsNaN: return .value(.boolean(number.isNaN))
    case .mathSqrt: return .value(.float(number.squareRoot()))
    case .mathRound:
      if case .integer = arguments[0] { return .value(arguments[0]) }
      return .value(.integer(Int64(saturating: roundHalfUp(number))))
    default:
      guard let exponent = arguments[1].number else { return nil }
      return .value(.float(Elementary.power(number, exponent)))
    }
  }

  /// Half toward positive infinity: −1.5 becomes −1.
  private static func roundHalfUp(_ number: Double) -> Double {
    let floor = number.rounded(.down)
    return number - floor >= 0.5 ? floor + 1 : floor
  }
}

extension RuleValue {
  /// An int or a float as a float.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .float(let value): value
    case .null, .boolean, .string, .bytes, .timestamp, .duration, .geoPoint, .path, .list, .map, .set, .mapDiff: nil
    }
  }
}

extension Int64 {
  /// Toward zero; beyond the range the nearest integer, and 0 for NaN (observed in the Rules Test API).
  init(saturating number: Double) {
    if number.isNaN {
      self = 0
    } else if number >= 0x1p63 {
      self = .max
    } else if number <= -0x1p63 {
      self = .min
    } else {
      self = Int64(number)
    }
  }
}
