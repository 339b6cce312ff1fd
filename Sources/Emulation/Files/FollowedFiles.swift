import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import IndexCatalog
import Project
import RealtimeRules

/// The rules and index files of a project's databases.
struct FollowedFiles: Sendable {
  private struct Entry: Sendable {
    var database: ProjectDatabase
    /// Key of `rules`; nil: no file is named.
    var rules: String?
    /// Nil: no file is named.
    var indexes: FollowedFile<IndexSource>?
  }

  private var entries: [Text: Entry] = [:]
  /// Definitions of databases for which no file is named: what is made of them lasts as long as the emulation.
  private var unfiled: [Text: IndexSource] = [:]
  /// In the order of `firebase.json`.
  private var order: [Text] = []
  /// By path: databases may share a file, which is read once.
  private var rules: [String: FollowedFile<CompiledRules>] = [:]
  /// Of the Realtime Database.
  private let realtimeDatabases: [ProjectRealtimeDatabase]
  private var realtimeRules: [String: FollowedFile<RealtimeRuleset>] = [:]

  /// A file that has changed.
  struct Change {
    enum Kind { case rules, indexes, realtimeRules }

    var update: FileUpdate
    var kind: Kind
    /// Those of Firestore that it is for.
    var databases: [Text] = []
  }

  init(_ project: Project, stamp: (String) -> FileStamp? = FileStamp.of) {
    realtimeDatabases = project.realtimeDatabases
    for reference in project.realtimeDatabases.compactMap(\.rules) where realtimeRules[reference.path] == nil {
      realtimeRules[reference.path] = FollowedFile(
        path: reference.path, mention: reference.mention, stamp: stamp(reference.path), read: Self.readRealtimeRules)
    }
    for database in project.databases {
      let id = Text(database.id)
      guard entries[id] == nil else { continue }
      var entry = Entry(database: database)
      if let reference = database.rules {
        entry.rules = reference.path
        if rules[reference.path] == nil {
          rules[reference.path] = FollowedFile(
            path: reference.path, mention: reference.mention, stamp: stamp(reference.path), read: Self.readRules)
        }
      }
      if let reference = database.indexes {
        entry.indexes = FollowedFile(
          path: reference.path, mention: reference.mention, stamp: stamp(reference.path),
          read: Self.reader(of: database, isFirst: true))
      }
      entries[id] = entry
      order.append(id)
    }
  }

  var databases: [ProjectDatabase] { order.compactMap { entries[$0]?.database } }

  func isConfigured(_ database: Text) -> Bool { entries[database] != nil }

  func isEnterprise(_ database: Text) -> Bool { entries[database]?.database.edition == .enterprise }

  func rules(of database: Text) -> FollowedFile<CompiledRules>? {
    entries[database]?.rules.flatMap { rules[$0] }
  }

  /// Of an instance of the Realtime Database: its own, or those for all that have none of their own.
  func realtimeRules(of instance: Text) -> FollowedFile<RealtimeRuleset>? {
    let own = realtimeDatabases.first { $0.instance.map { Text($0) } == instance }
    let entry = own ?? realtimeDatabases.first { $0.instance == nil }
    return entry?.rules.flatMap { realtimeRules[$0.path] }
  }

  func indexes(of database: Text) -> FollowedFile<IndexSource>? { entries[database]?.indexes }

  /// The definitions that are used.
  func source(of database: Text) -> IndexSource {
    indexes(of: database)?.content ?? unfiled[database]
      ?? .read(nil, database: database.string, edition: entries[database]?.database.edition ?? .standard)
  }

  mutating func keep(_ source: IndexSource, of database: Text) { unfiled[database] = source }

  func catalog(of database: Text) -> IndexCatalog { source(of: database).catalog }

  /// Everything that is wrong with the files as they are now.
  var findings: [Diagnostic] {
    rules.keys.sorted().flatMap { rules[$0]?.findings ?? [] } + order.flatMap { entries[$0]?.indexes?.findings ?? [] }
      + realtimeRules.keys.sorted().flatMap { realtimeRules[$0]?.findings ?? [] }
  }

  /// Some file is not used as it is now.
  var isBroken: Bool { !broken.isEmpty }

  /// Their paths.
  var broken: [String] {
    let all =
      rules.values.filter(\.isBroken).map(\.path) + realtimeRules.values.filter(\.isBroken).map(\.path)
      + entries.values.compactMap(\.indexes).filter(\.isBroken).map(\.path)
    return Set(all).sorted()
  }

  /// Looks at every file again.
  ///
  /// - Returns: the files that have changed.
  mutating func update(stamp: (String) -> FileStamp?) -> [Change] {
    var changes: [Change] = []
    for path in rules.keys.sorted() {
      guard let update = rules[path]?.update(stamp: stamp(path), read: Self.readRules) else { continue }
      changes.append(Change(update: update, kind: .rules, databases: order.filter { entries[$0]?.rules == path }))
    }
    for id in order {
      guard let entry = entries[id], let file = entry.indexes,
        let update = entries[id]?.indexes?.update(
          stamp: stamp(file.path), read: Self.reader(of: entry.database, isFirst: false))
      else { continue }
      changes.append(Change(update: update, kind: .indexes, databases: [id]))
    }
    for path in realtimeRules.keys.sorted() {
      guard let update = realtimeRules[path]?.update(stamp: stamp(path), read: Self.readRealtimeRules) else { continue }
      changes.append(Change(update: update, kind: .realtimeRules))
    }
    return changes
  }
}

// MARK: - Reading

extension FollowedFiles {
  private static func readRules(_ path: String, _ mention: SourceLocation?) -> FollowedFile<CompiledRules>.Reading {
    do throws(InputFileError) {
      let source = try RulesSource.read(path)
      return FollowedFile.Reading(content: source.rules, findings: source.problems)
    } catch {
      return FollowedFile.Reading(
        content: nil, findings: [RulesSource.finding(for: error, at: mention)], isMissing: error.reason == .missing)
    }
  }

  private static func readRealtimeRules(
    _ path: String, _ mention: SourceLocation?
  ) -> FollowedFile<RealtimeRuleset>.Reading {
    do throws(InputFileError) {
      let reading = RealtimeRulesReading.read(try InputFile.read(path))
      return FollowedFile.Reading(content: reading.ruleset, findings: reading.diagnostics)
    } catch {
      return FollowedFile.Reading(
        content: nil, findings: [RulesSource.finding(for: error, at: mention)], isMissing: error.reason == .missing)
    }
  }

  /// An index file that is not there from the start is only a warning: then just the automatic indexes exist. One that
  /// production refuses replaces nothing, as a deployment of it would change nothing.
  private static func reader(
    of database: ProjectDatabase, isFirst: Bool
  ) -> (String, SourceLocation?) -> FollowedFile<IndexSource>.Reading {
    { path, mention in
      let source = IndexSource.read(path, database: database.id, edition: database.edition)
      if source.file == nil, source.findings.isEmpty {
        let finding = Diagnostic(
          .indexFileMissing, "there is no index file \(QuotedText.of(path, limit: 200))",
          at: mention ?? SourceText(path: path, bytes: []).start,
          help: isFirst
            ? "create it with `firebreak indexes suggest --write`; until then only automatic indexes exist"
            : "put it back; until then the indexes of its last version are used")
        return FollowedFile.Reading(content: source, findings: [finding], isMissing: true)
      }
      let isRefused = source.findings.contains { $0.severity == .error }
      return FollowedFile.Reading(content: isRefused ? nil : source, usablePart: source, findings: source.findings)
    }
  }
}
