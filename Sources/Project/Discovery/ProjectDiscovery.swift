import Diagnostics
import FirestoreModel

extension Project {
  /// Finds the project that a command is about.
  ///
  /// The nearest `firebase.json` at or above the start folder that configures a database decides what the root is, else
  /// the only one below it or in its repository, else the nearest of other products; without one the start folder itself is the root, and the
  /// `firestore.indexes.json` and `firestore.rules` that lie there, or the only ones below, are used (FB0001). Where there are none, the
  /// root is the nearest folder above that has some, or our own settings. Throws when
  /// the flags ask for something that is not there; problems in the files are findings.
  package static func discover(_ request: ProjectRequest) throws(ProjectRequestError) -> Project {
    var discovery = ProjectDiscovery(request)
    return try discovery.project()
  }

  /// Whether a folder with a `firebase.json` is a project of its own: one that configures other products only, as for a
  /// site of a larger repository, asks the databases of the project above. Nil: the file cannot be read.
  package static func configuresDatabases(_ folder: String) -> Bool? {
    configuredProducts(folder).map { !$0.isEmpty }
  }

  /// A product whose databases a project deploys.
  package enum DatabaseProduct: CaseIterable, Sendable {
    case firestore, realtime
  }

  /// The products whose databases a folder with a `firebase.json` configures, there or by files with the usual names.
  /// Nil: the file cannot be read.
  package static func configuredProducts(_ folder: String) -> Set<DatabaseProduct>? {
    func has(_ name: String) -> Bool { InputFile.kind(DisplayPath.join(folder, name)) == .file }
    var products: Set<DatabaseProduct> = []
    if has(ProjectFiles.rules) || has(ProjectFiles.indexes) { products.insert(.firestore) }
    if has(ProjectFiles.realtimeRules) { products.insert(.realtime) }
    guard let file = try? InputFile.read(DisplayPath.join(folder, ProjectFiles.configuration)) else {
      return products.isEmpty ? nil : products
    }
    let configuration = FirebaseConfiguration.read(file)
    if configuration.entries != nil { products.insert(.firestore) }
    if !configuration.realtime.isEmpty { products.insert(.realtime) }
    let isUnreadable = products.isEmpty && configuration.findings.contains { $0.severity == .error }
    return isUnreadable ? nil : products
  }

  /// Whether a finding means that the configuration cannot be used at all.
  package var isUsable: Bool { !findings.contains { $0.severity == .error } }
}

private struct ProjectDiscovery {
  let request: ProjectRequest
  /// What lies below the start folder; it is looked for only where nothing lies in the folder or above.
  lazy var below = ProjectFiles(below: request.startFolder)
  var findings: [Diagnostic] = []
  var targets = FirebaseTargets()
  var realtimeDatabases: [ProjectRealtimeDatabase] = []
  var leftOut: Set<String> = []

  init(_ request: ProjectRequest) { self.request = request }

  mutating func project() throws(ProjectRequestError) -> Project {
    if InputFile.kind(request.startFolder) != .folder {
      throw ProjectRequestError("there is no folder \(QuotedText.of(request.startFolder, limit: 200))")
    }
    let found = request.configurationFile.map(served(by:)) ?? nearestConfiguration()
    let configurationPath = found?.path
    let root = configurationPath.map(DisplayPath.folder) ?? plainRoot
    let folder = found?.folder ?? root
    let configurationFile = configurationPath.flatMap { read($0) }
    if let targetsFile = readIfPresent(DisplayPath.join(root, ".firebaserc")) {
      let (targets, found) = FirebaseTargets.read(targetsFile)
      self.targets = targets
      findings += found
    }
    var databases = databases(of: configurationFile, root: root, isExpected: configurationPath != nil)
    try restrict(&databases)
    checkFiles(of: databases, root: root)
    checkRealtimeRules()
    let settings = settings(in: root, or: folder)
    return Project(
      root: root, folder: folder, configurationFile: configurationFile,
      projectID: request.project.map(targets.projectID) ?? Project.defaultProjectID, databases: databases,
      leftOut: leftOut, realtimeDatabases: realtimeDatabases, settings: settings, findings: findings)
  }

  private typealias Found = (path: String, folder: String)

