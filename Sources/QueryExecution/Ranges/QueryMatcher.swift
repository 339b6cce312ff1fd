package import FirestoreModel
package import QueryModel

/// Tells of single documents whether a query returns them when offset and limit are left aside, and in which order.
///
/// It reads the document alone, no index: a listener or a lock asks it about documents that are just being written. The
/// tests of fields, names and cursors are the very key ranges that index scans use.
package struct QueryMatcher: Sendable {
  /// One disjunct.
  fileprivate struct Alternative: Sendable {
    /// Ascending component space.
    var fields: [(path: FieldPath, allowed: IntervalSet)] = []
    var names = IntervalSet.everything
    /// Encoded elements that arrays have to contain.
    var elements: [(path: FieldPath, key: [UInt8])] = []
  }

  fileprivate struct Bound: Sendable {
    var side: CursorTest.Side
    var includesEqual: Bool
    /// All encodings equal to each value, in its order's direction.
    var equal: [KeyInterval]
  }

  private let source: SourceMatcher
  private let namesAreIDs: Bool
  private let order: [Order]
  private let vector: FieldPath?
  private let alternatives: [Alternative]
  private let bounds: [Bound]

  /// - Throws: when an operand is not known.
  package init(_ query: NormalizedQuery, database: DatabaseName) throws(UnboundOperandError) {
    let space = try NameSpace(query.source, database: database)
    source = SourceMatcher(query.source)
    namesAreIDs = query.source.collectionID != nil && !query.source.allDescendants
    order = query.order
    vector = query.nearest?.path
    var alternatives: [Alternative] = []
    for disjunct in query.disjuncts {
      if let alternative = try Alternative(disjunct, in: space) { alternatives.append(alternative) }
    }
    self.alternatives = alternatives
    var bounds: [Bound] = []
    for (cursor, side) in [(query.start, CursorTest.Side.start), (query.end, .end)] {
      if let cursor, !cursor.values.isEmpty { bounds.append(try Bound(cursor, side, query.order, in: space)) }
    }
    self.bounds = bounds
  }

  package func matches(_ document: Document) -> Bool { position(of: document) != nil }

  /// A key that sorts matching documents as the query does; nil for a document that does not match.
  ///
  /// For `limitToLast` it is the order of the scan, which is handed out backwards.
  package func position(of document: Document) -> [UInt8]? {
    guard source.contains(document.path) else { return nil }
    if let vector {
      guard case .vector? = document.fields[vector] else { return nil }
    }
    let name = nameKey(of: document.path)
    var components: [[UInt8]] = []
    for clause in order {
      guard let key = clause.path.isDocumentName ? name : document.fields[clause.path]?.componentKey else { return nil }
      components.append(clause.direction == .descending ? key.map(~) : key)
    }
    guard alternatives.contains(where: { $0.accepts(document, name: name) }) else { return nil }
    guard bounds.allSatisfy({ $0.accepts(components) }) else { return nil }
    return Array(components.joined())
  }

  private func nameKey(of path: DocumentPath) -> [UInt8] {
    var encoder = KeyEncoder()
    if namesAreIDs { encoder.append(id: path.id) } else { encoder.append(path: path) }
    return encoder.bytes
  }
}

extension QueryMatcher.Alternative {
  /// Nil when nothing can satisfy the predicates.
  fileprivate init?(_ conjunction: Conjunction, in space: NameSpace) throws(UnboundOperandError) {
    for predicate in conjunction.predicates {
      if case .contains(let operand) = predicate.test {
        let element = try operand.boundValue()
        if element.isNeverAnElement { return nil }
        elements.append((predicate.path, element.componentKey))
      } else if predicate.path.isDocumentName {
        names = names.intersection(try space.nameIntervals(predicate))
      } else {
        fields.append((predicate.path, try predicate.fieldIntervals()))
      }
    }
    if names.isEmpty || fields.contains(where: \.allowed.isEmpty) { return nil }
  }

  fileprivate func accepts(_ document: Document, name: [UInt8]) -> Bool {
    names.contains(name)
      && fields.allSatisfy { path, allowed in
        document.fields[path].map { allowed.contains($0.componentKey) } ?? false
      }
      && elements.allSatisfy { path, key in
        guard case .array(let values)? = document.fields[path] else { return false }
        return values.contains { $0.componentKey == key }
      }
  }
}

extension QueryMatcher.Bound {
  fileprivate init(
    _ cursor: Cursor, _ side: CursorTest.Side, _ order: [Order], in space: NameSpace
  ) throws(UnboundOperandError) {
    self.side = side
    includesEqual = side == .start ? cursor.before : !cursor.before
    equal = []
    for (clause, operand) in zip(order, cursor.values) {
      equal.append(try space.cursorInterval(clause, operand.boundValue()))
    }
  }

  fileprivate func accepts(_ components: [[UInt8]]) -> Bool {
    for (component, interval) in zip(components, equal) {
      if component.lexicographicallyPrecedes(interval.lower) { return side == .end }
      if let upper = interval.upper, !component.lexicographicallyPrecedes(upper) { return side == .start }
    }
    return includesEqual
  }
}

extension NameSpace {
  /// All encodings equal to a cursor value, in the order's direction; a point for a name that the source cannot hold.
  fileprivate func cursorInterval(_ order: Order, _ value: Value) -> KeyInterval {
    let ascending = order.path.isDocumentName ? namePosition(value) : .startingWith(value.componentKey)
    guard order.direction == .descending else { return ascending }
    return ascending.isEmpty ? ascending.complementedPoint : ascending.complemented
  }
}

extension Value {
  /// `array-contains` null, NaN or an array matches nothing (recorded in production; arrays cannot nest).
  fileprivate var isNeverAnElement: Bool {
    switch self {
    case .null, .array: true
    default: isNaN
    }
  }
}
