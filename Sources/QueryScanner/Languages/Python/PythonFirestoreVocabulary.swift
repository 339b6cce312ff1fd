import FirestoreModel
import QueryModel

/// The words of `google-cloud-firestore`, which `firebase_admin.firestore` hands out. Rules never apply to it.
struct PythonFirestoreVocabulary: SDKVocabulary {
  /// `client.bulk_writer()`: writes of their own, no batch.
  static let bulkWriter = "BulkWriter"

  func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    guard let word = scope.python.firestoreName(name) else { return unboundCall(name, arguments, scope) }
    switch word {
    case "Client", "AsyncClient": return .value(.database(Self.database(arguments["database"])))
    case "client":
      return .value(.database(Self.database(arguments["database_id"] ?? (arguments.count > 1 ? arguments[1] : nil))))
    case "Client.from_service_account_json", "Client.from_service_account_info",
      "AsyncClient.from_service_account_json", "AsyncClient.from_service_account_info":
      return .value(.database(Self.database(arguments["database"])))
    case "Increment", "ArrayUnion", "ArrayRemove", "Maximum", "Minimum": return .value(.transform)
    case "GeoPoint", "Vector": return .value(.scalar)
    case "FieldPath": return .value(.field(Self.path(of: arguments)))
    case "FieldPath.document_id": return .value(.field(.documentName))
    case "FieldFilter", "And", "Or", "BaseCompositeFilter":
      return .value(.constraint(.filter(PythonFilters.composed(word, arguments))))
    case "AggregationQuery", "AsyncAggregationQuery":
      return PythonAggregations.query(of: (arguments["nested_query"] ?? arguments[0])?.value).map { .value(.query($0)) }
    case "CountAggregation", "SumAggregation", "AvgAggregation":
      return .value(.aggregation(PythonAggregations.operation(word, arguments)))
    default: return nil
    }
  }

  /// What the language itself does with lists and futures, and names that stand in a piece without imports.
  private func unboundCall(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    switch name {
    case "FieldFilter": return .value(.constraint(.filter(PythonFilters.composed(name, arguments))))
    default: return PythonResults.functionCall(name, arguments)
    }
  }

  func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch receiver {
    case .database(let database): PythonReferences.call(name, on: database, arguments, scope)
    case .query(let draft): PythonQueries.call(name, on: draft, arguments, scope)
    case .document(let document): PythonReferences.call(name, on: document, arguments, scope)
    case .batch(let database): PythonReferences.batchCall(name, database, arguments)
    case .transaction(let database): PythonReferences.transactionCall(name, database, arguments)
    case .handle(.named(Self.bulkWriter)): PythonReferences.bulkCall(name, arguments)
    case .result(let result):
      if case .realtime = result.target { nil } else { PythonResults.call(name, on: result, arguments, scope) }
    case .text(let pieces): PythonTexts.call(name, on: pieces, arguments)
    case .list: PythonResults.listCall(name, on: receiver, arguments)
    case .unknown(let unknown): unknownCall(name, on: unknown, arguments, scope)
    default: nil
    }
  }

  func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    switch receiver {
    case .query(let draft): PythonQueries.member(name, of: draft)
    case .document(let document): PythonReferences.member(name, of: document)
    case .result(let result): PythonResults.member(name, of: result)
    case .unknown(let unknown):
      name == "reference" && unknown.type?.name.hasSuffix("DocumentSnapshot") == true
        ? .document(.unknown(in: Self.database(nil))) : nil
    default: nil
    }
  }

  func name(_ name: String, _ scope: VocabularyScope) -> ScannedValue? {
    switch scope.python.firestoreName(name) {
    case "Query.DESCENDING", "AsyncQuery.DESCENDING", "CollectionGroup.DESCENDING": .direction(.descending)
    case "Query.ASCENDING", "AsyncQuery.ASCENDING", "CollectionGroup.ASCENDING": .direction(.ascending)
    case "SERVER_TIMESTAMP", "DELETE_FIELD": .transform
    case "DistanceMeasure.EUCLIDEAN": .text([.literal("EUCLIDEAN")])
    case "DistanceMeasure.COSINE": .text([.literal("COSINE")])
    case "DistanceMeasure.DOT_PRODUCT": .text([.literal("DOT_PRODUCT")])
    case "FieldPath.DOCUMENT_ID": .field(.documentName)
    default: nil
    }
  }

  func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue? {
    let database = Self.database(nil)
    switch scope.python.firestoreName(type.name) {
    case "Client", "AsyncClient", "client": return .database(database)
    case "CollectionReference", "AsyncCollectionReference", "Query", "AsyncQuery", "CollectionGroup", "BaseQuery":
      return .query(.unknown(database, at: scope.location))
    case "DocumentReference", "AsyncDocumentReference": return .document(.unknown(in: database))
    case "Transaction", "AsyncTransaction": return .transaction(database)
    case "WriteBatch", "AsyncWriteBatch": return .batch(database)
    case "BulkWriter": return .handle(.named(Self.bulkWriter))
    default: return type.name == PythonTransactions.parameterType ? .transaction(database) : nil
    }
  }

  // MARK: - What nothing is known of

  /// Calls on a client that comes from elsewhere: the words of the SDK are enough to know what they are.
  private func unknownCall(
    _ name: String, on unknown: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let database = Self.database(nil)
    let query = QueryDraft.unknown(database, at: scope.location)
    switch name {
    case "collection", "collection_group":
      let isPath = arguments.count > 0 && arguments.all.allSatisfy { $0.label == nil || $0.label == "collection_id" }
      guard isPath, scope.python.mayBeFirestore(unknown), arguments[0]?.value.pathSegments != nil else { return nil }
      if name == "collection", !unknown.mayBeDatabase {
        return PythonReferences.call(name, on: .unknown(in: database), arguments, scope)
      }
      return PythonReferences.call(name, on: database, arguments, scope)
    case "document":
      guard scope.python.mayBeFirestore(unknown), let first = arguments[0]?.value.pathSegments,
        first.count > 1 || arguments.count > 1, arguments.labels.allSatisfy({ $0 == nil })
      else { return nil }
      return PythonReferences.call(name, on: database, arguments, scope)
    case "where":
      guard PythonFilters.isComparison(arguments), scope.python.mayBeFirestore(unknown),
        scope.python.importsFirestore || PythonFilters.isOnlyOfFirestore(arguments) || unknown.isQueryParameter
      else { return nil }
      return PythonQueries.call(name, on: query, arguments, scope)
    case "order_by":
      guard let direction = arguments["direction"]?.value, scope.python.mayBeFirestore(unknown),
        scope.python.importsFirestore || direction.isDirection
      else { return nil }
      return PythonQueries.call(name, on: query, arguments, scope)
    case "on_snapshot":
      return scope.python.importsFirestore ? .request(SDKRequest(.listen, .query(query))) : nil
    default: return PythonResults.listCall(name, on: .unknown(unknown), arguments)
    }
  }

  func isUnmistakable(
    _ name: String, on receiver: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> Bool {
    guard receiver.type == nil, scope.python.importsFirestore else { return false }
    return ["where", "order_by", "collection", "collection_group"].contains(name)
  }

  // MARK: - Single values

  private static func database(_ id: SDKArguments.Argument?) -> DatabaseHandle {
    guard let id, id.value != .null else { return DatabaseHandle(caller: .admin) }
    return DatabaseHandle(id: id.value.knownText.map { Text($0) }, caller: .admin)
  }

  private static func path(of names: SDKArguments) -> FieldPath {
    ScannedValue.path(of: names.all.map(\.value), isOpen: names.all.contains(where: \.isSpread))
  }
}

extension UnknownValue {
  /// Called like a query by the function that gets it.
  fileprivate var isQueryParameter: Bool {
    guard cause == .parameter, let name = name?.lowercased() else { return false }
    return ["query", "ref", "collection"].contains { name.contains($0) }
  }
}

extension ScannedValue {
  /// Builders of SQL say `desc`.
  fileprivate var isDirection: Bool {
    if case .direction = self { return true }
    return knownText == "DESCENDING" || knownText == "ASCENDING"
  }
}