  /// A configuration that was named serves the folder that was named with it, else the repository that has no other,
  /// else the folder that it was named from, where it lies there.
  private func served(by path: String) -> Found {
    let root = DisplayPath.folder(of: path)
    if request.isFolderGiven { return (path, request.startFolder) }
    return (path, repositoryServed(from: root) ?? (root.isInside(request.startFolder) ? request.startFolder : root))
  }

  /// The configuration, and the folder that it serves.
  private mutating func nearestConfiguration() -> Found? {
    let name = ProjectFiles.configuration
    let start = request.startFolder
    if let folder = ProjectFolder.nearest(
      holding: name, from: start, isMeant: { Project.configuresDatabases($0) != false })
    {
      return (DisplayPath.join(folder, name), repositoryServed(from: folder) ?? folder)
    }
    return onlyConfigurationBelow
      ?? ProjectFolder.nearest(holding: name, from: start).map { (DisplayPath.join($0, name), $0) }
  }

  /// The repository around a folder with a configuration, where that is the only one in it.
  private func repositoryServed(from folder: String) -> String? {
    guard let repository = ProjectFolder.repository(around: folder), !repository.isInside(folder),
      let only = ProjectFiles(below: repository).onlyProjectFolder, only.isInside(folder), folder.isInside(only)
    else { return nil }
    return repository
  }

  /// A repository that keeps its configuration in one of its folders is one project, from whichever folder it is asked for.
  private var onlyConfigurationBelow: Found? {
    mutating get {
      let usual = [ProjectFiles.indexes, ProjectFiles.rules].map { DisplayPath.join(request.startFolder, $0) }
      guard usual.allSatisfy({ InputFile.kind($0) != .file }) else { return nil }
      if let folder = below.onlyProjectFolder {
        return (DisplayPath.join(folder, ProjectFiles.configuration), request.startFolder)
      }
      guard below.projectFolders.isEmpty, let repository = ProjectFolder.repository(around: request.startFolder),
        let folder = ProjectFiles(below: repository).onlyProjectFolder
      else { return nil }
      return (DisplayPath.join(folder, ProjectFiles.configuration), repository)
    }
  }

  private mutating func read(_ path: String) -> SourceText? {
    do { return try InputFile.read(path) } catch {
      findings.append(error.diagnostic)
      return nil
    }
  }

  private mutating func readIfPresent(_ path: String) -> SourceText? {
    InputFile.kind(path) == .file ? read(path) : nil
  }

  private mutating func settings(in root: String, or folder: String) -> FirebreakSettings {
    let places = [root, folder].map { FirebreakSettings.path(below: $0) }
    let path =
      places.first { InputFile.kind($0) == .file }
      ?? ProjectFolder.nearestFile(FirebreakSettings.fileName, inRepositoryFrom: root)
    guard let file = path.flatMap({ read($0) }) else { return .none }
    let (settings, found) = FirebreakSettingsReader.read(file)
    findings += found
    return settings
  }
}

// MARK: Databases

extension ProjectDiscovery {
  private mutating func databases(of file: SourceText?, root: String, isExpected: Bool) -> [ProjectDatabase] {
    guard let file else {
      if isExpected { return [conventional(in: root)] }
      return [plainFolder(root)]
    }
    let configuration = FirebaseConfiguration.read(file)
    findings += configuration.findings
    realtimeDatabases = realtimeDatabases(of: configuration, root: root)
    guard let entries = configuration.entries else { return [conventional(in: root)] }
    var databases: [ProjectDatabase] = []
    for entry in entries {
      for id in ids(of: entry) {
        if databases.contains(where: { $0.id == id }) {
          findings.append(
            Diagnostic(
              .duplicateDatabase, "the database \(QuotedText.of(id)) is configured twice", at: entry.location,
              help: "keep one entry for it"))
          continue
        }
        databases.append(database(id, entry, root: root))
      }
    }
    return databases.isEmpty ? [ProjectDatabase()] : databases
  }

  private mutating func ids(of entry: FirebaseConfiguration.Entry) -> [String] {
    switch entry.name {
    case .unnamed: [Project.defaultDatabaseID]
    case .database(let id): [id]
    case .target(let name):
      ids(of: name, targets.firestoreTargets(project: request.project), product: "firestore", at: entry.location) ?? []
    }
  }

