import FirestoreModel
import FirestoreWire
import QueryModel

extension Filter {
  /// Messages inside one another stop at about twice this depth, whatever carries them.
  private static let maximumDepth = 64

  init(_ message: WireStructuredQuery.Filter, depth: Int = 0) throws(FirestoreError) {
    guard depth < Filter.maximumDepth else {
      throw FirestoreError(.invalidArgument, "The composite_filter is nested too deeply.")
    }
    switch message.filterType {
    case .compositeFilter(let filter): self = try Filter.composite(filter, depth: depth)
    case .fieldFilter(let filter): self = .field(try FieldFilter(filter))
    case .unaryFilter(let filter): self = .unary(try UnaryFilter(filter))
    case nil: throw FirestoreError(.invalidArgument, MessageRefusal.unknownFilter)
    }
  }

  private static func composite(
    _ message: WireStructuredQuery.CompositeFilter, depth: Int
  ) throws(FirestoreError) -> Filter {
    let isDisjunction: Bool
    switch message.op {
    case .and: isDisjunction = false
    case .or: isDisjunction = true
    case .unspecified, .UNRECOGNIZED:
      throw FirestoreError(.invalidArgument, MessageRefusal.unknownCompositeOperator)
    }
    var filters: [Filter] = []
    for filter in message.filters { filters.append(try Filter(filter, depth: depth + 1)) }
    return isDisjunction ? .or(filters) : .and(filters)
  }
}

extension FieldFilter {
  fileprivate init(_ message: WireStructuredQuery.FieldFilter) throws(FirestoreError) {
    let path = try FieldPath(parsing: message.field.fieldPath)
    guard let op = FieldOperator(message.op) else {
      throw FirestoreError(.invalidArgument, MessageRefusal.unknownFieldOperator)
    }
    self.init(path, op, .value(try Value(message.value)))
  }
}

extension FieldOperator {
  fileprivate init?(_ message: WireStructuredQuery.FieldFilter.Operator) {
    switch message {
    case .lessThan: self = .lessThan
    case .lessThanOrEqual: self = .lessThanOrEqual
    case .greaterThan: self = .greaterThan
    case .greaterThanOrEqual: self = .greaterThanOrEqual
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .arrayContains: self = .arrayContains
    case .in: self = .in
    case .arrayContainsAny: self = .arrayContainsAny
    case .notIn: self = .notIn
    case .unspecified, .UNRECOGNIZED: return nil
    }
  }
}

extension UnaryFilter {
  fileprivate init(_ message: WireStructuredQuery.UnaryFilter) throws(FirestoreError) {
    guard let op = UnaryOperator(message.op) else {
      throw FirestoreError(.invalidArgument, MessageRefusal.unknownUnaryOperator)
    }
    guard case .field(let field)? = message.operandType else {
      throw FirestoreError(.invalidArgument, MessageRefusal.unaryOperand)
    }
    self.init(try FieldPath(parsing: field.fieldPath), op)
  }
}

extension UnaryOperator {
  fileprivate init?(_ message: WireStructuredQuery.UnaryFilter.Operator) {
    switch message {
    case .isNan: self = .isNaN
    case .isNull: self = .isNull
    case .isNotNan: self = .isNotNaN
    case .isNotNull: self = .isNotNull
    case .unspecified, .UNRECOGNIZED: return nil
    }
  }
}
