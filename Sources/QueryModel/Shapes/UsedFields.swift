package import FirestoreModel

extension Query {
  /// Fields that decide which documents are in the result, each once: filters, then orders.
  package var usedFields: [FieldPath] {
    var fields: [FieldPath] = []
    for field in (filter?.fields ?? []) + orders.map(\.path) where !fields.contains(field) { fields.append(field) }
    return fields
  }
}

extension Filter {
  package var fields: [FieldPath] {
    switch self {
    case .field(let filter): [filter.path]
    case .unary(let filter): [filter.path]
    case .and(let parts), .or(let parts): parts.flatMap(\.fields)
    }
  }
}
