import Metering

/// What a figure of the assertion language came to.
package enum FigureOutcome: Equatable {
  case value(FigureValue)
  /// A figure is missing, or the parts do not go together.
  case undecidable(String)

  package var value: FigureValue? { if case .value(let value) = self { value } else { nil } }
}

extension FigureExpression {
  package func evaluate(_ figures: some FigureSource) -> FigureOutcome {
    do throws(ExpressionError) {
      return .value(try FigureEvaluation.value(of: root, text: text, figures))
    } catch {
      return .undecidable(error.message)
    }
  }

  /// Digits behind the point of an amount as it is written; nil for anything that is computed.
  package var places: Int? {
    switch root.kind {
    case .number, .percentage, .money: break
    case .figure, .reduction, .negation, .not, .binary: return nil
    }
    guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
    return text.utf8[point...].dropFirst().prefix { (0x30...0x39).contains($0) }.count
  }
}

extension FigureValue {
  /// Whether it is the other one, rounded to so many places (nil: to the last digit) in which the other is written.
  /// Nil: the two cannot be compared.
  package func equals(_ claimed: FigureValue, places: Int?) -> Bool? {
    guard kindName == claimed.kindName else { return nil }
    guard let places else { return value == claimed.value }
    var scale: Int128 = 2
    for _ in 0..<min(places, 12) { scale *= 10 }
    // A percentage is written in hundredths of what it counts as.
    if case .share = claimed { scale *= 100 }
    guard let difference = value.subtracting(claimed.value), let factor = Rational(scale, over: 1),
      let halves = difference.multiplied(by: factor)
    else { return nil }
    return halves >= Rational(-1) && halves <= Rational(1)
  }
}
