/// Who is signed in: the way from `getAuth()` to the user's own id.
enum AuthenticationWords {
  static func call(_ name: ImportedName, _ arguments: SDKArguments) -> SDKMeaning? {
    guard name.module?.isServer != true else { return nil }
    // `auth()` of the namespaced SDKs.
    guard let function = name.path.first else { return .value(.handle(.authentication)) }
    switch function {
    case "getAuth", "initializeAuth": return .value(.handle(.authentication))
    case "onAuthStateChanged", "onIdTokenChanged", "beforeAuthStateChanged":
      return .delivery(.handle(.user), returnsClosureValue: false)
    // RxFire and AngularFire.
    case "authState", "user", "idToken": return name.module == .authentication ? .value(.handle(.user)) : nil
    case "signInWithPopup", "signInWithEmailAndPassword", "createUserWithEmailAndPassword", "signInAnonymously",
      "signInWithCredential", "signInWithCustomToken", "signInWithRedirect", "getRedirectResult", "signInWithEmailLink",
      "linkWithCredential", "linkWithPopup", "reauthenticateWithCredential":
      return .value(credential)
    default: return nil
    }
  }

  private static let credential = ScannedValue.record([ScannedEntry("user", .handle(.user))])

  static func call(
    _ name: String, on receiver: ScannedValue, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    guard isAuthentication(receiver, scope) else { return nil }
    switch name {
    case "onAuthStateChanged", "onIdTokenChanged": return .delivery(.handle(.user), returnsClosureValue: false)
    case "signInWithPopup", "signInWithEmailAndPassword", "createUserWithEmailAndPassword", "signInAnonymously",
      "signInWithCredential", "signInWithCustomToken", "signInWithEmailLink", "getRedirectResult":
      return .value(credential)
    default: return nil
    }
  }

  static func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    switch (receiver, name) {
    case (.handle(.user), "uid"): return .userID
    // Vue's refs and stores keep what they hold in these.
    case (.handle(.user), "value"), (.handle(.user), "current"), (.handle(.user), "data"): return receiver
    case (_, "currentUser") where isAuthentication(receiver, scope): return .handle(.user)
    // AngularFire's observables.
    case (_, "authState"), (_, "user"), (_, "user$"), (_, "authState$"):
      return receiver == .handle(.authentication) ? .handle(.user) : nil
    default: return nil
    }
  }

  private static func isAuthentication(_ value: ScannedValue, _ scope: VocabularyScope) -> Bool {
    switch value {
    case .handle(.authentication): return true
    case .unknown(let unknown):
      guard scope.caller != .admin, scope.imports.mayBeFirebase else { return false }
      if let type = unknown.type?.lastName { return type == "Auth" || type == "AngularFireAuth" }
      guard let name = unknown.name?.lowercased() else { return false }
      // What a hook of the app's own gives may be anybody.
      return name.hasSuffix("auth") && !name.hasPrefix("use") && !name.hasPrefix("get")
    default: return false
    }
  }
}
