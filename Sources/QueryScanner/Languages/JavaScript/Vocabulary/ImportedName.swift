/// A name of the code, taken back to the module that it comes from.
struct ImportedName: Hashable, Sendable {
  /// Nil: the file does not import it, but may well have it from a script tag, or is a snippet.
  var module: JavaScriptModule?
  /// Below the module: `collection`, `FieldPath.documentId`; empty for the module itself.
  var path: [String]

  init(module: JavaScriptModule?, path: [String]) {
    self.module = module
    self.path = path
  }

  /// Nil when the name belongs to a library that is not Firebase's.
  init?(_ name: String, _ imports: [Import]) {
    var path = name.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
    guard let first = path.first else { return nil }
    if let (imported, original) = Self.origin(of: first, imports) {
      // VueUse's own package had the hook before there was one for Firebase.
      let isHook = original == "useFirestore" && imported.module == "@vueuse/core"
      let module = isHook ? .frameworks : JavaScriptModule.of(imported.module)
      guard module != .foreign else { return nil }
      path.removeFirst()
      if !Self.wholes.contains(original) {
        path = original.split(separator: ".").map(String.init) + path
      } else if module == .local {
        path.insert(first, at: 0)
      }
      self.init(module: module, path: path)
      return
    }
    guard imports.mayBeFirebase else { return nil }
    self.init(module: nil, path: path)
  }

  /// The import that brings a name, under its own name or another.
  private static func origin(of name: String, _ imports: [Import]) -> (Import, String)? {
    for imported in imports { if let original = imported.names[name] { return (imported, original) } }
    return imports.first { $0.names.values.contains(name) }.map { ($0, name) }
  }

  /// What stands for a module as a whole.
  static let wholes: Set<String> = ["*", "default", JavaScriptModuleItems.wholeModule]

  /// As handles carry it, so that `const { FieldPath } = admin.firestore` can be followed.
  var handle: SDKHandle { .named("\(Self.mark)\(module?.rawValue ?? "")/\(path.joined(separator: "."))") }

  init?(_ handle: SDKHandle) {
    guard case .named(let text) = handle, text.hasPrefix(Self.mark) else { return nil }
    let parts = text.dropFirst(Self.mark.count).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(
      module: JavaScriptModule(rawValue: String(parts[0])), path: parts[1].split(separator: ".").map(String.init))
  }

  private static let mark = "javascript:"

  func appending(_ name: String) -> ImportedName { ImportedName(module: module, path: path + [name]) }

  /// Where products are members: `firebase.firestore.FieldPath` and `firestore.FieldPath` of React Native are both
  /// `FieldPath` of Firestore.
  var inProduct: ImportedName {
    guard let first = path.first, let product = product(first) else { return self }
    return ImportedName(module: product, path: Array(path.dropFirst())).inProduct
  }

  private func product(_ name: String) -> JavaScriptModule? {
    switch (module, name) {
    case (.app, "firestore"): .firestore
    case (.app, "database"): .realtimeDatabase
    case (.app, "auth"): .authentication
    case (.serverApp, "firestore"): .serverFirestore
    case (.serverApp, "database"): .serverRealtimeDatabase
    case (.serverApp, "auth"): .serverAuthentication
    case (nil, "firebase"), (.local, "firebase"): .app
    case (nil, "admin"), (.local, "admin"): .serverApp
    case (_, "default"): module
    default: nil
    }
  }
}

extension [Import] {
  /// A file that imports only other libraries has no Firebase names; one without any import is a script or a snippet.
  var mayBeFirebase: Bool {
    isEmpty || contains { JavaScriptModule.of($0.module) != .foreign }
  }

  var nameFirebase: Bool { contains { JavaScriptModule.of($0.module).isFirebase } }

  /// What is or may bring a database of Firestore.
  var nameFirestore: Bool {
    contains {
      [.firestore, .serverFirestore, .app, .serverApp, .angularCompat].contains(JavaScriptModule.of($0.module))
    }
  }

  func name(_ module: JavaScriptModule) -> Bool { contains { JavaScriptModule.of($0.module) == module } }

  /// Other databases whose collections have the same words.
  var nameOtherDatabase: Bool {
    contains { imported in Self.otherDatabases.contains { imported.module.hasPrefix($0) } }
  }

  private static let otherDatabases = [
    "mongodb", "mongoose", "pocketbase", "wx-server-sdk", "@cloudbase/", "appwrite", "node-appwrite", "knex",
    "sequelize", "typeorm", "@supabase/", "rxdb", "arangojs", "nedb", "pouchdb", "prisma", "@prisma/", "realm",
    "lokijs",
  ]
}
