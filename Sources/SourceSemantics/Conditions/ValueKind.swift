/// Values of a subject that answer every one of some tests in the same way.
enum ValueKind: Hashable {
  case absent
  case constant(Atom.Constant)
  /// A number between two that tests name, both excluded.
  case between(Double, Double)
  /// Neither absent, nor a number in an order, nor a constant that is tested.
  case other

  /// All kinds that the tests tell apart.
  /// - Parameter domain: the only values that there are.
  static func all(_ tests: [Atom.Test], of domain: [Atom.Constant]?) -> [ValueKind] {
    if let domain { return domain.map { .constant($0) } }
    var constants: [Atom.Constant] = []
    var bounds: Set<Double> = []
    for test in tests {
      switch test {
      case .equals(.number(let number)): bounds.insert(number)
      case .equals(let constant): constants.append(constant)
      case .greater(let bound), .atLeast(let bound): bounds.insert(bound)
      case .truthy, .present, .type, .opaque, .replaced: break
      }
    }
    return [.absent, .other] + constants.map { .constant($0) } + numbers(bounds)
  }

  /// The bounds and what lies between them. Zero is a bound of its own: only it is not true.
  private static func numbers(_ bounds: Set<Double>) -> [ValueKind] {
    if bounds.isEmpty { return [] }
    let sorted = bounds.union([0]).filter { !$0.isNaN }.sorted()
    var kinds: [ValueKind] = sorted.map { .constant(.number($0)) }
    for (low, high) in zip([-Double.infinity] + sorted, sorted + [Double.infinity]) where low < high {
      kinds.append(.between(low, high))
    }
    return kinds
  }

  /// What such values answer, or nil where some answer this and some that.
  func answer(to test: Atom.Test) -> Bool? {
    switch (self, test) {
    case (_, .opaque), (_, .replaced): nil
    case (.absent, _): false
    case (_, .present): true
    case (_, .type): nil
    case (.constant(let constant), .truthy): constant.isTruthy
    case (.constant(let constant), .equals(let other)): constant == other
    case (.constant(.number(let number)), .greater(let bound)): number > bound
    case (.constant(.number(let number)), .atLeast(let bound)): number >= bound
    case (.between, .truthy): true
    case (.between, .equals): false
    case (.between(let low, _), .greater(let bound)): low >= bound
    case (.between(let low, _), .atLeast(let bound)): low >= bound
    case (.other, .truthy): nil
    case (.other, .equals): false
    // What is no number is neither above nor below one.
    case (.constant, .greater), (.constant, .atLeast), (.other, .greater), (.other, .atLeast): false
    }
  }
}
