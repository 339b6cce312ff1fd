import Diagnostics
import QueryModel

/// Objects of the SDKs that only lead to something else: Authentication, the Realtime Database, FirebaseUI's builders.
enum JVMHandleCalls {
  static func call(
    _ name: String, on handle: SDKHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch handle {
    case .authentication: authentication(name)
    case .realtimeDatabase: realtime(name, arguments, scope)
    case .named(signInResult): signIn(name)
    case .named(listenOptions), .cache: listening(name, handle, arguments)
    case .named(let builder): name == "setQuery" ? query(of: builder, arguments, scope) : nil
    case .user: nil
    }
  }

  static func member(_ name: String, of handle: SDKHandle) -> ScannedValue? {
    switch (handle, name) {
    case (.authentication, "currentUser"): .handle(.user)
    case (.authentication, "uid"), (.user, "uid"): .userID
    case (.named(signInResult), "user"): .handle(.user)
    case (.named(signInResult), "result"): .handle(handle)
    case (.realtimeDatabase, "reference"): .realtime(.root)
    default: nil
    }
  }

  // MARK: - Authentication

  /// What signing in answers; its user is the signed-in one.
  private static let signInResult = "AuthResult"

  private static func authentication(_ name: String) -> SDKMeaning? {
    switch name {
    case "addAuthStateListener", "addIdTokenListener":
      return .delivery(.handle(.authentication), returnsClosureValue: false)
    case "signInAnonymously", "signInWithEmailAndPassword", "signInWithCredential", "signInWithCustomToken",
      "createUserWithEmailAndPassword", "signInWithEmailLink":
      return .value(.handle(.named(signInResult)))
    default: return nil
    }
  }

  private static func signIn(_ name: String) -> SDKMeaning? {
    switch name {
    case "addOnSuccessListener", "addOnCompleteListener", "addOnFailureListener", "addOnCanceledListener":
      .delivery(.handle(.named(signInResult)), returnsClosureValue: false)
    case "continueWith", "continueWithTask", "onSuccessTask":
      .delivery(.handle(.named(signInResult)), returnsClosureValue: true)
    default: nil
    }
  }

  // MARK: - Listeners

  /// Says which snapshots a listener gets, and from where.
  static let listenOptions = "SnapshotListenOptions.Builder"

  private static func listening(_ name: String, _ handle: SDKHandle, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "setSource": .value(.handle(arguments[0]?.value == .handle(.cache) ? .cache : .named(listenOptions)))
    case "setMetadataChanges", "setExecutor", "setActivity", "build": .value(.handle(handle))
    default: nil
    }
  }

  // MARK: - Realtime Database

  private static func realtime(
    _ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch name {
    case "getReference", "reference":
      .value(.realtime(arguments[0].map { .reference($0.value, at: $0.location) } ?? .root))
    case "getReferenceFromUrl":
      .value(
        .realtime(
          JVMRealtimeCalls.reference(
            ofAddress: arguments[0]?.value ?? .unknown(UnknownValue()), at: scope.location)))
    default: nil
    }
  }

  // MARK: - FirebaseUI

  /// Adapters listen to what `setQuery` gives them; the paging ones get one page after the other.
  private static func query(
    of builder: String, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let value = arguments[0]?.value ?? .unknown(UnknownValue())
    switch builder {
    case "FirestoreRecyclerOptions.Builder": return .request(SDKRequest(.listen, firestore(value, scope)))
    case "FirestorePagingOptions.Builder":
      guard case .query(let draft) = firestore(value, scope) else { return nil }
      return .request(SDKRequest(.get, .query(draft.applying(.limit(nil, fromEnd: false), at: scope.location))))
    case "FirebaseRecyclerOptions.Builder", "FirebaseListOptions.Builder":
      // They show the children of a location, whatever else the code says of it.
      guard case .realtime(let draft) = realtime(value, scope) else { return nil }
      return .request(SDKRequest(.listen, .realtime(draft.waiting(for: .childAdded))))
    case "DatabasePagingOptions.Builder":
      guard case .realtime(let draft) = realtime(value, scope) else { return nil }
      let count = ScannedValue.unknown(UnknownValue())
      return .request(SDKRequest(.get, .realtime(draft.ordered(by: .key).limited(toFirst: count))))
    default: return nil
    }
  }

  private static func firestore(_ value: ScannedValue, _ scope: VocabularyScope) -> ScannedValue {
    if case .query = value { return value }
    return .query(.unknown(DatabaseHandle(caller: scope.caller), at: scope.location))
  }

  private static func realtime(_ value: ScannedValue, _ scope: VocabularyScope) -> ScannedValue {
    if case .realtime = value { return value }
    return .realtime(.unknown(at: scope.location))
  }
}
