import Diagnostics

extension Interpreter {
  /// Words that only the SDKs have.
  private static let seeds: Set<String> = [
    "collectionGroup", "collection_group", "order_by_child", "Firestore", "FirebaseFirestore", "firestore",
    "getFirestore", "CollectionReference", "DocumentReference", "FIRFirestore", "firebaseFirestore",
    "initializeFirestore", "FirestoreClient", "FirestoreOptions", "FirebaseDatabase", "getDatabase", "firebase",
    "DatabaseReference", "WriteBatch", "writeBatch", "runTransaction", "getDocs", "getDoc", "onSnapshot",
    "addSnapshotListener", "getDocuments", "getDocument", "FirestoreQuery", "document_id", "DatabaseQuery",
    "QuerySnapshot", "DocumentSnapshot", "collectionData", "firestore_v1", "firestore_async", "rtdb",
    "observeSingleEvent", "whereField", "whereFilter", "whereEqualTo", "whereIn", "whereArrayContains",
    "whereGreaterThan", "whereLessThan", "queryOrdered", "queryLimited", "orderByChild", "FieldFilter", "addDocument",
  ]

  /// Words of the SDKs that much other code has, too: they count in files that have to do with an SDK.
  private static let everydaySeeds: Set<String> = [
    "collection", "document", "doc", "Query", "CollectionGroup", "Database", "database", "Transaction", "AsyncClient",
    "Client", "client", "admin", "db", "collections", "ref", "reference", "observe", "child",
  ]

  /// Names that lead nowhere in particular: outside of files that have to do with an SDK they make nothing relevant.
  private static let commonDeclarations = 8

  /// Finds the functions that may have to do with a query: those that mention a word of the SDKs or anything of the
  /// project that does. By names alone, so it errs on the side of following.
  func markRelevantFunctions() {
    noteFilesOfSDKs()
    countDeclarations()
    var users: [String: [String]] = [:]
    var mentioned: [[String]] = []
    for info in index.functions {
      let names = names(of: info)
      mentioned.append(names)
      for name in names { users[name, default: []].append(info.simpleName) }
    }
    let properties = Set(index.types.flatMap { $0.variables.keys })
    noteAssignedProperties(properties, in: &users)
    for info in index.variables {
      let names = names(of: info.variable, in: info.file)
      for name in names { users[name, default: []].append(info.name) }
    }
    noteAssignments(in: &users)
    noteTypes(in: &users, mentioned)
    var relevant = Self.seeds.union(Self.everydaySeeds)
    var queue = Array(relevant)
    while let name = queue.popLast() {
      for user in users.removeValue(forKey: name) ?? [] {
        // SwiftUI's `$name` is the binding of `name`.
        for spelling in [user, "$\(user)", Self.elsewhere(user)] where relevant.insert(spelling).inserted {
          queue.append(spelling)
        }
      }
    }
    for id in index.functions.indices {
      index.functions[id].isRelevant = mentioned[id].contains { relevant.contains($0) }
    }
    relevantNames = relevant
    markAssigningFunctions(mentioned, properties)
  }

  private func noteAssignedProperties(_ properties: Set<String>, in users: inout [String: [String]]) {
    for info in index.functions {
      // What a property is assigned matters through its name, also where it is declared nowhere else.
      for statement in info.body ?? [] {
        statement.forEachAssignment { property, isMember, value in
          guard isMember || properties.contains(property) else { return }
          value.forEachName { if let name = mention($0, in: info.file) { users[name, default: []].append(property) } }
        }
      }
    }
  }

  private func noteTypes(in users: inout [String: [String]], _ mentioned: [[String]]) {
    for type in index.types {
      // What makes an instance, and what a subclass changes, matters through the name of the type.
      for constructor in type.constructors {
        for name in mentioned[constructor] { users[name, default: []].append(type.name) }
      }
      // Who makes an instance says what its methods ask.
      for function in type.functions.values.joined() {
        for name in mentioned[function] { users[name, default: []].append(type.name) }
      }
      for parameter in type.constructorParameters {
        parameter.forEachName { name in
          guard let name = mention(name, in: type.file) else { return }
          users[name, default: []] += parameter.pattern.names + [type.name]
        }
      }
      for name in type.supertypes { users[name.name, default: []].append(type.name) }
    }
  }

