package import Metering

/// `--growth NAME=20%` or `NAME=+1500`: how a parameter changes from one month to the next.
///
/// A percentage is of the month before and rounded down to a whole: figures stay exact.
package struct ParameterGrowth: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    /// 1/5 for 20 %.
    case share(Amount)
    case plus(Int64)
  }

  /// Nil: the parameter that counts users.
  package var name: String?
  package var step: Step

  package init(name: String?, step: Step) {
    self.name = name
    self.step = step
  }

  package init(parsing argument: String, flag: String = "--growth") throws(ArgumentMistake) {
    var reader = ArgumentReader(argument, flag: flag)
    if argument.utf8.contains(UInt8(ascii: "=")) { name = try reader.name() }
    let text = reader.rest()
    if text.last == "%", let percent = Amount(decimal: String(text.dropLast().drop { $0 == "+" })),
      percent > Amount(-100), percent <= Amount(10_000)
    {
      step = .share(percent / Amount(100))
    } else if text.first == "+", let amount = ArgumentReader.whole(text.dropFirst()) {
      step = .plus(amount)
    } else {
      throw reader.mistake(
        "`\(text)` is no growth", from: argument.utf8.count - text.utf8.count,
        help: "`users=20%` a month, or `history=+1500` a month")
    }
  }

  /// The value a month later.
  package func after(_ value: Int64) -> Int64 {
    switch step {
    case .plus(let amount): return Int64(clamping: Int128(value) + Int128(amount))
    case .share(let share):
      let grown = Amount(value) * (Amount(1) + share)
      return Int64(clamping: grown.numerator / grown.denominator)
    }
  }
}
