import FirestoreModel

/// An atomic filter of the tree as the client wrote it.
enum AtomicFilter: Hashable, Sendable {
  case field(FieldFilter)
  case unary(UnaryFilter)

  var path: FieldPath {
    switch self {
    case .field(let filter): filter.path
    case .unary(let filter): filter.path
    }
  }

  /// `<`, `<=`, `>`, `>=`, `!=`, `not-in`, IS_NOT_NULL, IS_NOT_NAN: what implies an order.
  var isInequality: Bool {
    switch self {
    case .field(let filter): filter.op.isInequality
    case .unary(let filter): filter.op.isNegation
    }
  }

  /// `!=`, `not-in`, IS_NOT_NULL, IS_NOT_NAN.
  var isNegation: Bool {
    switch self {
    case .field(let filter): filter.op == .notEqual || filter.op == .notIn
    case .unary(let filter): filter.op.isNegation
    }
  }
}

extension FieldOperator {
  package var isInequality: Bool {
    switch self {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual, .notIn: true
    case .equal, .arrayContains, .in, .arrayContainsAny: false
    }
  }

  /// Operators whose operand is a list of alternatives.
  package var takesList: Bool {
    switch self {
    case .in, .notIn, .arrayContainsAny: true
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual, .arrayContains: false
    }
  }
}

extension UnaryOperator {
  package var isNegation: Bool {
    switch self {
    case .isNotNaN, .isNotNull: true
    case .isNaN, .isNull: false
    }
  }
}

extension Filter {
  /// The atomic filters, left to right, depth first.
  var atoms: [AtomicFilter] {
    switch self {
    case .field(let filter): [.field(filter)]
    case .unary(let filter): [.unary(filter)]
    case .and(let filters), .or(let filters): filters.flatMap(\.atoms)
    }
  }

  var containsDisjunction: Bool {
    switch self {
    case .field, .unary: false
    case .or: true
    case .and(let filters): filters.contains(where: \.containsDisjunction)
    }
  }
}
