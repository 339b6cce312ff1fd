import FirestoreModel
import FirestoreRulesEvaluator
import QueryModel

extension ListQuery {
  /// Whether the query could return the document: it satisfies a branch and has every ordered field. Operands that are
  /// not known may be any value.
  ///
  /// This is the meaning of queries without limit, offset and cursors, which never decide a proof.
  func couldReturn(_ document: RulesDocument) -> Bool {
    source.covers(document.path) && orderedFields.allSatisfy { document.fields[$0] != nil }
      && branches.contains { $0.holds(for: document) }
  }
}

extension Conjunction {
  func holds(for document: RulesDocument) -> Bool {
    predicates.allSatisfy { predicate in
      if predicate.path.isDocumentName { return predicate.test.holds(forName: document.path) }
      guard let value = document.fields[predicate.path] else { return false }
      return predicate.test.holds(for: value)
    }
  }
}

extension QuerySource {
  /// Whether a document of this path lies in the collection or collection group; segments that are not known fit all.
  func covers(_ path: DocumentPath) -> Bool {
    let collection = path.collection.segments
    let parents = parent.segments
    guard collection.count > parents.count, zip(parents, collection).allSatisfy({ $0.fits($1) }) else { return false }
    if !allDescendants, collection.count != parents.count + 1 { return false }
    guard let id = collectionID else { return true }
    return id.fits(collection[collection.count - 1])
  }
}

extension PathSegment {
  fileprivate func fits(_ id: Text) -> Bool { literal.map { $0 == id } ?? true }
}

extension Predicate.Test {
  /// Whether a document with this value can satisfy the test; an operand that is not known may be any value but null
  /// and NaN, which match nothing.
  func holds(for value: Value) -> Bool {
    switch self {
    case .isNull: return value.isNull
    case .isNaN: return value.isNaN
    case .isNotNull: return !value.isNull
    case .isNotNaN: return !value.isNull && !value.isNaN
    case .equal(let operand): return operand.canEqual(value)
    case .contains(let operand):
      guard case .array(let elements) = value else { return false }
      return elements.contains(where: operand.canEqual)
    case .lessThan(let operand): return operand.compares(value) { $0 < 0 }
    case .lessThanOrEqual(let operand): return operand.compares(value) { $0 <= 0 }
    case .greaterThan(let operand): return operand.compares(value) { $0 > 0 }
    case .greaterThanOrEqual(let operand): return operand.compares(value) { $0 >= 0 }
    case .notEqual(let operand): return !value.isNull && operand.canDiffer(from: value)
    case .notIn(let operands): return !value.isNull && operands.allSatisfy { $0.canDiffer(from: value) }
    case .notInUnknown: return !value.isNull
    }
  }

  fileprivate func holds(forName path: DocumentPath) -> Bool {
    switch self {
    case .isNull, .isNaN, .contains: false
    case .isNotNull, .isNotNaN, .notInUnknown: true
    case .equal(let operand): operand.comparesName(path) { $0 == 0 }
    case .lessThan(let operand): operand.comparesName(path) { $0 < 0 }
    case .lessThanOrEqual(let operand): operand.comparesName(path) { $0 <= 0 }
    case .greaterThan(let operand): operand.comparesName(path) { $0 > 0 }
    case .greaterThanOrEqual(let operand): operand.comparesName(path) { $0 >= 0 }
    case .notEqual(let operand): operand.comparesName(path) { $0 != 0 }
    case .notIn(let operands): operands.allSatisfy { $0.comparesName(path) { $0 != 0 } }
    }
  }
}

extension Operand {
  /// Null and NaN as operands equal nothing.
  fileprivate func canEqual(_ value: Value) -> Bool {
    switch self {
    case .value(let known): return !known.isNull && !known.isNaN && known.isEquivalent(to: value)
    case .unknown, .parameter, .expression: return !value.isNull && !value.isNaN
    case .array(let members):
      guard case .array(let elements) = value, elements.count == members.count else { return false }
      return zip(members, elements).allSatisfy { $0.canContainEqual($1) }
    case .map(let fields):
      guard case .map(let map) = value, map.count == fields.count else { return false }
      return fields.allSatisfy { field in map[field.name].map(field.operand.canContainEqual) ?? false }
    }
  }

  /// Inside arrays and maps null and NaN are values like others.
  private func canContainEqual(_ value: Value) -> Bool {
    switch self {
    case .value(let known): known.isEquivalent(to: value)
    case .unknown, .parameter, .expression: true
    case .array, .map: canEqual(value)
    }
  }

  fileprivate func canDiffer(from value: Value) -> Bool {
    guard case .value(let known) = self else { return true }
    return !known.isNull && !known.isEquivalent(to: value)
  }

  fileprivate func compares(_ value: Value, _ holds: (Int) -> Bool) -> Bool {
    if value.isNull || value.isNaN { return false }
    guard case .value(let known) = self else { return true }
    return !known.isNaN && known.typeBracket == value.typeBracket && holds(value.compared(to: known))
  }

  fileprivate func comparesName(_ path: DocumentPath, _ holds: (Int) -> Bool) -> Bool {
    guard case .value(.reference(let name)) = self else { return true }
    return holds(path.order(against: name.path))
  }
}

extension DocumentPath {
  /// In the order of names, in which numeric ids come before all others.
  fileprivate func order(against other: DocumentPath) -> Int {
    let database = DatabaseName(project: "p")
    return Value.reference(DocumentName(database: database, path: self))
      .compared(to: .reference(DocumentName(database: database, path: other)))
  }
}
