import FirestoreModel
import QueryModel

/// Static functions and names below classes of the SDKs: `FieldPath.documentId()`, `Filter.or(…)`,
/// `FieldValue.serverTimestamp()`, `new Timestamp(…)`.
enum FirestoreNamespaces {
  static func call(_ path: [String], _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    value(path, arguments).map(SDKMeaning.value)
  }

  private static func value(_ path: [String], _ arguments: SDKArguments) -> ScannedValue? {
    switch (path.first, path.dropFirst().first) {
    case ("FieldPath", "documentId"): return .field(.documentName)
    case ("FieldPath", nil): return fieldPath(arguments)
    case ("FieldValue", "vector"), ("vector", nil):
      // A vector search tells its dimension from it.
      if case .list? = arguments[0]?.value { return arguments[0]?.value }
      return .scalar
    case ("FieldValue", _?): return .transform
    case ("Filter", "where"), ("Filter", nil):
      return WebConstraints.filter(arguments).map { .constraint(.filter($0)) }
    case ("Filter", let name?): return WebConstraints.composite(name, arguments).map { .constraint(.filter($0)) }
    case ("AggregateField", let name?): return WebConstraints.aggregation(name, arguments)
    case ("Timestamp", _), ("GeoPoint", _), ("Bytes", _), ("Blob", _), ("VectorValue", _):
      return .scalar
    default: return nil
    }
  }

  /// `new FieldPath("a", "b.c")`: each argument is one name.
  private static func fieldPath(_ arguments: SDKArguments) -> ScannedValue? {
    guard arguments.count > 0 else { return nil }
    return .field(ScannedValue.path(of: arguments.all.map(\.value), isOpen: arguments.all.contains(where: \.isSpread)))
  }

  /// Classes that are also names: `const FieldValue = admin.firestore.FieldValue`.
  static func isNamespace(_ path: [String]) -> Bool {
    guard path.count == 1, let name = path.first else { return false }
    return ["FieldPath", "FieldValue", "Filter", "AggregateField", "Timestamp", "GeoPoint", "Bytes", "Blob"]
      .contains(name)
  }
}
