import Diagnostics
import FirestoreModel
import QueryModel

extension SwiftFirestoreVocabulary {
  func call(
    _ name: String, _ database: DatabaseHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch name {
    case "collection":
      return path(arguments).map { .value($0.value.collection(in: database, at: $0.location)) }
    case "collectionGroup":
      return path(arguments).map { .value($0.value.collectionGroup(in: database, at: $0.location)) }
    case "document": return path(arguments).map { .value($0.value.document(in: database)) }
    case "batch": return arguments.count == 0 ? .value(.batch(database)) : nil
    case "runTransaction": return .transaction(database, isBatch: false)
    case "getQuery":
      return .delivery(.query(.unknown(database, at: scope.location)), returnsClosureValue: false)
    case "pipeline": return .value(.query(pipeline(database, scope)))
    default: return nil
    }
  }

  func call(
    _ name: String, _ draft: QueryDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    if let constraint = constraint(name, arguments) {
      return .value(.query(draft.applying(constraint, at: arguments[0]?.location ?? scope.location)))
    }
    switch name {
    case "document": return .value(.document(arguments[0]?.value, of: draft))
    case "addDocument":
      guard !arguments.isEmpty, arguments[0]?.label == "data" || arguments[0]?.label == "from" else { return nil }
      return .request(SDKRequest(.write(.create), .document(nil, of: draft)))
    case "getAggregation": return .request(SDKRequest(.aggregate, .query(draft)))
    case "aggregate": return .value(.query(draft.aggregating(arguments[0], at: scope.location)))
    default:
      return read(name, .query(draft)) ?? pipelineStep(name, draft, arguments, scope)
    }
  }

  func call(
    _ name: String, _ document: DocumentHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    if name == "collection" {
      return path(arguments).map { .value($0.value.collection(below: document, at: $0.location)) }
    }
    return read(name, .document(document)) ?? write(name, document, arguments).map(SDKMeaning.request)
  }

  /// A constraint that other constraints follow: a piece of a query whose beginning is not shown.
  func call(
    _ name: String, _ first: QueryConstraint, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    guard scope.imports.isEmpty else { return nil }
    let draft = QueryDraft.unknown(DatabaseHandle(caller: scope.caller), at: scope.location)
    return call(name, draft.applying(first, at: scope.location), arguments, scope)
  }

  /// The reads that queries and documents share, and those of one of them. Other signatures than the SDK's are those of
  /// extensions that are declared elsewhere; the code's own are asked before.
  private func read(_ name: String, _ target: ScannedValue) -> SDKMeaning? {
    let isDocument: Bool = if case .document = target { true } else { false }
    switch name {
    case "getDocuments": return isDocument ? nil : .request(SDKRequest(.get, target))
    case "getDocument": return isDocument ? .request(SDKRequest(.get, target)) : nil
    case "addSnapshotListener", "snapshotPublisher", "snapshots", "snapshotSequence":
      return .request(SDKRequest(.listen, target))
    default: return nil
    }
  }

  /// The one path that these calls take; other signatures are the app's own.
  private func path(_ arguments: SDKArguments) -> SDKArguments.Argument? {
    arguments.count == 1 && arguments[0]?.label == nil ? arguments[0] : nil
  }

