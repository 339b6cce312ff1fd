import FirestoreModel

extension FieldTransform {
  /// The field's new value and what the write result reports for it.
  func evaluate(on stored: Value?, at time: Timestamp) -> (value: Value, result: Value) {
    switch operation {
    case .requestTime:
      let value = Value.timestamp(time.cutToMilliseconds)
      return (value, value)
    case .increment(let operand):
      let value = stored.flatMap { $0.adding(operand) } ?? operand
      return (value, value)
    case .maximum(let operand):
      let value = stored.map { $0.extremum(operand, keepsStored: 1) } ?? operand
      return (value, value)
    case .minimum(let operand):
      let value = stored.map { $0.extremum(operand, keepsStored: -1) } ?? operand
      return (value, value)
    case .appendMissingElements(let elements):
      return (.array(stored.elements.appendingMissing(elements)), .null)
    case .removeAllFromArray(let elements):
      let removed = Set(elements.map(EquivalentValue.init))
      return (.array(stored.elements.filter { !removed.contains(EquivalentValue($0)) }), .null)
    }
  }

  /// Refuses operands that the operation cannot take.
  func validate() throws(FirestoreError) {
    guard !path.segments.contains(where: \.isReservedFieldName) else { throw path.reservedNameRefusal }
    switch operation {
    case .increment(let operand), .maximum(let operand), .minimum(let operand):
      guard operand.isNumber else { throw FirestoreError(.invalidArgument, "Input must be a number.") }
    case .requestTime, .appendMissingElements, .removeAllFromArray: break
    }
  }
}

extension FieldPath {
  var reservedNameRefusal: FirestoreError {
    let name = segments.first(where: \.isReservedFieldName) ?? ""
    return FirestoreError(.invalidArgument, "Invalid reserved name in field path \(name)")
  }
}

extension Timestamp {
  /// Rounded down, before 1970 too.
  var cutToMilliseconds: Timestamp {
    let rest = microseconds % 1000
    return Timestamp(microseconds: microseconds - (rest < 0 ? rest + 1000 : rest))
  }
}

extension Value {
  var isNumber: Bool { typeBracket == .number }

  /// Nil when this is not a number. Integers saturate at the ends of their range; a double makes the sum a double.
  fileprivate func adding(_ other: Value) -> Value? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)):
      let (sum, overflow) = a.addingReportingOverflow(b)
      return .integer(overflow ? (b < 0 ? .min : .max) : sum)
    case (.integer(let a), .double(let b)): return .double(Double(a) + b)
    case (.double(let a), .integer(let b)): return .double(a + Double(b))
    case (.double(let a), .double(let b)): return .double(a + b)
    default: return nil
    }
  }

  /// The larger or smaller number. NaN on either side wins, equivalent numbers keep the stored one, and a stored value
  /// that is no number gives way to the operand.
  fileprivate func extremum(_ operand: Value, keepsStored order: Int) -> Value {
    guard isNumber else { return operand }
    if isNaN || operand.isNaN { return .double(.nan) }
    let comparison = compared(to: operand)
    return comparison == 0 || comparison == order ? self : operand
  }
}

extension Value? {
  /// Nothing for everything that is not an array.
  fileprivate var elements: [Value] {
    if case .array(let elements)? = self { elements } else { [] }
  }
}

extension [Value] {
  /// Numbers compare mathematically, NaN equals NaN; of equal elements the first is appended.
  fileprivate func appendingMissing(_ elements: [Value]) -> [Value] {
    var missing = Set(elements.map(EquivalentValue.init))
    for element in self { missing.remove(EquivalentValue(element)) }
    return self + elements.filter { missing.remove(EquivalentValue($0)) != nil }
  }
}
