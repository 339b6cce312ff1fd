extension ScriptModels {
  /// Who is signed in, and what triggers of functions hand over.
  static let authentication = """
    sdk authentication
      modules firebase/auth firebase/auth/* firebase/compat/auth @firebase/auth @angular/fire/auth
      modules @react-native-firebase/auth rxfire/auth https://*firebase-auth* npm:firebase/auth npm:firebase@*/auth
      whole default
      bare
      caller unstated
      default(...), getAuth(...), initializeAuth(...) -> authenticated
      onAuthStateChanged(auth, next?, ...) -> null runs hand(next, user)
      onIdTokenChanged(auth, next?, ...) -> null runs hand(next, user)
      beforeAuthStateChanged(auth, next?, ...) -> null runs hand(next, user)
      authState(auth:target), user(auth:target), idToken(auth:target) -> user
      signInWithPopup(...), signInWithEmailAndPassword(...), createUserWithEmailAndPassword(...) -> credential
      signInAnonymously(...), signInWithCredential(...), signInWithCustomToken(...), signInWithRedirect(...) -> credential
      getRedirectResult(...), signInWithEmailLink(...), linkWithCredential(...), linkWithPopup(...) -> credential
      reauthenticateWithCredential(...) -> credential
      authenticated.onAuthStateChanged(next?, ...) -> null runs hand(next, user)
      authenticated.onIdTokenChanged(next?, ...) -> null runs hand(next, user)
      authenticated.signInWithPopup(...), authenticated.signInWithEmailAndPassword(...) -> credential
      authenticated.createUserWithEmailAndPassword(...), authenticated.signInAnonymously(...) -> credential
      authenticated.signInWithCredential(...), authenticated.signInWithCustomToken(...) -> credential
      authenticated.signInWithEmailLink(...), authenticated.getRedirectResult(...) -> credential
      authenticated.currentUser, authenticated.authState, authenticated.user -> user
      authenticated.user$, authenticated.authState$ -> user
      credential.user -> user
      user.uid -> userID
      user.value, user.current, user.data -> user
      type Auth, AngularFireAuth -> authenticated

    sdk authenticationAdmin
      modules firebase-admin/auth npm:firebase-admin/auth npm:firebase-admin@*/auth
      caller admin

    """

  static let functions = """
    sdk functions
      modules firebase-functions firebase-functions/*
      whole default
      caller admin
      onDocumentWritten(at, body:callable), onDocumentCreated(at, body:callable) -> null runs hand(body, trigger(at))
      onDocumentUpdated(at, body:callable), onDocumentDeleted(at, body:callable) -> null runs hand(body, trigger(at))
      onDocumentWrittenWithAuthContext(at, body:callable), onDocumentCreatedWithAuthContext(at, body:callable) -> null runs hand(body, trigger(at))
      onDocumentUpdatedWithAuthContext(at, body:callable), onDocumentDeletedWithAuthContext(at, body:callable) -> null runs hand(body, trigger(at))
      onValueWritten(at, body:callable), onValueCreated(at, body:callable) -> null runs hand(body, trigger(realtimeReference(at)))
      onValueUpdated(at, body:callable), onValueDeleted(at, body:callable) -> null runs hand(body, trigger(realtimeReference(at)))
      document(path) -> triggered(path)
      ref(path) -> triggered(realtimeReference(path))
      instance(...) -> functionsBuilder
      region(...), runWith(...) -> functionsBuilder
      functionsBuilder.region(...), functionsBuilder.runWith(...) -> self
      functionsBuilder.firestore, functionsBuilder.database -> functionsBuilder
      functionsBuilder.instance(...), functionsBuilder.namespace(...) -> self
      functionsBuilder.document(path) -> triggered(path)
      functionsBuilder.ref(path) -> triggered(realtimeReference(path))
      triggered.onCreate(body:callable), triggered.onUpdate(body:callable) -> null runs hand(body, change(self), unknown)
      triggered.onDelete(body:callable), triggered.onWrite(body:callable) -> null runs hand(body, change(self), unknown)

    """
}
