/// `firebase_auth`, as far as it leads to the id of the signed-in user.
struct DartAuthenticationVocabulary: SDKVocabulary {
  private static let credential = ScannedValue.handle(.named("UserCredential"))

  func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    scope.dart.withoutPrefix(name) == "FirebaseAuth.instanceFor" ? .value(.handle(.authentication)) : nil
  }

  func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch receiver {
    case .handle(.authentication): return authenticationCall(name)
    case .handle(.user):
      switch name {
      case "then", "map", "asyncMap", "switchMap", "asyncExpand":
        return .delivery(receiver, returnsClosureValue: true)
      case "listen": return .delivery(receiver, returnsClosureValue: false)
      case "reload": return .value(receiver)
      default: return nil
      }
    case Self.credential where name == "then": return .delivery(receiver, returnsClosureValue: true)
    default: return nil
    }
  }

  private func authenticationCall(_ name: String) -> SDKMeaning? {
    if name.hasPrefix("signIn") || name == "createUserWithEmailAndPassword" { return .value(Self.credential) }
    return switch name {
    // A call in the first versions; the streams bring the user, too.
    case "currentUser", "authStateChanges", "idTokenChanges", "userChanges": .value(.handle(.user))
    default: nil
    }
  }

  func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    switch (receiver, name) {
    case (.handle(.authentication), "currentUser"), (Self.credential, "user"): .handle(.user)
    case (.handle(.authentication), "onAuthStateChanged"), (.handle(.user), "first"): .handle(.user)
    case (.handle(.user), "uid"): .userID
    default: nil
    }
  }

  func name(_ name: String, _ scope: VocabularyScope) -> ScannedValue? {
    scope.dart.withoutPrefix(name) == "FirebaseAuth.instance" ? .handle(.authentication) : nil
  }

  func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue? {
    switch scope.dart.withoutPrefix(type.name) {
    case "FirebaseAuth": .handle(.authentication)
    case "FirebaseUser": .handle(.user)
    case "User": scope.dart.imports(["firebase_auth"]) ? .handle(.user) : nil
    case "UserCredential", "AuthResult": Self.credential
    default: nil
    }
  }
}
