import Diagnostics
import FirestoreModel
import Metering
import StructuredText

extension WorkloadDecoder {
  /// `5`, `$users`, `{uniform: [1, 9]}`: a whole number, not negative.
  mutating func quantity(_ node: Node) -> Quantity? {
    let resolved = resolved(node)
    if case .object = resolved.content {
      return counted(resolved, inTime: false, expected: "whole numbers, not negative").map(Quantity.drawn)
    }
    guard let value = resolved.wholeNumber, value >= 0 else {
      if !isUnresolvedParameter(node) {
        wrongType(resolved, expected: "a whole number, not negative", help: helpForMean(resolved))
      }
      return nil
    }
    return .constant(value)
  }

  /// A distribution of what is counted, or lasts.
  private mutating func counted(_ node: Node, inTime: Bool, expected: String) -> Distribution? {
    guard let drawn = distribution(node, inTime: inTime) else { return nil }
    guard drawn.belowZero != nil else { return drawn }
    report(WorkloadProblem(.wrongType, "expected \(expected)", span: node.span))
    return nil
  }

  /// Who writes `0.133` means that it happens so often on average, who writes `1e9` means the number.
  private func helpForMean(_ node: Node) -> String? {
    guard case .number(let text) = node.content, let mean = Double(text), mean > 0, mean.isFinite else { return nil }
    if let whole = Int64(exactly: mean) { return "write it out: `\(whole)`" }
    return "so many on average are `{poisson: \(text)}`"
  }

  /// `90s`, `{uniform: [10s, 1m]}`: a length of time, not negative.
  mutating func duration(_ node: Node) -> DurationQuantity? {
    let resolved = resolved(node)
    if case .object = resolved.content {
      return counted(resolved, inTime: true, expected: "lengths of time, not negative").map(DurationQuantity.drawn)
    }
    return timeSpan(node, allowsNegative: false).map(DurationQuantity.constant)
  }

  mutating func timeSpan(_ node: Node, allowsNegative: Bool) -> TimeSpan? {
    let resolved = resolved(node)
    let text: String? =
      switch resolved.content {
      case .string(let text), .number(let text): text
      case .null, .boolean, .array, .object: nil
      }
    guard let span = text.flatMap(TimeSpan.init(parsing:)), allowsNegative || span >= .zero else {
      if !isUnresolvedParameter(node) {
        wrongType(
          resolved, expected: "a length of time", help: "write a number and `s`, `m`, `h` or `d`, such as `45m`")
      }
      return nil
    }
    return span
  }

  /// `08:00`
  mutating func timeOfDay(_ node: Node) -> TimeSpan? {
    let resolved = resolved(node)
    guard let span = resolved.text.flatMap(TimeSpan.init(timeOfDay:)) else {
      if !isUnresolvedParameter(node) { wrongType(resolved, expected: "a time of day such as `\"08:00\"`") }
      return nil
    }
    return span
  }

  /// A moment; text that is none of the fixed forms is an expression.
  mutating func time(_ node: Node) -> TimeReference? {
    let resolved = resolved(node)
    switch resolved.content {
    case .string(let text):
      if let time = TimeWord.read(text) { return time }
      if text.first?.isNumber == true || text.hasPrefix("day ") || text.hasPrefix("-") || text.hasPrefix("+") { break }
      return expression(scalar(text, at: node)).map(TimeReference.expression)
    case .null, .boolean, .number, .array, .object: break
    }
    if !isUnresolvedParameter(node) {
      wrongType(
        resolved, expected: "a time", help: "write `day 3 10:00`, `-7d`, `now`, `serverTime` or `2026-01-05T00:00:00Z`")
    }
    return nil
  }

  // MARK: Distributions

  static let distributionKeys = ["uniform", "normal", "poisson", "zipf", "choice", "csv"]

  mutating func distribution(_ node: Node, inTime: Bool) -> Distribution? {
    mapping(node, expected: "a distribution") { decoder, reader in
      decoder.distribution(&reader, inTime: inTime)
    }
  }

  /// The distribution of a mapping that has one of ``distributionKeys``.
  mutating func distribution(_ reader: inout ObjectReader, inTime: Bool) -> Distribution? {
    guard let key = Self.distributionKeys.first(where: reader.has), let node = reader.take(key) else {
      for key in Self.distributionKeys + ["column"] { _ = reader.take(key) }
      report(
        WorkloadProblem(
          .wrongType, "expected a number or a distribution", span: reader.span,
          help: "known: " + Self.distributionKeys.map { "`\($0)`" }.joined(separator: ", ")))
      return nil
    }
    switch key {
    case "uniform": return uniform(node, inTime: inTime)
    case "normal":
      guard let (mean, deviation) = pair(node, inTime: inTime) else { return nil }
      guard deviation >= 0 else {
        wrongType(node, expected: "a mean and a deviation that is not negative")
        return nil
      }
      return .normal(mean: mean, deviation: deviation)
    case "poisson":
      guard let mean = measure(node, inTime: inTime) else { return nil }
      guard mean >= 0 else {
        wrongType(resolved(node), expected: "a mean that is not negative")
        return nil
      }
      return .poisson(mean: mean)
    case "zipf": return zipf(node)
    case "choice": return choice(node)
    default: return csv(node, &reader)
    }
  }

