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
    case "pipeline": return .value(.query(Pipelines.begun(in: database, scope)))
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
      return read(name, .query(draft)) ?? Pipelines.step(name, draft, arguments, scope)
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
  func path(_ arguments: SDKArguments) -> SDKArguments.Argument? {
    arguments.count == 1 && arguments[0]?.label == nil ? arguments[0] : nil
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