  private mutating func realtimeDatabases(
    of configuration: FirebaseConfiguration, root: String
  ) -> [ProjectRealtimeDatabase] {
    var databases: [ProjectRealtimeDatabase] = []
    for entry in configuration.realtime {
      let instances: [String?] =
        switch entry.name {
        case .unnamed: [nil]
        case .instance(let id): [id]
        case .target(let name):
          // Its rules can be checked, whatever instance they are for.
          ids(of: name, targets.realtimeTargets(project: request.project), product: "database", at: entry.location)
            ?? [name]
        }
      databases += instances.map {
        ProjectRealtimeDatabase(instance: $0, rules: reference(entry.rules, root), mention: entry.location)
      }
    }
    return databases
  }

  /// What a target of `.firebaserc` stands for; nil, with a finding, where it has none of that name.
  private mutating func ids(
    of name: String, _ known: [String: [String]], product: String, at location: SourceLocation
  ) -> [String]? {
    if let ids = known[name], !ids.isEmpty { return ids }
    let near = NearestName.of(name, among: known.keys.sorted())
    findings.append(
      Diagnostic(
        .unknownTarget, "`.firebaserc` has no \(product) target \(QuotedText.of(name)) for this project",
        at: location,
        help: near.map { "did you mean `\($0)`?" } ?? "add it with `firebase target:apply \(product)`"))
    return nil
  }

  /// Only what the entry names is deployed: a `firestore.indexes.json` that it does not name does not count.
  private func database(_ id: String, _ entry: FirebaseConfiguration.Entry, root: String) -> ProjectDatabase {
    ProjectDatabase(
      id: id, indexes: reference(entry.indexes, root), rules: reference(entry.rules, root), edition: entry.edition,
      editionMention: entry.editionLocation, mention: entry.location)
  }

  private func reference(_ mention: FirebaseConfiguration.Mention?, _ root: String) -> ProjectFileReference? {
    mention.map { ProjectFileReference(path: DisplayPath.join(root, $0.path), mention: $0.location) }
  }

  /// The database of a folder without configuration.
  private func conventional(in root: String) -> ProjectDatabase {
    let indexes = ProjectFileReference(path: DisplayPath.join(root, "firestore.indexes.json"))
    let rules = ProjectFileReference(path: DisplayPath.join(root, "firestore.rules"))
    return ProjectDatabase(indexes: indexes.exists ? indexes : nil, rules: rules.exists ? rules : nil)
  }

  private mutating func restrict(_ databases: inout [ProjectDatabase]) throws(ProjectRequestError) {
    if !request.databases.isEmpty {
      let known = databases.map(\.id)
      let unknown = request.databases.filter { !known.contains($0) }
      guard unknown.isEmpty else {
        // The Firebase CLI's own words.
        throw ProjectRequestError(
          "Could not find configurations in firebase.json for the following database targets: "
            + unknown.joined(separator: ", "),
          help: "the databases are \(known.joined(separator: ", "))")
      }
      leftOut = Set(known).subtracting(request.databases)
      databases.removeAll { leftOut.contains($0.id) }
    }
    if let edition = request.edition { setEdition(edition, of: &databases) }
    if let indexFile = request.indexFile {
      try requireSingle(databases, for: "--indexes")
      databases[0].indexes = ProjectFileReference(path: indexFile)
    }
    if let rulesFile = request.rulesFile {
      try requireSingle(databases, for: "--rules")
      databases[0].rules = ProjectFileReference(path: rulesFile)
    }
  }

  private func requireSingle(_ databases: [ProjectDatabase], for flag: String) throws(ProjectRequestError) {
    guard databases.count != 1 else { return }
    throw ProjectRequestError(
      "`\(flag)` is for a single database, but there are \(databases.count)", help: "choose one with `--database`")
  }

  private mutating func setEdition(_ edition: Edition, of databases: inout [ProjectDatabase]) {
    for index in databases.indices where databases[index].edition != edition {
      let configured = databases[index].edition.rawValue
      if let place = databases[index].editionMention {
        findings.append(
          Diagnostic(
            .editionMismatch,
            "`--edition \(edition.rawValue)` overrides the \(configured) edition of \(QuotedText.of(databases[index].id))",
            at: place))
      }
      databases[index].edition = edition
    }
  }

