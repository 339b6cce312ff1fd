extension ScannedRequest.Caller {
  /// By the modules that a file imports: those of servers ask as an administrator.
  init(imports modules: [String]) {
    let isAdmin = modules.contains { name in
      let module = name.lowercased()
      return Self.adminModules.contains { module.hasPrefix($0) }
    }
    self = isAdmin ? .admin : .client
  }

  private static let adminModules = [
    "firebase-admin", "firebase_admin", "@google-cloud/firestore", "google.cloud", "com.google.cloud.firestore",
    "com.google.firebase.cloud", "com.google.firebase.database.core", "firebase-functions",
    "package:dart_firebase_admin",
    "package:firebase_admin", "package:googleapis", "com.google.auth.oauth2", "com.google.api.core",
  ]
}
