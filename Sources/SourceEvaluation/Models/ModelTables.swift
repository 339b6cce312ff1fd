import SourceSyntax
package import SourceTokens

/// A row in its tables.
package struct RowID: Hashable, Sendable {
  package let section: UInt16
  package let row: UInt16
}

/// Rows by the numbers of the names that calls have.
package struct ModelTables: Sendable {
  package private(set) var sections: [ModelSection] = []
  private var methods: [MethodKey: [RowID]] = [:]
  private var functions: [FunctionKey: [RowID]] = [:]
  private var types: [FunctionKey: RowID] = [:]
  /// Members of types that are not read, by the name alone.
  private var implicits: [FunctionKey: [RowID]] = [:]
  /// Names before the first dot of functions: `Client` of `Client.from_service_account_json`.
  private var owners: Set<FunctionKey> = []
  /// Modules by their dotted names, longest first.
  private var modules: [(path: [NameID], section: UInt16)] = []
  private var patterns: [(pattern: ModulePattern, section: UInt16)] = []
  private var localPatterns: [ModulePattern] = []
  private var modulesOfSDKs: Set<String> = []
  /// What the patterns say of the modules that were met.
  private var resolved: [NameID: UInt16] = [:]
  private var locals: Set<NameID> = []
  private var wholes: [UInt16: Set<NameID>] = [:]
  private var parts: [FunctionKey: UInt16] = [:]
  /// Sections whose names need no import, by the names that stand for their modules.
  private var bare: [(section: UInt16, root: NameID)] = []
  private var unbound: [NameID: UInt16] = [:]
  /// First names of the rows of libraries: `Promise` of `Promise.all`.
  private var libraryNames: Set<NameID> = []
  /// Names of parameters, by row.
  private var labels: [RowID: [NameID]] = [:]
  /// What may ask something, by the names that calls have.
  var asking: [NameID: [RowID]] = [:]
  /// Names of members that ask something when they are read.
  package private(set) var askingMembers: Set<NameID> = []
  /// Names of methods that add a step to a query.
  package internal(set) var steps: Set<NameID> = []
  /// Names of what makes places of a database: `collection`, `doc`.
  private(set) var placeNames: Set<NameID> = []
  /// Names of methods that call functions.
  package private(set) var running: Set<NameID> = []
  /// Those that run them for objects of a class that the call names: `on<Opened>(handler)`.
  package private(set) var dispatching: Set<NameID> = []
  /// Names of methods that leave out items.
  package private(set) var dropping: Set<NameID> = []
  /// Names of methods after which the receiver is another one.
  package private(set) var changing: Set<NameID> = []
  /// Texts that only comparisons and directions of the SDKs are.
  package private(set) var operators: Set<NameID> = []
  package private(set) var directions: Set<NameID> = []
  package private(set) var strong: Set<NameID> = []
  /// Names of methods and members of something.
  private var members: Set<NameID> = []
  /// First names of modules that packages begin with: `com` of `com.google.cloud.firestore`.
  private var roots: Set<NameID> = []
  /// Methods of objects that are called where a function is expected.
  package private(set) var handlers: Set<NameID> = []
  /// What entries of objects are for from which frameworks make others.
  package private(set) var memberRoles: [NameID: MemberRole] = [:]
  /// Labels of functions that run when something happens.
  package private(set) var later: Set<NameID> = []

  private struct MethodKey: Hashable {
    var sort: ValueSort
    var name: NameID
    var isCall: Bool
  }

  private struct FunctionKey: Hashable {
    var section: UInt16
    var name: NameID
    var isCall: Bool
  }

  package init(_ text: String, _ names: inout NameTable) throws(RowError) {
    sections = try ModelParser.sections(text)
    for (place, section) in sections.enumerated() { add(section, UInt16(place), &names) }
    modules.sort { $0.path.count > $1.path.count }
    roots = Set(modules.filter { $0.path.count > 2 }.compactMap(\.path.first))
    patterns.sort { $0.pattern.length > $1.pattern.length }
    for (place, section) in sections.enumerated() {
      for part in section.parts {
        guard let target = sections.firstIndex(where: { $0.name == part.section }) else { continue }
        parts[FunctionKey(section: UInt16(place), name: names.intern(part.name), isCall: false)] = UInt16(target)
      }
    }
  }

  private mutating func add(_ section: ModelSection, _ place: UInt16, _ names: inout NameTable) {
    for text in section.modules where text.contains("*") { patterns.append((ModulePattern(text), place)) }
    localPatterns += section.locals.map(ModulePattern.init)
    wholes[place] = Set(section.wholes.map { names.intern($0) })
    if section.isBare {
      let root = names.intern(section.name)
      bare.append((place, root))
      modules.append(([root], place))
    }
    for module in section.modules where !module.contains("*") {
      if section.kind == .sdk { modulesOfSDKs.insert(module) }
      modules.append((names.modulePath(module), place))
    }
    for text in section.operators { operators.insert(names.intern(text)) }
    for (text, role) in section.members { memberRoles[names.intern(text)] = role }
    for text in section.handlers { handlers.insert(names.intern(text)) }
    for text in section.strong { strong.insert(names.intern(text)) }
    for text in section.directions { directions.insert(names.intern(text)) }
    for text in section.later { later.insert(names.intern(text)) }
    for name in section.unbound { unbound[names.intern(name)] = place }
    for (index, row) in section.rows.enumerated() {
      let id = RowID(section: place, row: UInt16(index))
      let name = names.intern(row.name.joined(separator: "."))
      labels[id] = (row.parameters ?? []).map { names.intern($0.name) }
      let isCall = row.parameters != nil
      if row.isType {
        types[FunctionKey(section: place, name: name, isCall: false)] = id
      } else if let receiver = row.receiver {
        methods[MethodKey(sort: receiver, name: name, isCall: isCall), default: []].append(id)
        members.insert(name)
        if section.hasGetters, !isCall, let member = row.name.last {
          let owner = receiver == .handle ? row.name[0] + "." : ""
          let getter = names.intern("\(owner)get" + member.prefix(1).uppercased() + member.dropFirst())
          methods[MethodKey(sort: receiver, name: getter, isCall: true), default: []].append(id)
        }
        if section.kind == .sdk, row.makesPlace { placeNames.insert(name) }
        addWords(of: row, id, called: receiver == .handle ? names.intern(row.name[row.name.count - 1]) : name)
      } else {
        functions[FunctionKey(section: place, name: name, isCall: isCall), default: []].append(id)
        if row.name.count > 1 {
          owners.insert(FunctionKey(section: place, name: names.intern(row.name[0]), isCall: false))
          let last = names.intern(row.name[row.name.count - 1])
          implicits[FunctionKey(section: 0, name: last, isCall: isCall), default: []].append(id)
        }
        if section.kind == .library, let first = row.name.first { libraryNames.insert(names.intern(first)) }
        if section.kind == .sdk, row.makesPlace { placeNames.insert(names.intern(row.name[row.name.count - 1])) }
        if row.isRequest { asking[names.intern(row.name[row.name.count - 1]), default: []].append(id) }
      }
    }
  }

  /// - Parameter name: as calls say it.
  private mutating func addWords(of row: ModelRow, _ id: RowID, called name: NameID) {
    if row.isRequest {
      asking[name, default: []].append(id)
      if row.parameters == nil { askingMembers.insert(name) }
    }
    if case .value(.plus) = row.meaning { steps.insert(name) }
    if row.becomes != nil { changing.insert(name) }
    if row.runsFunctions { running.insert(name) }
    if row.runsFunctions, row.takesType { dispatching.insert(name) }
    if row.dropsItems { dropping.insert(name) }
  }

  /// Whether a call of the name may ask something.
  package func mayAsk(_ name: NameID) -> Bool { asking[name] != nil }

  /// Whether anything has a member of the name.
  package func isMember(_ name: NameID) -> Bool { members.contains(name) }

  package func isRoot(_ name: NameID) -> Bool { roots.contains(name) }

  package subscript(id: RowID) -> ModelRow { sections[Int(id.section)].rows[Int(id.row)] }
  package func section(of id: RowID) -> ModelSection { sections[Int(id.section)] }
  package func labels(of id: RowID) -> [NameID] { labels[id] ?? [] }

  /// Rows for a method, or for a member that is no call.
  package func methods(_ sort: ValueSort, _ name: NameID, isCall: Bool) -> [RowID] {
    methods[MethodKey(sort: sort, name: name, isCall: isCall)] ?? []
  }

  package func functions(_ section: UInt16, _ name: NameID, isCall: Bool) -> [RowID] {
    functions[FunctionKey(section: section, name: name, isCall: isCall)] ?? []
  }

  /// Whether a method changes objects of classes whose bases are not read.
  package func changesObjects(_ name: NameID) -> Bool {
    methods(.object, name, isCall: true).contains { self[$0].becomes != nil }
  }

  /// Rows for `.name`, whose type nothing says.
  package func implicit(_ name: NameID, isCall: Bool) -> [RowID] {
    implicits[FunctionKey(section: 0, name: name, isCall: isCall)] ?? []
  }

  /// Whether a section has a row for a name of its modules.
  package func declares(_ name: NameID, _ section: UInt16) -> Bool {
    type(section, name) != nil || !functions(section, name, isCall: true).isEmpty
      || !functions(section, name, isCall: false).isEmpty
      || owners.contains(FunctionKey(section: section, name: name, isCall: false))
  }

  /// Whether a declared type of this name is one of queries.
  package func isQuery(type name: NameID) -> Bool {
    sections.indices.contains { place in
      guard let row = type(UInt16(place), name), case .value(.make(.anyQuery, _)) = self[row].meaning else {
        return false
      }
      return true
    }
  }

  package func type(_ section: UInt16, _ name: NameID) -> RowID? {
    types[FunctionKey(section: section, name: name, isCall: false)]
  }

  /// The section of the longest module that a path begins with, and how many of its names the module has.
  package func module(of path: [NameID]) -> (section: UInt16, length: Int)? {
    var found = modules.first { path.starts(with: $0.path) }.map { ($0.section, $0.path.count) }
    if found == nil, let first = path.first, let section = resolved[first] { found = (section, 1) }
    guard var (section, length) = found else { return nil }
    while length < path.count {
      if wholes[section]?.contains(path[length]) == true {
        length += 1
      } else if let part = parts[FunctionKey(section: section, name: path[length], isCall: false)] {
        section = part
        length += 1
      } else {
        break
      }
    }
    return (section, length)
  }

  /// Remembers what the patterns say of a module.
  package mutating func resolve(_ module: NameID, _ names: NameTable) {
    guard !patterns.isEmpty || !localPatterns.isEmpty else { return }
    let text = names.text(module)
    if let found = patterns.first(where: { $0.pattern.matches(text) }) { resolved[module] = found.section }
    if localPatterns.contains(where: { $0.matches(text) }) { locals.insert(module) }
  }

  /// Whether a module is one of an SDK.
  package func isOfSDK(_ module: NameID, _ names: NameTable) -> Bool {
    let text = names.text(module)
    return modulesOfSDKs.contains(text)
      || patterns.contains { sections[Int($0.section)].kind == .sdk && $0.pattern.matches(text) }
  }

  /// Part of the project, though it is not read.
  package func isLocal(_ module: NameID) -> Bool { locals.contains(module) }

  /// What stands for the module of a name that units may have without an import.
  package func bareModule(of name: NameID) -> NameID? {
    bare.first { section, _ in
      functions[FunctionKey(section: section, name: name, isCall: true)] != nil
        || functions[FunctionKey(section: section, name: name, isCall: false)] != nil
    }?.root
  }

  /// What layers over an SDK add to its own functions.
  package func sharedFunctions(_ section: UInt16, _ name: NameID, isCall: Bool) -> [RowID] {
    guard sections[Int(section)].kind == .sdk else { return [] }
    return bare.flatMap { functions($0.section, name, isCall: isCall) }
  }

  package func isBare(module: NameID) -> Bool { bare.contains { $0.root == module } }

  /// Whether a name that nothing declares begins one of a library.
  package func isOfLibrary(_ name: NameID) -> Bool { libraryNames.contains(name) }

  /// Whether modules lie below a path: `google` of `google.cloud.firestore`.
  package func section(unbound name: NameID) -> UInt16? { unbound[name] }
}
