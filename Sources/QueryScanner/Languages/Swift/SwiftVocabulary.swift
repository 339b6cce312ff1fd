/// A vocabulary of Swift; what one of them says nothing about, another may know.
protocol SwiftVocabulary: SDKVocabulary {}

extension SwiftVocabulary {
  package func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? { nil }

  package func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? { nil }

  package func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? { nil }

  package func name(_ name: String, _ scope: VocabularyScope) -> ScannedValue? { nil }

  package func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue? { nil }
}

extension VocabularyScope {
  /// Whether words that other libraries use as well may be taken as an SDK's: the file imports it, or imports nothing,
  /// as pieces of code in documents do.
  var importsFirebase: Bool {
    imports.isEmpty || imports.contains { $0.module.hasPrefix("Firebase") }
  }

  /// Whether the file works with another database whose calls are called like Firestore's.
  var usesOtherDatabase: Bool {
    !importsFirebase && imports.contains { Self.otherDatabases.contains($0.module) }
  }

  private static let otherDatabases: Set<String> = [
    "MongoSwift", "MongoSwiftSync", "MongoKitten", "Fluent", "FluentKit", "Vapor", "RealmSwift", "GRDB", "SQLite",
    "CouchbaseLiteSwift", "Supabase", "Appwrite", "Amplify",
  ]
}

extension String {
  /// `FirebaseFirestore.Query` is `Query`: modules may stand before the names they declare.
  var withoutFirebaseModule: String {
    guard hasPrefix("Firebase"), let dot = firstIndex(of: ".") else { return self }
    return String(self[index(after: dot)...])
  }
}
