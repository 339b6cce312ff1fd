import FirestoreModel
import FirestoreRulesEvaluator
import QueryModel

/// What the filters on `__name__` say about the documents of a branch.
struct NameConstraints {
  /// The document id.
  private(set) var id: AbstractValue
  /// The one document that the branch can return.
  private(set) var pinned: DocumentPath?
  /// Whether no document of the source satisfies the filters.
  private(set) var isEmpty = false

  init(_ branch: Conjunction, in source: QuerySource) {
    id = .described(NameConstraints.anyID)
    let tests = branch.predicates.filter(\.path.isDocumentName).map(\.test)
    for case .equal(.value(.reference(let name))) in tests {
      if let other = pinned, other != name.path { isEmpty = true }
      pinned = pinned ?? name.path
    }
    if let pinned {
      id = .oneOf([.string(pinned.id)])
      isEmpty = isEmpty || !source.covers(pinned) || !branch.holdsForName(of: pinned)
      return
    }
    guard !source.allDescendants, source.collectionID?.literal != nil, let parent = source.parent.literals else {
      return
    }
    describe(tests, collection: parent + [source.collectionID?.literal].compactMap(\.self))
  }

  /// Ranges of ids in one collection.
  private mutating func describe(_ tests: [Predicate.Test], collection: [Text]) {
    var bounds = Bounds()
    var description = NameConstraints.anyID
    for test in tests {
      switch test {
      case .greaterThan(let operand): bounds.raise(operand.id(in: collection), isIncluded: false)
      case .greaterThanOrEqual(let operand): bounds.raise(operand.id(in: collection), isIncluded: true)
      case .lessThan(let operand): bounds.reduce(operand.id(in: collection), isIncluded: false)
      case .lessThanOrEqual(let operand): bounds.reduce(operand.id(in: collection), isIncluded: true)
      case .notEqual(let operand): description.exclude(operand.id(in: collection))
      case .notIn(let operands): for operand in operands { description.exclude(operand.id(in: collection)) }
      case .equal, .contains, .isNull, .isNaN, .isNotNull, .isNotNaN, .notInUnknown: break
      }
    }
    // Numeric ids come before all others: below an upper bound alone there may be any of them, whatever their text.
    if bounds.lower == nil, case .string(let text)? = bounds.upper?.value, text < NameConstraints.aboveNumericIDs {
      bounds.upper = nil
    }
    if bounds.lower != nil || bounds.upper != nil { description.bounds = bounds }
    id = .described(description)
  }

  /// Ids are not empty.
  private static var anyID: ValueDescription {
    var description = ValueDescription(.string)
    description.minimumCount = 1
    return description
  }

  /// Numeric ids are `__id`, perhaps a minus, digits and `__`.
  private static let aboveNumericIDs: Text = "__id:"
}

extension Bounds {
  fileprivate mutating func raise(_ id: Text?, isIncluded: Bool) {
    guard let id, id.ordersAsText else { return }
    if case .string(let old)? = lower?.value, old > id || (old == id && isIncluded) { return }
    lower = Bound(value: .string(id), isIncluded: isIncluded)
  }

  fileprivate mutating func reduce(_ id: Text?, isIncluded: Bool) {
    guard let id, id.ordersAsText else { return }
    if case .string(let old)? = upper?.value, old < id || (old == id && isIncluded) { return }
    upper = Bound(value: .string(id), isIncluded: isIncluded)
  }
}

extension ValueDescription {
  fileprivate mutating func exclude(_ id: Text?) {
    if let id { excluded.append(.string(id)) }
  }
}

extension Text {
  /// Whether names of this id are ordered by its bytes, and rules order it in the same way.
  fileprivate var ordersAsText: Bool {
    !(string.hasPrefix("__id") && string.hasSuffix("__")) && string.unicodeScalars.allSatisfy { $0.value < 0xD800 }
  }
}

extension Operand {
  /// The document id, when the operand names a document of the collection.
  fileprivate func id(in collection: [Text]) -> Text? {
    guard case .value(.reference(let name)) = self, name.path.collection.segments == collection else { return nil }
    return name.path.id
  }
}

extension Conjunction {
  fileprivate func holdsForName(of path: DocumentPath) -> Bool {
    let names = Conjunction(predicates.filter(\.path.isDocumentName))
    return names.holds(for: RulesDocument(path: path, fields: MapValue()))
  }
}
