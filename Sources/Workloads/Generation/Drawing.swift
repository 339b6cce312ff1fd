import FirestoreModel

extension RandomStream {
  /// A whole number, not negative.
  package mutating func draw(_ quantity: Quantity) -> Int64 {
    switch quantity {
    case .constant(let value): value
    case .drawn(let distribution): max(0, wholeNumber(distribution))
    }
  }

  /// Not negative.
  package mutating func draw(_ duration: DurationQuantity) -> TimeSpan {
    switch duration {
    case .constant(let span): span
    case .drawn(let distribution): TimeSpan(microseconds: max(0, wholeNumber(distribution)))
    }
  }

  /// A value with the distribution's own type.
  package mutating func draw(_ distribution: Distribution) -> ParameterValue {
    switch distribution {
    case .uniformInteger(let first, let last): .integer(uniform(first, last))
    case .uniform(let first, let last): .double(first + (last - first) * unit())
    case .normal(let mean, let deviation): .double(normal(mean: mean, deviation: deviation))
    case .poisson(let mean): .integer(poisson(mean: mean))
    case .zipf(let count, let exponent): .integer(ZipfSampler(count: count, exponent: exponent).draw(&self))
    case .choice(let choices): choice(choices)
    case .column(let column):
      column.cells.isEmpty ? .text("") : column.cells[Int(index(below: UInt64(column.cells.count)))]
    }
  }

  private mutating func wholeNumber(_ distribution: Distribution) -> Int64 {
    switch draw(distribution) {
    case .integer(let value): value
    case .double(let value): Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    case .boolean(let value): value ? 1 : 0
    case .text: 0
    }
  }

  private mutating func uniform(_ first: Int64, _ last: Int64) -> Int64 {
    let width = UInt64(bitPattern: last) &- UInt64(bitPattern: first)
    let offset = width == .max ? next() : index(below: width + 1)
    return Int64(bitPattern: UInt64(bitPattern: first) &+ offset)
  }

  /// The sum of twelve uniform numbers, which is normal to within what a workload can notice.
  private mutating func normal(mean: Double, deviation: Double) -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += unit() }
    return mean + deviation * sum
  }

  /// Counts how many exponential gaps fit; large means are normal.
  private mutating func poisson(mean: Double) -> Int64 {
    guard mean <= 500 else {
      let drawn = normal(mean: mean, deviation: mean.squareRoot()).rounded()
      return Int64(exactly: max(0, drawn)) ?? .max
    }
    var count: Int64 = 0
    var left = mean
    while left > 0 {
      // Chunks keep the product of uniform numbers away from 0.
      let chunk = min(left, 20)
      let floor = PortableMath.exp(-chunk)
      var product = unit()
      while product > floor {
        count += 1
        product *= unit()
      }
      left -= chunk
    }
    return count
  }

  private mutating func choice(_ choices: [WeightedChoice]) -> ParameterValue {
    let total = choices.reduce(0) { $0 + $1.weight }
    var left = unit() * total
    for choice in choices where choice.weight > 0 {
      if left < choice.weight { return choice.value }
      left -= choice.weight
    }
    return choices.last { $0.weight > 0 }?.value ?? .text("")
  }
}

/// Rejection-inversion after Hörmann and Derflinger: constant time and memory for any number of ranks.
struct ZipfSampler {
  private let count: Double
  private let exponent: Double
  private let first: Double
  private let last: Double
  private let threshold: Double

  init(count: Int64, exponent: Double) {
    let exponent = max(0, exponent)
    self.count = Double(count)
    self.exponent = exponent
    first = Self.integral(1.5, exponent) - 1
    last = Self.integral(Double(count) + 0.5, exponent)
    let second = Self.integral(2.5, exponent) - Self.density(2, exponent)
    threshold = 2 - Self.inverseIntegral(second, exponent)
  }

  func draw(_ random: inout RandomStream) -> Int64 {
    // An attempt is accepted with a probability above one half; the bound only guards against rounding.
    for _ in 0..<1000 {
      let area = last + random.unit() * (first - last)
      let place = Self.inverseIntegral(area, exponent)
      let rank = min(max((place + 0.5).rounded(.down), 1), count)
      if rank - place <= threshold || area >= Self.integral(rank + 0.5, exponent) - Self.density(rank, exponent) {
        return Int64(exactly: rank) ?? 1
      }
    }
    return 1
  }

  private static func density(_ rank: Double, _ exponent: Double) -> Double {
    PortableMath.exp(-exponent * PortableMath.log(rank))
  }

  private static func integral(_ rank: Double, _ exponent: Double) -> Double {
    let logarithm = PortableMath.log(rank)
    return PortableMath.expMinusOneOverValue((1 - exponent) * logarithm) * logarithm
  }

  private static func inverseIntegral(_ area: Double, _ exponent: Double) -> Double {
    let argument = max(-1 + 1e-15, area * (1 - exponent))
    return PortableMath.exp(PortableMath.logOnePlusOverValue(argument) * area)
  }
}
