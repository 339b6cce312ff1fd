extension SwiftModels {
  /// FirebaseAuth: whose id the signed-in user's is. `User` alone is most often the app's own model.
  static let authentication = """
    sdk auth
      modules FirebaseAuth FirebaseAuthInterop FirebaseAuthCombineSwift Firebase
      caller client
      Auth.auth(...) -> authenticated
      type Auth -> authenticated
      type AuthDataResult -> credential
      type UserInfo -> user
      authenticated.currentUser -> user
      user.uid -> userID
      credential.user -> user
      authenticated.addStateDidChangeListener(listener:function) -> scalar, calls listener(authenticated, user) many
      authenticated.addIDTokenDidChangeListener(listener:function) -> scalar, calls listener(authenticated, user) many
      authenticated.signInAnonymously(completion:function?, ...), authenticated.signIn(completion:function?, ...) -> credential, calls completion(credential, unknown)
      authenticated.signIn(provider, completion:function?, ...) -> credential, calls completion(credential, unknown)
      authenticated.createUser(completion:function?, ...) -> credential, calls completion(credential, unknown)
      user.link(completion:function?, ...), user.reauthenticate(completion:function?, ...) -> credential, calls completion(credential, unknown)

    """
}