  /// Properties and globals that functions assign, and names under which a file imports a word of the SDKs.
  private func noteAssignments(in users: inout [String: [String]]) {
    for info in index.functions {
      for statement in info.body ?? [] {
        guard case .expression(let expression) = statement.kind,
          case .assignment(let target, let value, _) = expression.kind, let name = target.dottedName?.last
        else { continue }
        value.forEachName { if let mention = mention($0, in: info.file) { users[mention, default: []].append(name) } }
      }
    }
    for file in index.files {
      for imported in file.imports {
        for (local, original) in imported.names where local != original {
          users[original, default: []].append(local)
        }
      }
    }
  }

  /// What a property holds that a relevant function reads is said by whatever assigns it.
  private func markAssigningFunctions(_ mentioned: [[String]], _ properties: Set<String>) {
    var read: Set<String> = []
    for id in index.functions.indices where index.functions[id].isRelevant { read.formUnion(mentioned[id]) }
    for id in index.functions.indices where !index.functions[id].isRelevant {
      var assigns = false
      for statement in index.functions[id].body ?? [] {
        statement.forEachAssignment { name, isMember, _ in
          if read.contains(name), isMember || properties.contains(name) { assigns = true }
        }
      }
      index.functions[id].isRelevant = assigns
    }
  }

  // MARK: Mentions

  /// A word of the SDKs in a file that has nothing to do with them is another word, unless the project declares it.
  private static func elsewhere(_ name: String) -> String { "\u{B7}\(name)" }

  /// What a name counts as in a file; nil when it says nothing there.
  private func mention(_ name: String, in file: Int) -> String? {
    if filesOfSDKs[file] || Self.seeds.contains(name) { return name }
    let limit = EverydayNames.all.contains(name) ? 2 : Self.commonDeclarations
    if declarationCounts[name, default: 0] > limit { return nil }
    return Self.everydaySeeds.contains(name) ? Self.elsewhere(name) : name
  }

  /// Files that import an SDK, are shown in a document, or speak of what only SDKs have.
  private func noteFilesOfSDKs() {
    filesOfSDKs = index.files.map { file in
      if file.source.fence != nil { return true }
      let modules = file.imports.map { $0.module.lowercased() }
      if modules.contains(where: { module in Self.modules.contains { module.contains($0) } }) { return true }
      var isOfSDK = false
      var hasCollection = false
      var hasQuery = false
      for statement in file.source.statements where !isOfSDK {
        statement.forEachName { name in
          if Self.seeds.contains(name) { isOfSDK = true }
          if name == "collection" || name == "collections" { hasCollection = true }
          if ["doc", "document", "where", "orderBy", "order_by", "onSnapshot", "limitToLast"].contains(name) { hasQuery = true }
        }
      }
      return isOfSDK || (hasCollection && hasQuery)
    }
  }

  private static let modules = [
    "firebase", "firestore", "angular/fire", "vuefire", "rxfire", "reactfire", "sveltefire", "firedantic", "geoflutter",
    "flutterfire", "google.cloud", "google-cloud",
  ]

  private func countDeclarations() {
    declarationCounts = [:]
    for info in index.functions { declarationCounts[info.simpleName, default: 0] += 1 }
    for info in index.variables { declarationCounts[info.name, default: 0] += 1 }
  }

  private func names(of info: FunctionInfo) -> [String] {
    var names: Set<String> = []
    let note = { (name: String) in if let mention = self.mention(name, in: info.file) { names.insert(mention) } }
    info.parameters.forEach { $0.forEachName(note) }
    info.body?.forEach { $0.forEachName(note) }
    return Array(names)
  }

  private func names(of variable: Variable, in file: Int) -> [String] {
    var names: Set<String> = []
    let note = { (name: String) in if let mention = self.mention(name, in: file) { names.insert(mention) } }
    variable.type?.forEachName(note)
    variable.value?.forEachName(note)
    variable.getter?.forEach { $0.forEachName(note) }
    return Array(names)
  }

  func isRelevant(_ name: String, in file: Int) -> Bool {
    mention(name, in: file).map(relevantNames.contains) ?? false
  }

  func isRelevant(_ statement: Statement, in file: Int) -> Bool {
    var found = false
    statement.forEachName { if !found, isRelevant($0, in: file) { found = true } }
    return found
  }
}