  /// Files that are named but not there. A missing index file is only a warning: then just the automatic indexes exist.
  private mutating func checkFiles(of databases: [ProjectDatabase], root: String) {
    for database in databases {
      checkRules(of: database, among: databases, root: root)
      guard let indexes = database.indexes else {
        checkUnnamedIndexes(of: database, among: databases, root: root)
        continue
      }
      if indexes.exists { continue }
      if InputFile.kind(indexes.path) == .folder {
        var finding = InputFileError(path: indexes.path, reason: .isFolder).diagnostic
        finding.location = indexes.mention ?? finding.location
        findings.append(finding)
        continue
      }
      guard let mention = indexes.mention else {
        findings.append(InputFileError(path: indexes.path, reason: .missing).diagnostic)
        continue
      }
      findings.append(
        Diagnostic(
          .indexFileMissing, "there is no index file \(QuotedText.of(indexes.path, limit: 200))", at: mention,
          help: "create it with `firebreak indexes suggest --write`; until then only automatic indexes exist"))
    }
  }

  /// A project whose only database is `(default)` may make its indexes in the console and is left alone, unless a file
  /// is at hand that no deploy reads. A database with a name, or beside others that have files, needs one of its own.
  private mutating func checkUnnamedIndexes(
    of database: ProjectDatabase, among databases: [ProjectDatabase], root: String
  ) {
    let usual = DisplayPath.join(root, "firestore.indexes.json")
    let isTaken = databases.contains { $0.indexes?.path == usual }
    let isUnnamed = InputFile.kind(usual) == .file && !isTaken
    let isExpected = database.id != Project.defaultDatabaseID || databases.contains { $0.indexes != nil }
    guard let mention = database.mention else { return }
    guard isUnnamed || isExpected else { return reportIndexes(notNamedAt: mention, below: root) }
    findings.append(
      Diagnostic(
        .indexFileMissing,
        "the database \(QuotedText.of(database.id)) names no index file, so it has only automatic indexes", at: mention,
        notes: isUnnamed ? ["`firestore.indexes.json` is there, but no deploy reads it"] : [],
        help:
          "add `\"indexes\": \"\(isUnnamed ? "firestore.indexes.json" : IndexSource.usualName(of: database.id, isTaken: isTaken))\"` to its entry"
      ))
  }

  /// Where the project keeps its indexes is not known, but somebody may take a file for them.
  private mutating func reportIndexes(notNamedAt mention: SourceLocation, below root: String) {
    for path in ProjectFiles(below: root)[ProjectFiles.indexes] {
      findings.append(
        Diagnostic(
          .indexFileMissing, "\(QuotedText.of(path, limit: 200)) is not used: no `firebase.json` names it",
          at: mention, severity: .info, help: "name it with `--indexes`, or as `\"indexes\"` in `firebase.json`"))
    }
  }

  /// Rules files of the Realtime Database that `firebase.json` names.
  private mutating func checkRealtimeRules() {
    for rules in realtimeDatabases.compactMap(\.rules) where !rules.exists {
      guard let mention = rules.mention else { continue }
      if InputFile.kind(rules.path) == .folder {
        var finding = InputFileError(path: rules.path, reason: .isFolder).diagnostic
        finding.location = mention
        findings.append(finding)
      } else {
        findings.append(RulesSource.missing(rules.path, at: mention))
      }
    }
  }

  /// A project that keeps its rules elsewhere, or has only privileged callers, names none and is left alone. Where some
  /// are at hand, a database without any is a mistake: it denies everything.
  private mutating func checkRules(of database: ProjectDatabase, among databases: [ProjectDatabase], root: String) {
    if let rules = database.rules {
      guard !rules.exists else { return }
      findings.append(
        RulesSource.missing(rules.path, at: rules.mention ?? SourceText(path: rules.path, bytes: []).start))
      return
    }
    let usual = DisplayPath.join(root, "firestore.rules")
    let isUnnamed = InputFile.kind(usual) == .file
    guard let mention = database.mention, isUnnamed || databases.contains(where: { $0.rules != nil }) else { return }
    findings.append(
      Diagnostic(
        .databaseWithoutRules,
        "the database \(QuotedText.of(database.id)) names no rules, and without released rules it denies everything",
        at: mention, help: "add `\"rules\": \"firestore.rules\"`" + (isUnnamed ? "; the file is there" : "")))
  }
}

// MARK: Without a configuration

extension ProjectDiscovery {
  private static let usualFiles = [ProjectFiles.indexes, ProjectFiles.rules, ProjectFiles.realtimeRules]

