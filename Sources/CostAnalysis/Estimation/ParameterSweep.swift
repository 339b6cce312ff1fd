package import Diagnostics
import Metering
package import Workloads

/// `--sweep NAME=ITEM[,ITEM…]`: the values of one parameter that figures are asked for.
///
/// An item is a value, or a range `FIRST..LAST[:STEP]` with both ends. `:xF` multiplies by F, `:+N` adds N; without a step
/// a range goes by tens: `1k..1M` is 1,000, 10,000, 100,000 and 1,000,000. Numbers may end in `k`, `M` or `G`.
package struct ParameterSweep: Hashable, Sendable {
  /// The most points of all sweeps together.
  package static let limit = 200

  package var name: String
  package var values: [ParameterValue]
  /// The argument of the flag; nil: somebody else asks.
  package var argument: SourceText?

  package init(name: String, values: [ParameterValue]) {
    self.name = name
    self.values = values
  }

  /// Reads the argument of the flag; the mistake is a place in it.
  package init(parsing argument: String, flag: String = "--sweep") throws(ArgumentMistake) {
    var reader = ArgumentReader(argument, flag: flag)
    name = try reader.name()
    values = []
    repeat {
      for value in try reader.item(room: Self.limit - values.count) where !values.contains(value) {
        values.append(value)
      }
    } while reader.take(",")
    self.argument = SourceText(path: flag, text: argument)
  }
}

/// What is wrong with an argument of a flag.
package struct ArgumentMistake: Error, Hashable, Sendable {
  package var diagnostic: Diagnostic
}

/// Reads arguments such as `users=1k..1M:x10`.
struct ArgumentReader {
  private let source: SourceText
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String, flag: String) {
    source = SourceText(path: flag, text: text)
    bytes = Array(text.utf8)
  }

  mutating func name() throws(ArgumentMistake) -> String {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "=") { position += 1 }
    guard position > start, position < bytes.count else {
      throw mistake("expected NAME=VALUES", from: 0, help: "as in `users=1k..1M`")
    }
    defer { position += 1 }
    return text(start..<position)
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// A value, or the values of a range.
  mutating func item(room: Int) throws(ArgumentMistake) -> [ParameterValue] {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: ",") { position += 1 }
    let item = text(start..<position)
    guard !item.isEmpty else { throw mistake("expected a value", from: start) }
    guard let dots = item.firstRange(of: "..") else {
      guard room > 0 else { throw tooMany(from: start) }
      return [Self.value(item)]
    }
    let last = item[dots.upperBound...].prefix { $0 != ":" }
    guard let low = Self.whole(item[..<dots.lowerBound]), let high = Self.whole(last) else {
      throw mistake(
        "a range goes from one whole number to another", from: start, help: "as in `1k..1M` or `10..50:+10`")
    }
    guard low <= high else { throw mistake("the range ends before it begins", from: start) }
    let step = try step(item[last.endIndex...], from: start)
    return try range(low, high, step, room: room, from: start)
  }

  private enum Step {
    case times(Rational)
    case plus(Int64)
  }

  private func step(_ text: Substring, from start: Int) throws(ArgumentMistake) -> Step {
    if text.isEmpty { return .times(Rational(10)) }
    let step = text.dropFirst()
    if step.first == "x", let factor = Rational(decimal: String(step.dropFirst())), factor > Rational(1) {
      return .times(factor)
    }
    if step.first == "+", let amount = Self.whole(step.dropFirst()), amount > 0 { return .plus(amount) }
    throw mistake(
      "`\(text)` is no step", from: start, help: "`:x10` multiplies by ten, `:+500` adds five hundred")
  }

  private func range(
    _ low: Int64, _ high: Int64, _ step: Step, room: Int, from start: Int
  ) throws(ArgumentMistake) -> [ParameterValue] {
    if case .times = step, low < 1 {
      throw mistake("multiplying never leaves zero", from: start, help: "begin at 1, or add: `0..100:+10`")
    }
    var values: [ParameterValue] = []
    var exact = Rational(low)
    var steps = 0
    while exact < Rational(high) {
      // Small factors give the same whole number many times over.
      steps += 1
      guard steps <= 4 * ParameterSweep.limit else { throw tooMany(from: start) }
      let whole = ParameterValue.integer(Int64(clamping: exact.numerator / exact.denominator))
      if values.last != whole { values.append(whole) }
      guard values.count < room else { throw tooMany(from: start) }
      switch step {
      case .times(let factor): exact = exact * factor
      case .plus(let amount): exact = exact + Rational(amount)
      }
    }
    guard values.count < room else { throw tooMany(from: start) }
    return values + [.integer(high)]
  }

  func tooMany(from start: Int) -> ArgumentMistake {
    mistake(
      "more than \(ParameterSweep.limit) points", from: start,
      help: "take larger steps: what lies between two points is a straight line in most workloads")
  }

  func mistake(_ message: String, from start: Int, help: String? = nil) -> ArgumentMistake {
    let place = SourceLocation(source: source, span: Span(min(start, bytes.count), bytes.count))
    return ArgumentMistake(diagnostic: Diagnostic(.malformedInput, message, at: place, severity: .error, help: help))
  }

  func rest() -> Substring { text(min(position, bytes.count)..<bytes.count)[...] }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// `1k` is a number, `true` and `ios` are what they are everywhere.
  static func value(_ text: String) -> ParameterValue {
    whole(text[...]).map(ParameterValue.integer) ?? ParameterValue(plain: text)
  }

  /// `10`, `1.5k`, `10M`
  static func whole(_ text: Substring) -> Int64? {
    let scales: [Character: Int64] = ["k": 1_000, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000]
    let scale = text.last.flatMap { scales[$0] }
    guard let number = Rational(decimal: String(scale == nil ? text : text.dropLast())) else { return nil }
    let scaled = number * Rational(scale ?? 1)
    return scaled.denominator == 1 ? Int64(exactly: scaled.numerator) : nil
  }
}
