import Diagnostics
import FirestoreModel
import QueryModel

/// FirebaseFirestore for Apple platforms, with FirebaseFirestoreSwift and the Combine extensions.
package struct SwiftFirestoreVocabulary: SwiftVocabulary {
  package init() {}

  private static let listenOptions = "SnapshotListenOptions"

  package func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    let name = name.withoutFirebaseModule
    if let predicate = predicate(name, arguments, scope) { return .value(.constraint(predicate)) }
    switch name {
    case "Firestore.firestore": return .value(.database(database(arguments, scope)))
    case "FirestoreQuery": return propertyWrapper(arguments, scope)
    case "FieldPath.documentID", ".documentID": return .value(.field(.documentName))
    case "FieldPath": return .value(.field(fieldPath(arguments)))
    case Self.listenOptions: return .value(.handle(.named(name)))
    case "NSNull": return .value(.null)
    case "AggregateField.count", ".count": return .value(.aggregation(.count(upTo: nil)))
    case "AggregateField.sum", ".sum": return aggregation(arguments, Aggregation.Operator.sum)
    case "AggregateField.average", ".average": return aggregation(arguments, Aggregation.Operator.average)
    case "Timestamp", "Timestamp.now", "Date", "GeoPoint": return .value(.scalar)
    case "FieldValue.serverTimestamp", "FieldValue.delete", "FieldValue.increment", "FieldValue.arrayUnion",
      "FieldValue.arrayRemove", "FieldValue.minimum", "FieldValue.maximum", "FieldValue.vector":
      return .value(.transform)
    default: return nil
    }
  }

  package func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch receiver {
    case .database(let database): return call(name, database, arguments, scope)
    case .query(let draft): return call(name, draft, arguments, scope)
    case .document(let document): return call(name, document, arguments, scope)
    case .batch(let database):
      return atomicWrite(name, arguments, database, isBatch: true).map(SDKMeaning.request)
    case .transaction(let database):
      return atomicCall(name, arguments, database)
    case .constraint(let constraint): return call(name, constraint, arguments, scope)
    case .handle(.named(Self.listenOptions)):
      guard name == "withSource" || name == "withIncludeMetadataChanges" else { return nil }
      return .value(arguments[0]?.value == .handle(.cache) ? .handle(.cache) : receiver)
    case .handle(.cache): return name == "withIncludeMetadataChanges" ? .value(receiver) : nil
    case .result(let result):
      // The answer of `addDocument` is a reference.
      guard name == "collection", case .document = result.target, let document = result.documentReference
      else { return nil }
      return call(name, document, arguments, scope)
    case .unknown(let unknown): return callOnUnknown(name, unknown, arguments, scope)
    default: return nil
    }
  }

  package func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    switch (receiver, name) {
    case (.query(let draft), "count"):
      var counted = draft
      counted.aggregations = [Aggregation(.count(upTo: nil))]
      return .query(counted)
    case (.query(let draft), "parent"): return draft.parent
    case (.query(let draft), "firestore"): return .database(draft.database)
    case (.query(let draft), "collectionID"):
      return draft.query.source.collectionID?.literal.map { .text([.literal($0.string)]) }
    case (.document(let document), "parent"): return document.parent(at: scope.location)
    case (.document(let document), "firestore"): return .database(document.database)
    case (.document(let document), "documentID"): return document.path.segments.last.flatMap(ScannedValue.id)
    default: return nil
    }
  }

  package func request(byMember name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> SDKRequest? {
    guard name == "snapshots" else { return nil }
    switch receiver {
    case .query, .document: return SDKRequest(.listen, receiver)
    default: return nil
    }
  }

  package func name(_ name: String, _ scope: VocabularyScope) -> ScannedValue? {
    let name = name.withoutFirebaseModule
    return scope.importsFirebase && (name == ".cache" || name.namesCacheSource) ? .handle(.cache) : nil
  }

  package func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue? {
    guard scope.importsFirebase else { return nil }
    let database = DatabaseHandle(caller: scope.caller)
    switch type.name.withoutFirebaseModule {
    case "Firestore": return .database(database)
    case "Query", "CollectionReference": return .query(.unknown(database, at: scope.location))
    case "DocumentReference": return .document(.unknown(in: database))
    case "WriteBatch": return .batch(database)
    case "Transaction": return .transaction(database)
    case "Filter", "QueryPredicate": return .constraint(.unknown)
    case "FieldPath": return .field(.unknown)
    case "Timestamp", "GeoPoint": return .scalar
    default: return nil
    }
  }

  // MARK: - Values without a receiver

  private func database(_ arguments: SDKArguments, _ scope: VocabularyScope) -> DatabaseHandle {
    guard let named = arguments["database"] else { return DatabaseHandle(caller: scope.caller) }
    return DatabaseHandle(id: named.value.knownText.map { Text($0) }, caller: scope.caller)
  }

  private func fieldPath(_ arguments: SDKArguments) -> FieldPath {
    guard case .list(let list)? = arguments[0]?.value else { return .unknown }
    return ScannedValue.path(of: list.elements, isOpen: list.isOpen)
  }

  private func aggregation(
    _ arguments: SDKArguments, _ make: (FieldPath) -> Aggregation.Operator
  ) -> SDKMeaning? {
    guard arguments.count == 1, let field = arguments[0] else { return nil }
    return .value(.aggregation(make(field.value.fieldPath)))
  }

  /// `@FirestoreQuery(collectionPath:predicates:)`: the listener that a view's property stands for.
  private func propertyWrapper(_ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    guard let path = arguments["collectionPath"] else { return nil }
    let database = DatabaseHandle(caller: scope.caller)
    guard case .query(var draft) = path.value.collection(in: database, at: path.location) else { return nil }
    if let predicates = arguments["predicates"] {
      let isKnown: Bool = if case .list(let list) = predicates.value { !list.isOpen } else { false }
      for element in predicates.value.elements {
        let constraint: QueryConstraint = if case .constraint(let known) = element { known } else { .unknown }
        draft = draft.applying(constraint, at: predicates.location)
      }
      if !isKnown { draft = draft.applying(.unknown, at: predicates.location) }
    }
    return .request(SDKRequest(.listen, .query(draft)))
  }
}

extension ScannedValue {
  /// What is known of the elements of a list.
  var elements: [ScannedValue] { if case .list(let list) = self { list.elements } else { [] } }

  /// An id of a document as a value of the code.
  static func id(_ segment: PathSegment) -> ScannedValue? {
    segment.textPiece == .unknown ? nil : .text(path: [segment])
  }
}
