import QueryModel

/// Calls on values of which nothing is known, where the method's name alone tells that it is the SDK's: a query whose
/// origin is not read is still a query.
enum JVMUnknownReceiver {
  static func call(
    _ name: String, on unknown: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    // A value of another declared type has methods of its own, whatever they are called.
    if let type = unknown.type, !isInferred(type) { return nil }
    let database = DatabaseHandle(caller: scope.caller)
    if isQueryCall(name, arguments, scope) {
      return JVMQueryCalls.call(name, on: .unknown(database, at: scope.location), arguments, scope)
    }
    if isRealtimeCall(name, arguments, scope) {
      return JVMRealtimeCalls.call(name, on: .unknown(at: scope.location), arguments, scope)
    }
    switch name {
    case "collection", "collectionGroup":
      guard isText(arguments[0]?.value), mentionsFirebase(scope) else { return nil }
      if name == "collection", !unknown.mayBeDatabase {
        return JVMDocumentCalls.call(name, on: .unknown(in: database), arguments, scope)
      }
      return JVMDatabaseCalls.call(name, on: database, arguments, scope)
    case "getReference":
      guard isText(arguments[0]?.value), JVMPackages.mentionRealtime(scope) else { return nil }
      return JVMHandleCalls.call(name, on: .realtimeDatabase, arguments, scope)
    default: return nil
    }
  }

  /// Of what a class that is not read has made: words that, in a file that imports Firestore, are nobody else's.
  static func isUnmistakable(_ name: String, _ scope: VocabularyScope) -> Bool {
    guard !scope.imports.isEmpty, JVMPackages.mentionFirestore(scope) else { return false }
    if JVMFilters.comparisons[name] != nil { return true }
    return ["orderBy", "addSnapshotListener", "collection", "collectionGroup"].contains(name)
  }

  /// `var` and `val` say nothing of a type.
  private static func isInferred(_ type: TypeName) -> Bool { ["var", "val", "Object", "Any"].contains(type.name) }

  private static func isQueryCall(
    _ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> Bool {
    if name == "addSnapshotListener" { return true }
    // Parse's queries have methods of the same names.
    if JVMFilters.comparisons[name] != nil { return !scope.imports.contains { $0.module.hasPrefix("com.parse") } }
    switch name {
    case "orderBy":
      if case .direction? = arguments[1]?.value { return true }
      return false
    case "startAfter", "endBefore": return JVMPackages.mentionFirestore(scope)
    case "dataObjects": return mentionsFirebase(scope)
    default: return false
    }
  }

  private static func isRealtimeCall(
    _ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> Bool {
    switch name {
    case "addValueEventListener", "addListenerForSingleValueEvent", "addChildEventListener", "orderByChild": true
    case "child", "setValue", "updateChildren", "removeValue":
      // Trees of other kinds have children, too.
      !scope.imports.isEmpty && JVMPackages.mentionRealtime(scope) && (name != "child" || isText(arguments[0]?.value))
    default: false
    }
  }

  private static func mentionsFirebase(_ scope: VocabularyScope) -> Bool {
    JVMPackages.mentionFirestore(scope) || scope.imports.contains { $0.module.hasPrefix("com.google.firebase") }
  }

  private static func isText(_ value: ScannedValue?) -> Bool {
    if case .text? = value { true } else { false }
  }
}
