/// Logarithm and exponential out of the four basic operations alone.
///
/// The C library's functions differ in the last bit from machine to machine, and generated data must not.
enum PortableMath {
  private static let ln2 = 0.693_147_180_559_945_309_4

  /// The natural logarithm of a positive, finite number.
  static func log(_ value: Double) -> Double {
    var exponent = Double(value.exponent)
    var mantissa = value.significand
    if mantissa > 1.414_213_562_373_095 {
      mantissa /= 2
      exponent += 1
    }
    let quotient = (mantissa - 1) / (mantissa + 1)
    let square = quotient * quotient
    var sum = 0.0
    for term in stride(from: 25.0, through: 1.0, by: -2.0) { sum = sum * square + 1 / term }
    return exponent * ln2 + 2 * quotient * sum
  }

  /// 0 below −700, the largest finite power above 700.
  static func exp(_ value: Double) -> Double {
    guard value > -700 else { return 0 }
    let power = (min(value, 700) / ln2).rounded()
    let rest = min(value, 700) - power * ln2
    var sum = 1.0
    for term in stride(from: 20.0, through: 1.0, by: -1.0) { sum = 1 + sum * rest / term }
    return sum * Double(sign: .plus, exponent: Int(power), significand: 1)
  }

  /// `log(1 + value) / value`, also near 0.
  static func logOnePlusOverValue(_ value: Double) -> Double {
    if value.magnitude < 1e-5 { return 1 - value * (0.5 - value * (1.0 / 3 - 0.25 * value)) }
    return log(1 + value) / value
  }

  /// `(exp(value) − 1) / value`, also near 0.
  static func expMinusOneOverValue(_ value: Double) -> Double {
    if value.magnitude < 1e-5 { return 1 + value * 0.5 * (1 + value / 3 * (1 + 0.25 * value)) }
    return (exp(value) - 1) / value
  }
}
