/// What the imports of a Python file say about its names.
struct PythonNames {
  let imports: [Import]

  /// The name as the SDK's own documentation writes it below the module: `Client`, `Query.DESCENDING`, `client`. Nil: a
  /// name of something else.
  func firestoreName(_ name: String) -> String? {
    word(name, below: Self.firestoreModules, unbound: "firestore")
  }

  /// Below `firebase_admin.db`.
  func realtimeName(_ name: String) -> String? { word(name, below: ["firebase_admin.db"], unbound: "db") }

  /// The whole dotted name behind the names that the imports bind; nil when no import binds it.
  func resolved(_ name: String) -> String? {
    var prefix = Substring(name)
    while true {
      if let original = original(of: String(prefix)) { return original + name[prefix.endIndex...] }
      guard let dot = prefix.lastIndex(of: ".") else { return nil }
      prefix = prefix[..<dot]
    }
  }

  private func original(of local: String) -> String? {
    for item in imports {
      guard let original = item.names[local] else { continue }
      return original == "*" ? item.module : "\(item.module).\(original)"
    }
    // The name may have been put in the place of its alias already.
    for item in imports where item.names.values.contains(local) && local != "*" { return "\(item.module).\(local)" }
    return nil
  }

  /// Longest first: the others are their beginnings.
  private static let firestoreModules = [
    "google.cloud.firestore_v1beta1", "google.cloud.firestore_v1", "google.cloud.firestore_async",
    "google.cloud.firestore", "firebase_admin.firestore_async", "firebase_admin.firestore",
  ]

  private func word(_ name: String, below modules: [String], unbound: String) -> String? {
    guard let full = resolved(name) else {
      // A piece of a document, or a file that takes everything another one imported.
      guard name.hasPrefix("\(unbound).") else { return nil }
      return Self.withoutModules(name.dropFirst(unbound.utf8.count + 1))
    }
    guard let module = modules.first(where: { full.hasPrefix("\($0).") }) else { return nil }
    return Self.withoutModules(full.dropFirst(module.utf8.count + 1))
  }

  /// `base_query.FieldFilter` is `FieldFilter`: what follows a module in lower case is what it holds.
  private static func withoutModules(_ name: Substring) -> String {
    var name = name
    while let dot = name.firstIndex(of: "."), name.first?.isLowercase == true {
      name = name[name.index(after: dot)...]
    }
    return String(name)
  }

  func imports(_ packages: [String]) -> Bool {
    imports.contains { item in
      packages.contains { package in
        let full = [item.module] + item.names.values.map { "\(item.module).\($0)" }
        return full.contains { $0 == package || $0.hasPrefix("\(package).") }
      }
    }
  }

  /// A piece of a document often has no import.
  var importsFirestore: Bool {
    imports.isEmpty || imports(Self.firestoreModules) || imports(["firebase_admin", "firebase_functions"])
  }

  /// Whether a value of which nothing is known may be Firestore's: where another store is imported, only one that is
  /// handed to code that imports Firestore as well.
  func mayBeFirestore(_ unknown: UnknownValue) -> Bool {
    !importsOtherStore || (importsFirestore && unknown.cause == .parameter)
  }

  /// Stores whose clients have collections, too, and builders of queries that have the same words.
  private var importsOtherStore: Bool {
    imports([
      "arango", "pymongo", "motor", "bson", "beanie", "odmantic", "couchbase", "astrapy", "pyArango", "mongoengine",
      "chromadb", "pocketbase", "sqlalchemy", "orator", "masoniteorm", "peewee", "tortoise", "pony", "supabase",
    ])
  }

  /// Wrappers of the Realtime Database's REST interface.
  var importsRealtimeWrapper: Bool {
    imports(["pyrebase", "pyrebase4", "firebase", "firebasedata", "firebase_rest_api"])
  }
}

extension VocabularyScope {
  var python: PythonNames { PythonNames(imports: imports) }
}
