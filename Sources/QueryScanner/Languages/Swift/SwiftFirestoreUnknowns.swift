import Diagnostics
import QueryModel

extension SwiftFirestoreVocabulary {
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
    case "runTransaction": return scope.importsFirebase ? call(name, database, arguments, scope) : nil
    case "addDocument": return call(name, query, arguments, scope)
    default: return writeOnUnknown(name, receiver, arguments, scope)
    }
  }

  package func isUnmistakable(
    _ name: String, on receiver: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> Bool {
    guard receiver.type == nil, scope.importsFirebase else { return false }
    return ["whereField", "whereFilter", "addSnapshotListener", "collection", "collectionGroup"].contains(name)
  }

  private func writeOnUnknown(
    _ name: String, _ receiver: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let database = DatabaseHandle(caller: scope.caller)
    if arguments["forDocument"] != nil {
      return atomicWrite(name, arguments, database, isBatch: false).map(SDKMeaning.request)
    }
    guard name == "setData" || name == "updateData", scope.importsFirebase, arguments.beginsWithData,
      receiver.soundsLikeDocument
    else { return nil }
    return write(name, .unknown(in: database), arguments).map(SDKMeaning.request)
  }
}

extension UnknownValue {
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
