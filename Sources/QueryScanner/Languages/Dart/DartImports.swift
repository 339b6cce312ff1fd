/// What the imports of a Dart file say about its names.
struct DartImports {
  let imports: [Import]

  /// A file without any import is a piece of a document, or a part of another file.
  var importsFirestore: Bool { imports.isEmpty || imports(["cloud_firestore", "firedart", "dart_firebase_admin"]) }

  /// `Query` is a class of both databases' packages.
  var importsRealtimeOnly: Bool { imports(["firebase_database"]) && !imports(["cloud_firestore"]) }

  /// Stores whose clients have collections, too.
  private var importsOtherStore: Bool {
    imports(["pocketbase", "mongo_dart", "appwrite", "supabase", "supabase_flutter", "realm", "isar", "localstore"])
  }

  /// Whether a value of which nothing is known may be Firestore's: where another store is imported, only one that is
  /// handed to code that imports Firestore as well.
  func mayBeFirestore(_ unknown: UnknownValue) -> Bool {
    !importsOtherStore || (importsFirestore && unknown.cause == .parameter)
  }

  /// A package that is no SDK's: what it declares under the same names is something else.
  static func isElsewhere(_ module: String) -> Bool {
    module.hasPrefix("package:") && !["fire", "google"].contains { module.contains($0) }
  }

  func imports(_ packages: Set<String>) -> Bool {
    imports.contains { item in
      guard item.module.hasPrefix("package:") else { return false }
      return packages.contains(String(item.module.dropFirst("package:".count).prefix { $0 != "/" }))
    }
  }

  /// `fs.FieldPath` is `FieldPath` where `fs` is the prefix of an import.
  func withoutPrefix(_ name: String) -> String {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return name }
    let first = String(name[..<dot])
    let isPrefix = imports.contains { $0.names[first] == "*" && !Self.isElsewhere($0.module) }
    return isPrefix ? String(name[name.index(after: dot)...]) : name
  }
}

extension VocabularyScope {
  var dart: DartImports { DartImports(imports: imports) }
}
