extension DartModels {
  /// `firebase_auth`, as far as it leads to the id of the signed-in user.
  static let authentication = """
    sdk authentication
      modules package:firebase_auth package:google_sign_in
      unbound FirebaseAuth
      caller client
      FirebaseAuth.instance -> authentication
      FirebaseAuth.instanceFor(...) -> authentication
      type FirebaseAuth -> authentication
      type User, FirebaseUser -> user
      type UserCredential, AuthResult -> credential
      authentication.currentUser, authentication.onAuthStateChanged -> user
      authentication.currentUser(), authentication.authStateChanges(), authentication.idTokenChanges() -> user
      authentication.userChanges() -> user
      authentication.signInWithCredential(...), authentication.signInWithEmailAndPassword(...) -> credential
      authentication.signInAnonymously(...), authentication.signInWithPopup(...) -> credential
      authentication.signInWithProvider(...), authentication.signInWithCustomToken(...) -> credential
      authentication.signInWithEmailLink(...), authentication.createUserWithEmailAndPassword(...) -> credential
      credential.user -> user
      credential.then(f:callable, ...) -> call(f, self)
      user.uid -> userID
      user.first, user.value, user.data -> self
      user.reload() -> self
      user.then(f:callable, ...), user.map(f:callable), user.asyncMap(f:callable) -> call(f, self)
      user.switchMap(f:callable), user.asyncExpand(f:callable), user.listen(f:callable, ...) -> call(f, self)

    """
}
