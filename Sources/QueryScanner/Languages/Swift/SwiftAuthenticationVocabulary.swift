/// FirebaseAuth: whose id the signed-in user's is.
package struct SwiftAuthenticationVocabulary: SwiftVocabulary {
  package init() {}

  private static let signInResult = ScannedValue.handle(.named("AuthDataResult"))

  package func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    name.withoutFirebaseModule == "Auth.auth" ? .value(.handle(.authentication)) : nil
  }

  package func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch (receiver, name) {
    case (.handle(.authentication), "addStateDidChangeListener"),
      (.handle(.authentication), "addIDTokenDidChangeListener"):
      return .delivery(.handle(.user), parameter: 1, returnsClosureValue: false)
    case (.handle(.authentication), "signIn"), (.handle(.authentication), "signInAnonymously"),
      (.handle(.authentication), "createUser"), (.handle(.user), "link"), (.handle(.user), "reauthenticate"):
      return .delivery(Self.signInResult, returnsClosureValue: false)
    default: return nil
    }
  }

  package func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    switch (receiver, name) {
    case (.handle(.authentication), "currentUser"): .handle(.user)
    case (.handle(.user), "uid"): .userID
    case (Self.signInResult, "user"): .handle(.user)
    default: nil
    }
  }

  package func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue? {
    switch type.name {
    case "Auth", "FirebaseAuth.Auth": scope.importsFirebase ? .handle(.authentication) : nil
    // `User` alone is most often the app's own model.
    case "FirebaseAuth.User", "Firebase.User", "FirebaseAuth.UserInfo": .handle(.user)
    case "AuthDataResult": Self.signInResult
    default: nil
    }
  }
}
