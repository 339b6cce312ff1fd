import FirestoreModel

/// `value[index]` and `value[start:end]`.
enum Indexing {
  static func element(of value: RuleValue, at index: RuleValue) -> RuleOutcome {
    switch (value, index) {
    case (.map(let map), .string(let key)): map[key].map(RuleOutcome.value) ?? .error(.undefinedProperty(key))
    case (.list(let list), .integer(let index)):
      checked(index, list.count) { list[$0] }
    case (.string(let text), .integer(let index)):
      checked(index, text.size) { .string(text.slice($0..<$0 + 1)) }
    case (.path(let path), .integer(let index)):
      checked(index, path.segments.count) { .string(path.segments[$0]) }
    case (.null, _): .error(.nullValue)
    case (.map, _): .error(unsupported(value, index, expected: .string))
    case (.list, _), (.string, _), (.path, _): .error(unsupported(value, index, expected: .integer))
    case (.boolean, _), (.integer, _), (.float, _), (.bytes, _), (.timestamp, _), (.duration, _), (.geoPoint, _),
      (.set, _), (.mapDiff, _):
      .error(.type(received: value.type, expected: [.list, .map, .string, .path]))
    }
  }

  static func slice(of value: RuleValue, from start: RuleValue, to end: RuleValue) -> RuleOutcome {
    switch (value, start, end) {
    case (.list(let list), .integer(let start), .integer(let end)):
      checked(start, end, list.count) { .list(list.slice($0)) }
    case (.string(let text), .integer(let start), .integer(let end)):
      checked(start, end, text.size) { .string(text.slice($0)) }
    case (.null, _, _): .error(.nullValue)
    case (.list, _, _), (.string, _, _):
      .error(
        .unsupportedOperation(
          received: "\(value.type.rawValue)[\(start.type.rawValue):\(end.type.rawValue)]",
          expected: "\(value.type.rawValue)[int:int]"))
    case (.boolean, _, _), (.integer, _, _), (.float, _, _), (.bytes, _, _), (.timestamp, _, _), (.duration, _, _),
      (.geoPoint, _, _), (.path, _, _), (.map, _, _), (.set, _, _), (.mapDiff, _, _):
      .error(.type(received: value.type, expected: [.list, .string]))
    }
  }

  private static func checked(_ index: Int64, _ size: Int, _ element: (Int) -> RuleValue) -> RuleOutcome {
    guard let position = Int(exactly: index), (0..<size).contains(position) else {
      return .error(.indexOutOfBounds(index: index, size: size))
    }
    return .value(element(position))
  }

  /// Production checks `start` and `end - 1` as indexes, so no slice of an empty value exists, nor `[0:0]` of any.
  private static func checked(
    _ start: Int64, _ end: Int64, _ size: Int, _ slice: (Range<Int>) -> RuleValue
  ) -> RuleOutcome {
    let last = end.subtractingReportingOverflow(1)
    guard let first = Int(exactly: start), (0..<size).contains(first) else {
      return .error(.indexOutOfBounds(index: start, size: size))
    }
    guard !last.overflow, let final = Int(exactly: last.partialValue), (0..<size).contains(final), first <= final + 1
    else {
      return .error(.indexOutOfBounds(index: last.overflow ? end : last.partialValue, size: size))
    }
    return .value(slice(first..<final + 1))
  }

  private static func unsupported(_ value: RuleValue, _ index: RuleValue, expected: RuleType) -> EvaluationError {
    .unsupportedOperation(
      received: "\(value.type.rawValue)[\(index.type.rawValue)]",
      expected: "\(value.type.rawValue)[\(expected.rawValue)]")
  }
}
