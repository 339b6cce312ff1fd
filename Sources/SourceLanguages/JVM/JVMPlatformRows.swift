extension JVMModels {
  /// Firebase's entry points, who is signed in, tasks and snapshots, adapters of FirebaseUI, and other databases.
  static let platform = """
    sdk firebase
      modules com.google.firebase com.google.firebase.ktx dev.gitlive.firebase
      getters
      Firebase.firestore -> database()
      Firebase.firestore(id) -> database(id)
      Firebase.firestore(app, id) -> database(id)
      Firebase.database -> realtimeRoot
      Firebase.database(...) -> realtimeRoot
      Firebase.auth -> authenticated
      Firebase.auth(...) -> authenticated
      Firebase.app, FirebaseApp.getInstance(...) -> scalar
      type FirebaseApp -> scalar

    sdk authentication
      modules com.google.firebase.auth
      getters
      FirebaseAuth.getInstance(...) -> authenticated
      type FirebaseAuth -> authenticated
      type FirebaseUser -> user
      authenticated.currentUser -> user
      authenticated.uid, user.uid -> userID
      credential.user -> user
      credential.result -> self
      authenticated.addAuthStateListener(f:callable), authenticated.addIdTokenListener(f:callable) -> null runs hand(f, self)
      authenticated.signInAnonymously(), authenticated.signInWithEmailAndPassword(...) -> credential
      authenticated.signInWithCredential(...), authenticated.signInWithCustomToken(...) -> credential
      authenticated.createUserWithEmailAndPassword(...), authenticated.signInWithEmailLink(...) -> credential

    sdk adapters
      modules com.firebase.ui.firestore com.firebase.ui.database
      getters
      handles documentOptions documentPages childOptions childPages
      FirestoreRecyclerOptions.Builder() -> documentOptions
      FirestorePagingOptions.Builder() -> documentPages
      FirebaseRecyclerOptions.Builder(), FirebaseListOptions.Builder() -> childOptions
      DatabasePagingOptions.Builder() -> childPages
      documentOptions.setQuery(q, ...) => listen q gives snapshot
      documentPages.setQuery(q, ...) => get q + limit(unknown) gives snapshot
      childOptions.setQuery(q, ...) => listen q gives snapshot, event "child_added"
      childPages.setQuery(q, ...) => get q + orderByKey + limitToFirst(unknown) gives snapshot

    other stores
      modules com.mongodb org.bson com.arangodb org.litote.kmongo io.realm org.jetbrains.exposed javax.persistence
      modules jakarta.persistence androidx.room com.couchbase com.google.firebase.storage

    """
}
