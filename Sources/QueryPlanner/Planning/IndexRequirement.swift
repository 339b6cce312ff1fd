package import FirestoreModel
package import IndexCatalog
package import QueryModel

/// What one disjunct asks of an index, without any value: disjuncts with equal requirements are served alike.
package struct IndexRequirement: Hashable, Sendable {
  /// A vector field behind `__name__`.
  package struct VectorField: Hashable, Sendable {
    package var path: FieldPath
    /// Nil: the query vector is not known.
    package var dimension: Int?
  }

  /// Nil: every collection.
  package var collectionGroup: Text?
  package var scope: QueryScope
  /// Sorted, without `__name__`.
  package var equalities: [FieldPath]
  package var contains: FieldPath?
  /// The order without the fields that have an equality, with the aggregated fields, ending with `__name__`.
  package var suffix: [Order]
  package var vector: VectorField?
  /// An order clause disappeared because its field has an equality.
  var droppedOrder: Bool
  var inequalityFieldCount: Int
}

extension IndexRequirement {
  /// Requirement of one conjunction of a query.
  init(
    _ conjunction: Conjunction, of query: NormalizedQuery, aggregated: [FieldPath], inequalityFieldCount: Int,
    assumptions: PlannerAssumptions
  ) {
    let equal = Set(conjunction.predicates.filter { $0.isEquality && !$0.path.isDocumentName }.map(\.path))
    let keepsOrder = assumptions.takesAlternative(.orderWithEqualityKept) && query.disjuncts.count > 1
    var suffix = keepsOrder ? query.order : query.order.filter { !equal.contains($0.path) }
    let dropped = suffix.count < query.order.count
    let name = suffix.popLast() ?? Order(.documentName)
    let covered = assumptions.takesAlternative(.aggregatedEquality) ? [] : equal
    let direction = assumptions.takesAlternative(.aggregatedDirection) ? name.direction : .ascending
    for path in aggregated where !covered.contains(path) && !suffix.contains(where: { $0.path == path }) {
      suffix.append(Order(path, direction))
    }
    collectionGroup = query.source.collectionID.map(\.groupName)
    scope = query.source.allDescendants ? .collectionGroup : .collection
    equalities = equal.sorted()
    contains = conjunction.predicates.first(where: \.isContains)?.path
    self.suffix = suffix + [name]
    vector = query.nearest.map { VectorField(path: $0.path, dimension: $0.queryVector.vectorDimension) }
    droppedOrder = dropped
    self.inequalityFieldCount = inequalityFieldCount
  }

  /// How many fields an index has to hold in front of the suffix.
  var prefixCount: Int { equalities.count + (contains == nil ? 0 : 1) }

  /// The index production names when nothing serves the disjunct: array-contains, equalities by path ascending, then
  /// the suffix. Every recorded suggestion has this form.
  package var perfectFields: [IndexField] {
    prefixFields + suffix.map { IndexField($0.path, $0.direction.mode) }
      + [vector].compactMap { $0.map { IndexField($0.path, .vector(dimension: $0.dimension ?? 0)) } }
  }

  /// The fields in front of the suffix in ``perfectFields``.
  var prefixFields: [IndexField] {
    [contains].compactMap { $0.map { IndexField($0, .contains) } } + equalities.map { IndexField($0, .ascending) }
  }
}

extension Direction {
  package var mode: IndexMode { self == .ascending ? .ascending : .descending }
}

extension PathSegment {
  /// The name by which indexes are looked up; an unknown collection has none, and its placeholder matches no index.
  var groupName: Text {
    switch self {
    case .literal(let name): name
    case .unknown: "?"
    case .parameter(let name): Text("$\(name)")
    case .expression(let source): Text("{\(source)}")
    }
  }
}

extension Operand {
  fileprivate var vectorDimension: Int? {
    switch self {
    case .value(.vector(let components)): components.count
    case .value, .unknown, .parameter, .expression, .array, .map: nil
    }
  }
}
