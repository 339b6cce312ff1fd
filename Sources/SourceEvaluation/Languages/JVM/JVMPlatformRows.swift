extension JVMModels {
  /// Firebase's entry points, who is signed in, tasks and snapshots, adapters of FirebaseUI, and other databases.
  static let platform = """
    sdk firebase
      modules com.google.firebase com.google.firebase.ktx dev.gitlive.firebase
      Firebase.firestore -> database()
      Firebase.firestore(id) -> database(id)
      Firebase.firestore(app, id) -> database(id)
      Firebase.database -> realtimeRoot
      Firebase.database(...) -> realtimeRoot

    sdk authentication
      modules com.google.firebase.auth

    sdk firebaseui
      modules com.firebase.ui.firestore com.firebase.ui.database

    other stores
      modules com.mongodb org.bson com.arangodb org.litote.kmongo io.realm org.jetbrains.exposed javax.persistence
      modules jakarta.persistence androidx.room com.couchbase com.google.firebase.storage

    """
}