  private mutating func csv(_ node: Node, _ reader: inout ObjectReader) -> Distribution? {
    let column = reader.take("column")
    guard let file = text(node, expected: "a file") else { return nil }
    guard let column else {
      missing("column", in: reader.span)
      return nil
    }
    return text(column, expected: "a column's name").flatMap { csvColumn(file, $0) }
  }

  private mutating func uniform(_ node: Node, inTime: Bool) -> Distribution? {
    if !inTime, case .array(let items) = node.content, items.count == 2, let first = resolved(items[0]).wholeNumber,
      let last = resolved(items[1]).wholeNumber
    {
      guard first <= last else {
        wrongType(node, expected: "the smaller bound first")
        return nil
      }
      return .uniformInteger(first, last)
    }
    guard let (first, last) = pair(node, inTime: inTime) else { return nil }
    guard first <= last else {
      wrongType(node, expected: "the smaller bound first")
      return nil
    }
    return .uniform(first, last)
  }

  private mutating func pair(_ node: Node, inTime: Bool) -> (Double, Double)? {
    guard case .array(let items) = node.content, items.count == 2 else {
      wrongType(node, expected: "a list of two numbers")
      return nil
    }
    guard let first = measure(items[0], inTime: inTime), let second = measure(items[1], inTime: inTime) else {
      return nil
    }
    return (first, second)
  }

  private mutating func measure(_ node: Node, inTime: Bool) -> Double? {
    if inTime { return timeSpan(node, allowsNegative: true).map { Double($0.microseconds) } }
    guard let value = resolved(node).double else {
      if !isUnresolvedParameter(node) { wrongType(node, expected: "a number") }
      return nil
    }
    return value
  }

  private mutating func zipf(_ node: Node) -> Distribution? {
    mapping(node, expected: "a mapping with `n` and `s`") { decoder, reader in
      guard let count = reader.take("n"), let exponent = reader.take("s") else {
        decoder.missing(reader.has("n") ? "s" : "n", in: reader.span)
        return nil
      }
      let ranks = decoder.integer(count, in: 1...1_000_000_000_000, expected: "a whole number above 0")
      guard let ranks, let exponent = decoder.measure(exponent, inTime: false) else { return nil }
      return .zipf(count: ranks, exponent: exponent)
    }
  }

  /// With the cells when files can be read; a check of the queries alone does without.
  private mutating func csvColumn(_ file: Name, _ column: Name) -> Distribution? {
    guard let files else { return .column(CSVColumn(file: file, column: column)) }
    guard let bytes = files(file.text) else {
      report(WorkloadProblem(.malformedInput, "cannot read the file \(QuotedText.of(file.text))", span: file.span))
      return nil
    }
    guard let table = CSVTable(bytes) else {
      let message = "a quoted cell of \(QuotedText.of(file.text)) is not closed"
      report(WorkloadProblem(.malformedInput, message, span: file.span))
      return nil
    }
    guard let cells = table.column(column.text), !cells.isEmpty else {
      report(
        WorkloadProblem(
          .wrongType, "\(QuotedText.of(file.text)) has no values in the column \(QuotedText.of(column.text))",
          span: column.span, help: helpForUnknownName(column.text, among: table.header)))
      return nil
    }
    return .column(CSVColumn(file: file, column: column, cells: cells.map(ParameterValue.init(plain:))))
  }

  /// Weights count in proportion; parts of one that are more or less than one together are meant as shares.
  private mutating func checkShares(_ choices: [WeightedChoice], at node: Node) {
    let sum = choices.reduce(0) { $0 + $1.weight }
    // Each may be rounded to two places.
    let rounding = max(0.015, 0.005 * Double(choices.count) + 0.001)
    guard choices.count > 1, choices.allSatisfy({ $0.weight < 1 }), abs(sum - 1) > rounding else { return }
    let shares = choices.map { "\($0.value.value.interpolationText): \(Self.hundredths($0.weight / sum))" }
    report(
      WorkloadProblem(
        .wrongType, "the shares are \(Self.hundredths(sum)) together, and count in proportion", span: node.span,
        severity: .warning, help: "if that is meant: `{\(QuotedText.singleLine(shares.joined(separator: ", ")))}`"))
  }

  private static func hundredths(_ value: Double) -> String {
    (Rational(Int64((value * 100).rounded())) / Rational(100)).decimal(places: 2)
  }

  private mutating func choice(_ node: Node) -> Distribution? {
    var choices: [WeightedChoice] = []
    for member in members(node, expected: "a mapping of values to weights") {
      guard let weight = resolved(member.value).double, weight >= 0 else {
        wrongType(member.value, expected: "a weight, not negative")
        continue
      }
      choices.append(WeightedChoice(value: ParameterValue(plain: member.key), weight: weight))
    }
    guard choices.contains(where: { $0.weight > 0 }) else {
      report(WorkloadProblem(.wrongType, "expected at least one weight above 0", span: node.span))
      return nil
    }
    checkShares(choices, at: node)
    return .choice(choices)
  }
}

extension ParameterValue {
  /// Text as YAML's core schema reads a plain scalar.
  package init(plain text: String) {
    if text == "true" || text == "false" {
      self = .boolean(text == "true")
    } else if let value = Int64(text) {
      self = .integer(value)
    } else if text.utf8.contains(where: \.isDigitByte), !text.lowercased().hasPrefix("0x"), let value = Double(text),
      value.isFinite
    {
      self = .double(value)
    } else {
      self = .text(text)
    }
  }
}
