/// A whole number, fixed or drawn anew each time it is needed.
package enum Quantity: Hashable, Sendable {
  case constant(Int64)
  case drawn(Distribution)

  /// The value when it is the same every time.
  package var constant: Int64? {
    switch self {
    case .constant(let value): value
    case .drawn: nil
    }
  }
}

extension Quantity {
  /// The most that it can be; nil: nothing says.
  var most: Int64? {
    switch self {
    case .constant(let value): value
    case .drawn(.uniformInteger(_, let last)): last
    case .drawn(.choice(let choices)):
      choices.reduce(Int64(0)) { most, choice in
        if case .integer(let value) = choice.value { max(most ?? .max, value) } else { nil }
      }
    case .drawn: nil
    }
  }
}

/// A length of time, fixed or drawn anew each time it is needed. Distributions are in microseconds.
package enum DurationQuantity: Hashable, Sendable {
  case constant(TimeSpan)
  case drawn(Distribution)

  package var constant: TimeSpan? {
    switch self {
    case .constant(let value): value
    case .drawn: nil
    }
  }
}

/// Where drawn numbers come from.
package enum Distribution: Hashable, Sendable {
  /// Whole numbers from the first to the last, both included.
  case uniformInteger(Int64, Int64)
  /// Numbers from the first up to, but not including, the last.
  case uniform(Double, Double)
  case normal(mean: Double, deviation: Double)
  case poisson(mean: Double)
  /// Ranks 1…n, rank k with a probability proportional to `1 / k^exponent`.
  case zipf(count: Int64, exponent: Double)
  case choice([WeightedChoice])
  case column(CSVColumn)

  /// The number below zero that it is sure, or on average, to give: what is counted or lasts is no such thing. Nil: none.
  var belowZero: Double? {
    switch self {
    case .uniformInteger(let first, _): first < 0 ? Double(first) : nil
    case .uniform(let first, _): first < 0 ? first : nil
    case .normal(let mean, _): mean < 0 ? mean : nil
    case .choice(let choices):
      choices.lazy.compactMap { choice in
        switch choice.value {
        case .integer(let value): value < 0 ? Double(value) : nil
        case .double(let value): value < 0 ? value : nil
        case .boolean, .text: nil
        }
      }.first
    case .poisson, .zipf, .column: nil
    }
  }
}

/// One answer of `{choice: {a: 0.7, b: 0.3}}`. Weights need not add up to one.
package struct WeightedChoice: Hashable, Sendable {
  package var value: ParameterValue
  package var weight: Double

  package init(value: ParameterValue, weight: Double) {
    self.value = value
    self.weight = weight
  }
}

/// `{csv: file, column: c}`: the cells of one column, each as likely as the others.
package struct CSVColumn: Hashable, Sendable {
  /// Relative to the workload file.
  package var file: Name
  package var column: Name
  /// Empty when the workload was read without access to files.
  package var cells: [ParameterValue]

  package init(file: Name, column: Name, cells: [ParameterValue] = []) {
    self.file = file
    self.column = column
    self.cells = cells
  }
}