  /// The folder whose usual files count where nothing is configured: the one of a workload or a source is seldom it.
  private var plainRoot: String {
    mutating get {
      let start = request.startFolder
      let marks = Self.usualFiles + [FirebreakSettings.fileName]
      func isMarked(_ folder: String) -> Bool {
        marks.contains { InputFile.kind(DisplayPath.join(folder, $0)) == .file }
      }
      if isMarked(start) || !below.projectFolders.isEmpty || Self.usualFiles.contains(where: { !below[$0].isEmpty }) {
        return start
      }
      return ProjectFolder.nearestInRepository(from: start, where: isMarked) ?? start
    }
  }

  /// The database of a folder without `firebase.json`: it has the usual files of the folder, else the only ones below.
  private mutating func plainFolder(_ root: String) -> ProjectDatabase {
    if root != request.startFolder { below = ProjectFiles(below: root) }
    var choice = UsualFiles(folder: root, below: below)
    let indexes =
      request.indexFile == nil ? choice.choose(ProjectFiles.indexes) ?? choice.above(ProjectFiles.indexes) : nil
    let rules = request.rulesFile == nil ? choice.choose(ProjectFiles.rules) ?? choice.above(ProjectFiles.rules) : nil
    if let realtime = choice.choose(ProjectFiles.realtimeRules) ?? choice.above(ProjectFiles.realtimeRules) {
      realtimeDatabases = [ProjectRealtimeDatabase(rules: realtime)]
    }
    findings.append(choice.finding)
    return ProjectDatabase(indexes: indexes, rules: rules)
  }
}

/// Which of the files with the usual names serve a folder without `firebase.json`, and which do not.
private struct UsualFiles {
  let folder: String
  let below: ProjectFiles
  private var used: [String] = []
  private var unused: [String] = []

  init(folder: String, below: ProjectFiles) {
    self.folder = folder
    self.below = below
  }

  mutating func choose(_ name: String) -> ProjectFileReference? {
    let own = ProjectFileReference(path: DisplayPath.join(folder, name))
    let others = below[name].filter { $0 != own.path }
    guard !own.exists, others.count == 1 else {
      if own.exists { used.append(own.path) }
      unused += others
      return own.exists ? own : nil
    }
    used += others
    return ProjectFileReference(path: others[0])
  }

  /// Where the folder itself has only other files of a project, such as settings or rules for tests: that of the nearest
  /// folder above that has one.
  mutating func above(_ name: String) -> ProjectFileReference? {
    guard below[name].isEmpty,
      let holder = ProjectFolder.nearestInRepository(
        from: folder, where: { InputFile.kind(DisplayPath.join($0, name)) == .file })
    else { return nil }
    used.append(DisplayPath.join(holder, name))
    return ProjectFileReference(path: DisplayPath.join(holder, name))
  }

  /// FB0001, which says what is used and what is not.
  var finding: Diagnostic {
    let projects = below.projectFolders
    let examples = below.exampleFolders
    let several = projects.isEmpty ? "" : ", but in \(list(projects))"
    let elsewhere = below.foldersOfOtherProducts
    let none = several.isEmpty ? ", and no `firestore.rules` or `firestore.indexes.json` in this folder" : several
    return Diagnostic(
      .configNotFound,
      "no `firebase.json` here or above\(used.isEmpty ? none : "\(several); using \(list(used))")",
      at: SourceText(path: DisplayPath.join(folder, ProjectFiles.configuration), bytes: []).start,
      notes: (several.isEmpty && !elsewhere.isEmpty ? ["deploys no database: the one in \(list(elsewhere))"] : [])
        + (unused.isEmpty ? [] : ["not used, since nothing says which of them is meant: \(list(unused))"])
        + (examples.isEmpty ? [] : ["left out as examples or data of tests: \(list(examples))"]),
      help: unused.isEmpty
        ? examples.first.map { "name the folder that is meant, as in `firebreak check \($0)`" }
        : "name the files that are meant with `--indexes` and `--rules`")
  }

  private func list(_ paths: [String]) -> String {
    let names = paths.map { QuotedText.of($0, limit: 200) }
    guard names.count > 1, let last = names.last else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension String {
  /// Whether a folder is another or lies in it.
  fileprivate func isInside(_ other: String) -> Bool {
    let start = ProjectFolder.workingDirectory
    return DisplayPath.contains(DisplayPath.absolute(other, from: start), DisplayPath.absolute(self, from: start))
  }
}
