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
    var graph = MentionGraph()
    let mentioned = index.functions.map { info -> [Int] in
      let names = mentions(of: info, &graph)
      graph.note(names, usedBy: info.simpleName)
      return names
    }
    let properties = Set(index.types.flatMap { $0.variables.keys })
    noteAssignedProperties(properties, &graph)
    for info in index.variables {
      let names = mentions(of: info.variable, in: info.file, &graph)
      graph.note(names, usedBy: info.name)
    }
    noteAssignments(&graph)
    noteTypes(mentioned, &graph)
    graph.spread(from: Self.seeds.union(Self.everydaySeeds)) { user in
      // SwiftUI's `$name` is the binding of `name`.
      [user, "$\(user)", Self.elsewhere(user)]
    }
    for id in index.functions.indices {
      index.functions[id].isRelevant = mentioned[id].contains(where: graph.isReached)
    }
    relevantNames = graph.reached
    markAssigningFunctions(mentioned, properties, &graph)
  }

  private func noteAssignedProperties(_ properties: Set<String>, _ graph: inout MentionGraph) {
    for info in index.functions {
      // What a property is assigned matters through its name, also where it is declared nowhere else.
      for statement in info.body ?? [] {
        statement.forEachAssignment { property, isMember, value in
          guard isMember || properties.contains(property) else { return }
          value.forEachName { name in
            if let mention = mention(name, in: info.file) { graph.note(mention, usedBy: property) }
          }
        }
      }
    }
  }

  private func noteTypes(_ mentioned: [[Int]], _ graph: inout MentionGraph) {
    for type in index.types {
      // What makes an instance, and what a subclass changes, matters through the name of the type.
      for constructor in type.constructors { graph.note(mentioned[constructor], usedBy: type.name) }
      // Who makes an instance says what its methods ask.
      for function in type.functions.values.joined() { graph.note(mentioned[function], usedBy: type.name) }
      for parameter in type.constructorParameters {
        parameter.forEachName { name in
          guard let mention = mention(name, in: type.file) else { return }
          for user in parameter.pattern.names + [type.name] { graph.note(mention, usedBy: user) }
        }
      }
      for name in type.supertypes { graph.note(name.name, usedBy: type.name) }
    }
  }

  /// Properties and globals that functions assign, and names under which a file imports a word of the SDKs.
  private func noteAssignments(_ graph: inout MentionGraph) {
    for info in index.functions {
      for statement in info.body ?? [] {
        guard case .expression(let expression) = statement.kind,
          case .assignment(let target, let value, _) = expression.kind, let name = target.dottedName?.last
        else { continue }
        value.forEachName { mentioned in
          if let mention = mention(mentioned, in: info.file) { graph.note(mention, usedBy: name) }
        }
      }
    }
    for file in index.files {
      for imported in file.imports {
        for (local, original) in imported.names where local != original { graph.note(original, usedBy: local) }
      }
    }
  }

  /// What a property holds that a relevant function reads is said by whatever assigns it.
  private func markAssigningFunctions(
    _ mentioned: [[Int]], _ properties: Set<String>, _ graph: inout MentionGraph
  ) {
    var read: Set<Int> = []
    for id in index.functions.indices where index.functions[id].isRelevant { read.formUnion(mentioned[id]) }
    for id in index.functions.indices where !index.functions[id].isRelevant {
      var assigns = false
      for statement in index.functions[id].body ?? [] {
        statement.forEachAssignment { name, isMember, _ in
          if !assigns, isMember || properties.contains(name), read.contains(graph.number(of: name)) { assigns = true }
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

  private func mentions(of info: FunctionInfo, _ graph: inout MentionGraph) -> [Int] {
    var numbers: Set<Int> = []
    func note(_ name: String) {
      if let mention = self.mention(name, in: info.file) { numbers.insert(graph.number(of: mention)) }
    }
    for parameter in info.parameters { parameter.forEachName(note) }
    for statement in info.body ?? [] { statement.forEachName(note) }
    return Array(numbers)
  }

  private func mentions(of variable: Variable, in file: Int, _ graph: inout MentionGraph) -> [Int] {
    var numbers: Set<Int> = []
    func note(_ name: String) {
      if let mention = self.mention(name, in: file) { numbers.insert(graph.number(of: mention)) }
    }
    variable.type?.forEachName(note)
    variable.value?.forEachName(note)
    for statement in variable.getter ?? [] { statement.forEachName(note) }
    return Array(numbers)
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
