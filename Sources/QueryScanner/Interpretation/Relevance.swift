import Diagnostics

extension Interpreter {
  /// Words without which no query begins.
  private static let seeds: Set<String> = [
    "collection", "collectionGroup", "collection_group", "order_by_child", "document", "doc", "Firestore", "FirebaseFirestore", "firestore", "getFirestore",
    "CollectionReference", "DocumentReference", "Query", "CollectionGroup", "FIRFirestore", "firebaseFirestore",
    "initializeFirestore", "FirestoreClient", "FirestoreOptions", "Database", "FirebaseDatabase", "getDatabase",
    "DatabaseReference", "database", "WriteBatch", "Transaction", "writeBatch", "runTransaction", "getDocs", "getDoc",
    "onSnapshot", "addSnapshotListener", "getDocuments", "getDocument", "FirestoreQuery", "document_id", "AsyncClient",
    "Client", "client", "admin", "db", "DatabaseQuery", "QuerySnapshot", "DocumentSnapshot", "collectionData",
    "collections", "firestore_v1", "firestore_async", "rtdb", "ref", "reference", "observe", "observeSingleEvent",
    "whereField", "whereFilter", "whereEqualTo", "whereIn", "whereArrayContains", "whereGreaterThan", "whereLessThan",
    "queryOrdered", "queryLimited", "orderByChild", "FieldFilter", "addDocument", "child",
  ]

  /// Finds the functions that may have to do with a query: those that mention a word of the SDKs or anything of the
  /// project that does. By names alone, so it errs on the side of following.
  func markRelevantFunctions() {
    var users: [String: [String]] = [:]
    var mentioned: [[String]] = []
    for info in index.functions {
      let names = Self.names(of: info)
      mentioned.append(names)
      for name in names { users[name, default: []].append(info.simpleName) }
    }
    let properties = Set(index.types.flatMap { $0.variables.keys })
    noteAssignedProperties(properties, in: &users)
    for info in index.variables {
      let names = Self.names(of: info.variable)
      for name in names { users[name, default: []].append(info.name) }
    }
    noteAssignments(in: &users)
    noteTypes(in: &users, mentioned)
    var relevant = Self.seeds
    var queue = Array(Self.seeds)
    while let name = queue.popLast() {
      for user in users.removeValue(forKey: name) ?? [] where relevant.insert(user).inserted {
        // SwiftUI's `$name` is the binding of `name`.
        relevant.insert("$\(user)")
        queue += [user, "$\(user)"]
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
          value.forEachName { users[$0, default: []].append(property) }
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
        parameter.forEachName { name in users[name, default: []] += parameter.pattern.names + [type.name] }
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
        value.forEachName { users[$0, default: []].append(name) }
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

  private static func names(of info: FunctionInfo) -> [String] {
    var names: Set<String> = []
    info.parameters.forEach { $0.forEachName { names.insert($0) } }
    info.body?.forEach { $0.forEachName { names.insert($0) } }
    return Array(names)
  }

  private static func names(of variable: Variable) -> [String] {
    var names: Set<String> = []
    variable.type?.forEachName { names.insert($0) }
    variable.value?.forEachName { names.insert($0) }
    variable.getter?.forEach { $0.forEachName { names.insert($0) } }
    return Array(names)
  }

  func isRelevant(_ statement: Statement) -> Bool {
    var found = false
    statement.forEachName { if !found, relevantNames.contains($0) { found = true } }
    return found
  }
}