  /// Calls whose receiver is declared outside of what is read: taken for Firestore's where the words leave no doubt.
  func callOnUnknown(
    _ name: String, _ receiver: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    guard !scope.usesOtherDatabase else { return nil }
    let database = DatabaseHandle(caller: scope.caller)
    let query = QueryDraft.unknown(database, at: scope.location)
    switch name {
    case "collection", "collectionGroup":
      // Only a text makes it sure that the receiver is neither a view nor a list.
      guard scope.importsFirebase || arguments[0]?.value.pathSegments != nil else { return nil }
      // Documents have collections, too.
      if name == "collection", !receiver.soundsLikeDatabase {
        return call(name, DocumentHandle.unknown(in: database), arguments, scope)
      }
      return call(name, database, arguments, scope)
    case "whereField", "whereFilter", "addSnapshotListener":
      return call(name, query, arguments, scope)
    case "order", "limit", "start", "end":
      // Players start at a time, too.
      guard scope.importsFirebase, arguments.areOnlyOfQueries || receiver.soundsLikeQuery else { return nil }
      return call(name, query, arguments, scope)
    case "getDocuments":
      guard scope.importsFirebase, arguments.hasOnly(["source", "completion"]) else { return nil }
      return call(name, query, arguments, scope)
    case "getDocument":
      guard scope.importsFirebase, arguments.hasOnly(["source", "completion", "as"]) else { return nil }
      return call(name, DocumentHandle.unknown(in: database), arguments, scope)
    case "document":
      guard scope.importsFirebase, arguments.isEmpty || path(arguments) != nil else { return nil }
      if case .integer? = arguments[0]?.value { return nil }
      return .value(.document(.unknown(in: database)))
    case "addDocument": return call(name, query, arguments, scope)
    case "setData", "updateData", "deleteDocument":
      if arguments["forDocument"] != nil {
        return atomicWrite(name, arguments, database, isBatch: false).map(SDKMeaning.request)
      }
      guard scope.importsFirebase, arguments.beginsWithData, receiver.soundsLikeDocument else { return nil }
      return write(name, .unknown(in: database), arguments).map(SDKMeaning.request)
    case "runTransaction": return scope.importsFirebase ? call(name, database, arguments, scope) : nil
    default: return nil
    }
  }
}

extension UnknownValue {
  /// What apps call their database, as opposed to their documents.
  fileprivate var soundsLikeDatabase: Bool {
    guard let word = name?.lowercased().drop(while: { $0 == "_" }) else { return false }
    return ["db", "firestore", "database", "store", "fs", "shared", "instance"].contains { word.hasSuffix($0) }
      || word.hasPrefix("db") || word.hasPrefix("firestore")
  }

  /// What apps call their queries and collections.
  fileprivate var soundsLikeQuery: Bool {
    guard let word = name?.lowercased() else { return true }
    return soundsLikeDatabase || ["query", "ref", "collection"].contains { word.contains($0) }
  }

  fileprivate var soundsLikeDocument: Bool {
    guard let word = name?.lowercased() else { return true }
    return ["doc", "ref"].contains { word.contains($0) }
  }
}

extension SDKArguments {
  var isEmpty: Bool { all.isEmpty }

  /// Labels that nothing but queries takes.
  fileprivate var areOnlyOfQueries: Bool {
    let labels = ["descending", "toLast", "afterDocument", "atDocument", "beforeDocument"]
    return all.contains { $0.label.map(labels.contains) ?? false }
  }

  /// A dictionary, or the label of a model.
  fileprivate var beginsWithData: Bool {
    guard let first = all.first else { return false }
    if case .record = first.value { return first.label == nil }
    return first.label == "from"
  }

  /// Whether all labels are among these, and what has none is at most one closure.
  fileprivate func hasOnly(_ known: Set<String>) -> Bool {
    let unlabelled = all.filter { $0.label == nil }
    let isClosure = unlabelled.allSatisfy { argument in
      switch argument.value {
      case .function, .unknown: true
      default: false
      }
    }
    return unlabelled.count <= 1 && isClosure && all.allSatisfy { $0.label.map(known.contains) ?? true }
  }
}

extension QueryDraft {
  /// `aggregate([…])`
  fileprivate func aggregating(_ fields: SDKArguments.Argument?, at location: SourceLocation) -> QueryDraft {
    var draft = self
    let elements = fields?.value.elements ?? []
    draft.aggregations = elements.compactMap { if case .aggregation(let op) = $0 { Aggregation(op) } else { nil } }
    let isWhole: Bool = if case .list(let list)? = fields?.value { !list.isOpen } else { false }
    if !isWhole || draft.aggregations.count != elements.count {
      draft.unresolved.append(UnresolvedPart(.aggregation, at: fields?.location ?? location))
      draft.unresolved.sort()
    }
    return draft
  }
}
