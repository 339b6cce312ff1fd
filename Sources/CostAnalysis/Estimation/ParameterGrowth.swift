import Diagnostics
import Metering

/// `--growth NAME=20%` or `NAME=+1500`: how a parameter changes from one month to the next.
///
/// A percentage is compounded exactly, and every month is cut to a whole for itself: what is cut off in one month is not
/// lost for the next.
package struct ParameterGrowth: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    /// A month has `numerator` / `denominator` of the one before: 6/5 for 20 %.
    case factor(numerator: UInt64, denominator: UInt64)
    case plus(Int64)
  }

  /// Nil: the parameter that counts users.
  package var name: String?
  package var step: Step
  private var argument: SourceText

  package init(parsing argument: String, flag: String = "--growth") throws(ArgumentMistake) {
    var reader = ArgumentReader(argument, flag: flag)
    self.argument = SourceText(path: flag, text: argument)
    if argument.utf8.contains(UInt8(ascii: "=")) { name = try reader.name() }
    let text = reader.rest()
    if text.last == "%", let percent = Rational(decimal: String(text.dropLast().drop { $0 == "+" })),
      percent > Rational(-100), percent <= Rational(10_000)
    {
      let factor = Rational(1) + percent / Rational(100)
      guard let numerator = UInt64(exactly: factor.numerator), let denominator = UInt64(exactly: factor.denominator)
      else {
        throw reader.mistake(
          "`\(text)` has too many digits", from: argument.utf8.count - text.utf8.count, help: "as in `users=12.5%`")
      }
      step = .factor(numerator: numerator, denominator: denominator)
    } else if text.first == "+", let amount = ArgumentReader.whole(text.dropFirst()) {
      step = .plus(amount)
    } else {
      throw reader.mistake(
        "`\(text)` is no growth", from: argument.utf8.count - text.utf8.count,
        help: "`users=20%` a month, or `history=+1500` a month")
    }
  }

  /// `--growth:1:1`: the name; all of it where there is none.
  var namePlace: SourceLocation? {
    SourceLocation(source: argument, span: Span(0, name?.utf8.count ?? argument.bytes.count))
  }

  /// `--growth:1:7`: what stands after the name.
  var changePlace: SourceLocation? {
    SourceLocation(source: argument, span: Span(name.map { $0.utf8.count + 1 } ?? 0, argument.bytes.count))
  }

  /// The value so many months later, cut to a whole; the largest number there is where it would be larger.
  ///
  /// - Parameter value: of the first month, from 0.
  package func value(after months: Int, from value: Int64) -> Int64 {
    switch step {
    case .plus(let amount): return Int64(clamping: Int128(value) + Int128(amount) * Int128(months))
    case .factor(let numerator, let denominator):
      // Cutting after every division is cutting once: floor(floor(a / b) / c) is floor(a / (b · c)).
      var product = WholeNumber(UInt64(clamping: value))
      for _ in 0..<max(0, months) { product.multiply(by: numerator) }
      for _ in 0..<max(0, months) { product.divide(by: denominator) }
      return product.clamped
    }
  }
}

/// A whole number of any size: compounding needs hundreds of digits on the way to a small result.
private struct WholeNumber {
  /// The lowest first.
  private var words: [UInt64]

  init(_ value: UInt64) { words = [value] }

  mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in words.indices {
      let (high, low) = words[index].multipliedFullWidth(by: factor)
      let (sum, overflow) = low.addingReportingOverflow(carry)
      words[index] = sum
      carry = high + (overflow ? 1 : 0)
    }
    if carry > 0 { words.append(carry) }
  }

  /// - Precondition: the divisor is not zero.
  mutating func divide(by divisor: UInt64) {
    var rest: UInt64 = 0
    for index in words.indices.reversed() {
      (words[index], rest) = divisor.dividingFullWidth((rest, words[index]))
    }
    while words.count > 1, words.last == 0 { words.removeLast() }
  }

  var clamped: Int64 { words.count > 1 ? .max : Int64(clamping: words[0]) }
}
