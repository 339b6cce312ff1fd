import Diagnostics

/// Which functions, variables and files may have to do with a query: those that mention a word of the SDKs or anything
/// of the project that does. By names alone, so it errs on the side of following.
final class Relevance {
  /// Words that only the SDKs have.
  private static let seeds = [
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
  private static let everydaySeeds = [
    "collection", "document", "doc", "Query", "CollectionGroup", "Database", "database", "Transaction", "AsyncClient",
    "Client", "client", "admin", "db", "collections", "ref", "reference", "observe", "child", "where", "orderBy",
    "order_by",
  ]

  /// Names that lead nowhere in particular: outside of files that have to do with an SDK they make nothing relevant.
  private static let commonDeclarations = 8

  /// Words of which one that only queries have, beside one for a collection, tells of an SDK.
  private static let queryWords = ["doc", "document", "where", "orderBy", "order_by", "onSnapshot", "limitToLast"]
  private static let collectionWords = ["collection", "collections"]

  private static let modules = [
    "firebase", "firestore", "angular/fire", "vuefire", "rxfire", "reactfire", "sveltefire", "firedantic", "geoflutter",
    "flutterfire", "google.cloud", "google-cloud",
  ]

  /// Modules of Swift are products, which are called after Firebase; a module called after Firestore alone is somebody's own.
  private static let swiftModules = ["firebase", "geofire"]

  private var graph = MentionGraph()
  /// Per file: whether it imports an SDK, or a document shows it.
  let importsSDK: [Bool]
  /// Per file: whether it has to do with an SDK by itself.
  private var isOfSDK: [Bool] = []
  /// Per file: whether the code at its top may have to do with a query.
  private(set) var files: [Bool] = []
  private(set) var functions: [Bool] = []
  /// Those that name a word that only SDKs have.
  private(set) var functionsNamingSDKs: [Bool] = []
  private(set) var variables: [Bool] = []
  /// Per file: the names that it imports from an SDK.
  private var importedFromSDKs: [Set<Int>] = []
  /// Per name: what it counts as in a file that has nothing to do with an SDK; nil when it says nothing there.
  private var meaningElsewhere: [Int?] = []

  init(_ index: DeclarationIndex) {
    importsSDK = index.files.map { file in
      if file.source.fence != nil { return true }
      let modules = file.imports.map { $0.module.lowercased() }
      let words = file.source.language == .swift ? Self.swiftModules : Self.modules
      return modules.contains { module in words.contains { module.contains($0) } }
    }
    isOfSDK = importsSDK
    // Their numbers come first.
    for word in Self.seeds + Self.everydaySeeds + Self.queryWords { _ = graph.number(of: word) }
    let mentioned = index.functions.map { info in
      graph.numbers { note in
        for parameter in info.parameters { parameter.forEachName(note) }
        for statement in info.body ?? [] { statement.forEachName(note) }
      }
    }
    let mentionedByVariables = index.variables.map { info in
      graph.numbers { note in
        info.variable.type?.forEachName(note)
        info.variable.value?.forEachName(note)
        for statement in info.variable.getter ?? [] { statement.forEachName(note) }
      }
    }
    let mentionedByFiles = index.files.map { file in
      graph.numbers { note in
        for statement in file.source.statements where statement.isRun { statement.forEachName(note) }
      }
    }
    functionsNamingSDKs = mentioned.map { names in names.contains { $0 < Self.seeds.count } }
    noteFilesOfSDKs(index, mentioned, mentionedByVariables, mentionedByFiles)
    let assignments = index.functions.map { noted(in: $0.body ?? []) }
    // What blocks at the top of a file assign: `if production: DB = Client()`.
    let assignmentsOfFiles = index.files.map { file in noted(in: file.source.statements.filter(\.isRun)) }
    noteMeanings(index)

    for (info, names) in zip(index.functions, mentioned) {
      graph.note(meant(names, in: info.file), usedBy: graph.number(of: info.simpleName))
    }
    for (info, names) in zip(index.variables, mentionedByVariables) {
      graph.note(meant(names, in: info.file), usedBy: graph.number(of: info.name))
    }
    let properties = Set(index.types.flatMap { $0.variables.keys.map { graph.number(of: $0) } })
    for (info, found) in zip(index.functions, assignments) {
      let kept = found.filter { $0.isMember || $0.isStatement || properties.contains($0.name) }
      noteAssignments(kept, in: info.file)
    }
    for (file, found) in assignmentsOfFiles.enumerated() { noteAssignments(found, in: file) }
    noteImports(index)
    noteAccessors(index)
    noteTypes(index, mentioned)
    graph.spread(from: Self.seeds + Self.everydaySeeds) { user in
      // SwiftUI's `$name` is the binding of `name`.
      [user, "$\(user)", Self.elsewhere(user)]
    }
    functions = zip(index.functions, mentioned).map { info, names in isReached(names, in: info.file) }
    variables = zip(index.variables, mentionedByVariables).map { info, names in
      isReached(names, in: info.file) || contains(info.name, in: info.file)
    }
    files = index.files.indices.map { isReached(mentionedByFiles[$0], in: $0) }
    markAssigningFunctions(index, mentioned, assignments, properties)
    markSettings(index, assignments, assignmentsOfFiles, properties)
    markConstraints(index, mentioned)
  }

  // MARK: Asking

  /// Whether a file imports a name from an SDK.
  func isImportedFromSDK(_ name: String, in file: Int) -> Bool {
    graph.knownNumber(of: name).map(importedFromSDKs[file].contains) ?? false
  }

  /// Whether a name may have to do with a query where it stands.
  func contains(_ name: String, in file: Int) -> Bool {
    graph.knownNumber(of: name).map { isReached($0, in: file) } ?? false
  }

  func contains(_ statement: Statement, in file: Int) -> Bool {
    var found = false
    statement.forEachName { name in
      if !found, contains(name, in: file) { found = true }
    }
    return found
  }

  private func isReached(_ name: Int, in file: Int) -> Bool {
    isOfSDK[file] ? graph.isReached(name) : meaning(of: name).map(graph.isReached) ?? false
  }

  private func isReached(_ names: [Int], in file: Int) -> Bool { names.contains { isReached($0, in: file) } }

  // MARK: Names

  /// Files that import an SDK, are shown in a document, or speak of what only SDKs have.
  private func noteFilesOfSDKs(
    _ index: DeclarationIndex, _ mentioned: [[Int]], _ mentionedByVariables: [[Int]], _ mentionedByFiles: [[Int]]
  ) {
    let collectionWords = Set(Self.collectionWords.map { graph.number(of: $0) })
    let queryWords = Set(Self.queryWords.map { graph.number(of: $0) })
    let last = collectionWords.union(queryWords).max() ?? 0
    var hasCollection = isOfSDK
    var hasQuery = isOfSDK
    func note(_ names: [Int], _ file: Int) {
      if isOfSDK[file] { return }
      for name in names where name <= last || name < Self.seeds.count {
        if name < Self.seeds.count { isOfSDK[file] = true }
        if collectionWords.contains(name) { hasCollection[file] = true }
        if queryWords.contains(name) { hasQuery[file] = true }
      }
    }
    for (info, names) in zip(index.functions, mentioned) { note(names, info.file) }
    for (info, names) in zip(index.variables, mentionedByVariables) { note(names, info.file) }
    for (file, names) in mentionedByFiles.enumerated() { note(names, file) }
    for type in index.types where !isOfSDK[type.file] {
      let names = graph.numbers { note in type.statements.forEach { $0.forEachName(note) } }
      note(names, type.file)
    }
    for file in isOfSDK.indices where hasCollection[file] && hasQuery[file] { isOfSDK[file] = true }
  }

  /// A word of the SDKs in a file that has nothing to do with them is another word, unless the project declares it.
  private static func elsewhere(_ name: String) -> String { "\u{B7}\(name)" }

  /// What names count as in files that have nothing to do with an SDK.
  private func noteMeanings(_ index: DeclarationIndex) {
    var counts: [Int: Int] = [:]
    for info in index.functions { counts[graph.number(of: info.simpleName), default: 0] += 1 }
    for info in index.variables { counts[graph.number(of: info.name), default: 0] += 1 }
    let everyday = Self.seeds.count..<Self.seeds.count + Self.everydaySeeds.count
    let elsewhere = Self.everydaySeeds.map { graph.number(of: Self.elsewhere($0)) }
    meaningElsewhere = Array(0..<graph.count)
    for (name, count) in counts where count > 2 && name >= Self.seeds.count {
      let limit = EverydayNames.all.contains(graph.name(name)) ? 2 : Self.commonDeclarations
      if count > limit { meaningElsewhere[name] = nil }
    }
    for name in everyday where meaningElsewhere[name] != nil {
      meaningElsewhere[name] = elsewhere[name - everyday.lowerBound]
    }
  }

  private func meant(_ names: [Int], in file: Int) -> [Int] {
    isOfSDK[file] ? names : names.compactMap(meaning)
  }

  /// In a file that has nothing to do with an SDK. Names that were met later are declared nowhere.
  private func meaning(of name: Int) -> Int? {
    meaningElsewhere.indices.contains(name) ? meaningElsewhere[name] : name
  }

  // MARK: What hands on

  private struct Assignment {
    var name: Int
    /// Of a property, or the statement is one of the function's own.
    var isMember: Bool
    var isStatement: Bool
    var mentioned: [Int]
  }

  private func noted(in statements: [Statement]) -> [Assignment] {
    var found: [Assignment] = []
    func note(_ name: String, _ isMember: Bool, _ value: Expression, isStatement: Bool) {
      let mentioned = graph.numbers { value.forEachName($0) }
      found.append(
        Assignment(name: graph.number(of: name), isMember: isMember, isStatement: isStatement, mentioned: mentioned))
    }
    for statement in statements {
      var isStatement = false
      if case .expression(let expression) = statement.kind, case .assignment = expression.kind { isStatement = true }
      statement.forEachAssignment { note($0, $1, $2, isStatement: isStatement) }
    }
    return found
  }

  /// What a property or global is assigned matters through its name, also where it is declared nowhere else.
  private func noteAssignments(_ found: [Assignment], in file: Int) {
    for assignment in found { graph.note(meant(assignment.mentioned, in: file), usedBy: assignment.name) }
  }

  /// Names under which a file imports a word of the SDKs.
  private func noteImports(_ index: DeclarationIndex) {
    for imported in index.files.flatMap(\.imports) {
      for (local, original) in imported.names where local != original { graph.note(original, usedBy: local) }
    }
    for (name, types) in index.aliases {
      for other in types { other.type.forEachName { graph.note($0, usedBy: name) } }
    }
  }

  /// A property of Kotlin is Java's getter, and the other way round.
  private func noteAccessors(_ index: DeclarationIndex) {
    guard index.files.contains(where: { $0.source.language == .java }) else { return }
    for info in index.variables where info.type != nil {
      graph.note(info.name, usedBy: PropertyAccessors.getter(of: info.name))
    }
    guard index.files.contains(where: { $0.source.language == .kotlin }) else { return }
    for info in index.functions where info.type != nil && info.parameters.isEmpty {
      if let property = PropertyAccessors.property(of: info.simpleName) {
        graph.note(info.simpleName, usedBy: property)
      }
    }
  }

  private func noteTypes(_ index: DeclarationIndex, _ mentioned: [[Int]]) {
    for type in index.types {
      let name = graph.number(of: type.name)
      // What makes an instance, and what a subclass changes, matters through the name of the type.
      // Who makes an instance says what its methods ask.
      for function in type.constructors + type.functions.values.joined() {
        graph.note(meant(mentioned[function], in: index.functions[function].file), usedBy: name)
      }
      for parameter in type.constructorParameters {
        let names = graph.numbers { parameter.forEachName($0) }
        for user in parameter.pattern.names.map({ graph.number(of: $0) }) + [name] {
          graph.note(meant(names, in: type.file), usedBy: user)
        }
      }
      for supertype in type.supertypes { graph.note(supertype.name, usedBy: type.name) }
    }
  }

  /// Parts of queries are made by functions of the SDK with everyday names (`where`, `limit`): what its file imports from
  /// there says whose they are.
  private func markConstraints(_ index: DeclarationIndex, _ mentioned: [[Int]]) {
    importedFromSDKs = index.files.map { file in
      let modules = file.imports.filter { module in Self.modules.contains { module.module.lowercased().contains($0) } }
      return Set(modules.flatMap(\.names.keys).compactMap(graph.knownNumber))
    }
    for (id, info) in index.functions.enumerated() where !functions[id] && !importedFromSDKs[info.file].isEmpty {
      functions[id] = mentioned[id].contains(where: importedFromSDKs[info.file].contains)
    }
  }

  /// What a property holds that a relevant function reads is said by whatever assigns it.
  private func markAssigningFunctions(
    _ index: DeclarationIndex, _ mentioned: [[Int]], _ assignments: [[Assignment]], _ properties: Set<Int>
  ) {
    var read: Set<Int> = []
    for (id, info) in index.functions.enumerated() where functions[id] {
      read.formUnion(meant(mentioned[id], in: info.file))
    }
    // `global page`
    let modules = index.files.map { file in
      file.source.language == .python ? Set(file.variables.keys.compactMap(graph.knownNumber)) : []
    }
    for (id, info) in index.functions.enumerated() where !functions[id] {
      functions[id] = assignments[id].contains { assignment in
        let isKept = assignment.isMember || properties.contains(assignment.name)
        return (isKept || modules[info.file].contains(assignment.name)) && read.contains(assignment.name)
      }
    }
  }

  /// What begins as a text or a switch and is there once for all (`Config.env`) decides queries through functions that
  /// have no word of one, so that whatever assigns it counts.
  private func markSettings(
    _ index: DeclarationIndex, _ assignments: [[Assignment]], _ assignmentsOfFiles: [[Assignment]],
    _ properties: Set<Int>
  ) {
    let settings = Set(index.variables.compactMap { $0.isSetting ? graph.knownNumber(of: $0.name) : nil })
    if settings.isEmpty { return }
    for id in functions.indices where !functions[id] {
      functions[id] = assignments[id].contains { assignment in
        (assignment.isMember || properties.contains(assignment.name)) && settings.contains(assignment.name)
      }
    }
    for file in files.indices where !files[file] {
      files[file] = assignmentsOfFiles[file].contains { $0.isMember && settings.contains($0.name) }
    }
  }
}

extension VariableInfo {
  /// A static member with a text, number or switch that is written down.
  fileprivate var isSetting: Bool {
    guard isStatic, type != nil, variable.getter == nil, let value = variable.value else { return false }
    switch value.kind {
    case .text, .boolean, .integer, .conditional: return true
    default: return false
    }
  }
}

extension Statement {
  /// Runs when its file does.
  var isRun: Bool {
    switch kind {
    case .type, .function, .imported: false
    case .variable(let variable): variable.getter == nil
    case .expression, .result, .condition, .selection, .loop, .attempt, .block, .leave, .other: true
    }
  }
}

extension Statement {
  /// What of it runs when its file does: functions that stand in blocks are declared like all others.
  var running: Statement? {
    guard isRun else { return nil }
    guard case .block(let inner) = kind else { return self }
    return Statement(.block(inner.compactMap(\.running)), span)
  }
}
