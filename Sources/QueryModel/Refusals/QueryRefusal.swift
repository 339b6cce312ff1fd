import FirestoreModel

/// The documented and recorded limits of one query.
package enum QueryLimits {
  package static let disjunctions = 30
  package static let inValues = 30
  package static let notInValues = 10
  package static let inequalityFields = 10
  package static let components = 100
  package static let aggregations = 5
  package static let nearestNeighbours = 1000
}

/// Why the service refuses a query; all of them are INVALID_ARGUMENT.
enum QueryRefusal: Hashable, Sendable {
  case negativeLimit
  case negativeOffset
  case emptyOr
  case lacksSlash(String)
  case notAList(FieldOperator)
  case emptyList(FieldOperator)
  case tooManyValues(FieldOperator, Int)
  case valueTooLarge(FieldPath, ofElements: Bool)
  case severalNegations
  case notInWithDisjunction
  case nameFilterNotAKey
  case nameArrayContains
  case nameEqualityWithInequality
  case kindlessFilter(FieldPath)
  case kindlessOrder
  case groupBelowDocument
  case fieldsAfterName([FieldPath])
  case duplicateOrder(FieldPath)
  case orderAfterName
  case cursorTooLong
  case cursorNotAReference
  case tooManyDisjunctions(Int)
  case severalArrayContains
  case tooManyInequalityFields([FieldPath])
  case tooManyComponents(filters: Int, orders: Int, hasAncestor: Bool)
  case nearest(NearestRefusal)
}

/// Why the service refuses a vector search.
enum NearestRefusal: Hashable, Sendable {
  case limit
  case vectorType
  case emptyVector
  case vectorTooLong
  case reservedResultField(String)
  case threshold
  case withQueryLimit
  case withOffset
  case withCursor
}

extension QueryRefusal {
  var rule: QueryRule? {
    switch self {
    case .tooManyDisjunctions: .numberOfDisjunctions
    case .orderAfterName: .orderAfterName
    case .cursorTooLong: .cursorLength
    case .cursorNotAReference: .cursorOfName
    case .severalNegations, .notInWithDisjunction: .negations
    case .severalArrayContains: .numberOfArrayContains
    case .negativeLimit, .negativeOffset, .emptyOr, .lacksSlash, .notAList, .emptyList, .tooManyValues,
      .valueTooLarge, .nameFilterNotAKey,
      .nameArrayContains, .nameEqualityWithInequality, .kindlessFilter, .kindlessOrder, .groupBelowDocument,
      .fieldsAfterName, .duplicateOrder, .tooManyInequalityFields, .tooManyComponents, .nearest:
      nil
    }
  }

  /// Production's text, observed in recordings except where noted.
  var message: String {
    switch self {
    case .negativeLimit: "limit is negative"
    case .negativeOffset: "offset is negative"
    case .emptyOr: "Composite filter must have at least one sub-filter."
    case .lacksSlash(let name): "Document parent name \"\(name)\" lacks \"/\" at index \(name.utf8.count)."
    case .notAList(let op): "'\(op.rawValue)' requires an ArrayValue."
    // "an non-empty" is production's own grammar.
    case .emptyList(let op): "'\(op.rawValue)' requires an non-empty ArrayValue."
    case .tooManyValues(let op, let maximum): "'\(op.rawValue)' supports up to \(maximum) comparison values."
    case .valueTooLarge(let path, let ofElements):
      "value for \(path)\(ofElements ? "[*]" : "") is too large to be used in a query"
    case .severalNegations:
      "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query."
    case .notInWithDisjunction:
      "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'."
    case .nameFilterNotAKey: "__key__ filter value must be a Key"
    case .nameArrayContains: "the name __key__ is reserved"
    case .nameEqualityWithInequality:
      "Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities."
    case .kindlessFilter(let path): "kind is required for filter: \(path)"
    case .kindlessOrder: "kind is required for all orders except __key__ ascending"
    case .groupBelowDocument: "collection group queries are only allowed at the root parent"
    case .fieldsAfterName(let fields):
      "This query requires an index with fields [\(fields.map(\.description).joined(separator: ", "))] after __name__ and "
        + "Firestore does not currently support such an index. Please try the query again with additional ordering on "
        + "those fields."
    case .duplicateOrder(let path): "order by clause cannot contain duplicate fields \(backendName(path))"
    case .orderAfterName: "order by clause cannot contain more fields after the key"
    case .cursorTooLong: "Cursor has too many values."
    case .cursorNotAReference: "Cursor __key__ value is not a document reference."
    case .tooManyDisjunctions(let count):
      "Too many disjunctions after normalization. Result had \(count) disjunctions which is more than the maximum of "
        + "\(QueryLimits.disjunctions)"
    case .severalArrayContains: "A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction."
    // Production lists the fields in an internal hash order.
    case .tooManyInequalityFields(let fields):
      "The query contains \(fields.count) distinct inequality fields: "
        + "[\(fields.map(backendName).joined(separator: ", "))]. A query may not have more than "
        + "\(QueryLimits.inequalityFields) distinct inequality fields."
    case .tooManyComponents(let filters, let orders, let hasAncestor):
      "The query may not have more than \(QueryLimits.components) filters + sort orders + ancestor total. Currently "
        + "there are \(filters) filters, \(orders) sort orders, and \(hasAncestor ? "one" : "no") ancestor filter."
    case .nearest(let refusal): refusal.message
    }
  }

  /// The backend's own name of the document name leaks into messages.
  private func backendName(_ path: FieldPath) -> String { path.isDocumentName ? "__key__" : path.description }
}

extension NearestRefusal {
  var message: String {
    switch self {
    case .limit: "FindNearest.limit must be a positive integer of no more than \(QueryLimits.nearestNeighbours)"
    case .vectorType: "Query Value must be of type vector."
    case .emptyVector: "Cannot have a zero length vector."
    // Not observed; the limit is documented.
    case .vectorTooLong: "Cannot have a vector of more than \(WriteLimits.vectorDimension) dimensions."
    case .reservedResultField(let name): "The distanceResultField.property.name \"\(name)\" is reserved."
    case .threshold: "distanceThreshold must be a finite number."
    case .withQueryLimit: "A query limit cannot be used with FindNearest"
    case .withOffset: "A query offset cannot be used with FindNearest"
    case .withCursor: "A cursor cannot be used with FindNearest"
    }
  }
}
