import Diagnostics
import QueryModel

/// Writes of their own, in batches and in transactions.
extension SwiftFirestoreVocabulary {
  func write(_ name: String, _ document: DocumentHandle, _ arguments: SDKArguments) -> SDKRequest? {
    kind(name, arguments).map { SDKRequest(.write($0), .document(document)) }
  }

  private func kind(_ name: String, _ arguments: SDKArguments) -> ScannedRequest.WriteKind? {
    switch name {
    case "setData": return arguments.isEmpty ? nil : arguments.merges ? .merge : .set
    case "updateData": return arguments.isEmpty ? nil : .update
    case "delete":
      let own = arguments.all.allSatisfy { $0.label == nil || $0.label == "completion" }
      return own && arguments.count <= 1 ? .delete : nil
    default: return nil
    }
  }

  /// A call on a transaction.
  func atomicCall(_ name: String, _ arguments: SDKArguments, _ database: DatabaseHandle) -> SDKMeaning? {
    if name == "getDocument" {
      guard let reference = arguments[0] else { return nil }
      return .request(SDKRequest(.get, reference.value.asDocument(in: database), isInTransaction: true))
    }
    return atomicWrite(name, arguments, database, isBatch: false).map { request in
      var request = request
      request.isInTransaction = true
      return .request(request)
    }
  }

  /// `setData(_:forDocument:)` and its like.
  func atomicWrite(
    _ name: String, _ arguments: SDKArguments, _ database: DatabaseHandle, isBatch: Bool
  ) -> SDKRequest? {
    let reference: SDKArguments.Argument?
    let kind: ScannedRequest.WriteKind
    switch name {
    case "setData": (reference, kind) = (arguments["forDocument"], arguments.merges ? .merge : .set)
    case "updateData": (reference, kind) = (arguments["forDocument"], .update)
    case "deleteDocument": (reference, kind) = (arguments[0], .delete)
    default: return nil
    }
    guard let reference else { return nil }
    return SDKRequest(.write(kind), reference.value.asDocument(in: database), isInBatch: isBatch)
  }
}

extension SDKArguments {
  /// `merge: true` or `mergeFields: […]`
  fileprivate var merges: Bool {
    if self["mergeFields"] != nil { return true }
    guard let merge = self["merge"] else { return false }
    return merge.value != .boolean(false)
  }
}

extension ScannedValue {
  fileprivate func asDocument(in database: DatabaseHandle) -> ScannedValue {
    switch self {
    case .document: return self
    case .result(let result): return .document(result.anyReference)
    default: return .document(.unknown(in: database))
    }
  }
}
