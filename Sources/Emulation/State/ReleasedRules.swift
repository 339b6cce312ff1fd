import FirestoreModel
import FirestoreRulesEvaluator

/// Rules that clients have put in place of those of the files, until these change.
struct ReleasedRules {
  private struct Scope: Hashable {
    var project: Text
    /// Nil: all databases of the project.
    var database: Text?
  }

  private struct Release {
    var rules: CompiledRules
    /// Databases whose file has changed since.
    var withdrawn: Set<Text> = []
    /// Ascends with every release.
    var number: Int
  }

  /// Clients invent projects; the rules of each take memory.
  static let limit = 1_000

  private var releases: [Scope: Release] = [:]
  private var lastNumber = 0

  func rules(of name: DatabaseName) -> CompiledRules? {
    if let own = releases[Scope(project: name.project, database: name.database)] { return own.rules }
    guard let release = releases[Scope(project: name.project, database: nil)],
      !release.withdrawn.contains(name.database)
    else { return nil }
    return release.rules
  }

  /// Rules for the whole project also replace those of its single databases.
  ///
  /// Where there are too many, the oldest give way: those of projects that are not in use first.
  /// - Returns: the project that has lost rules.
  mutating func release(
    _ rules: CompiledRules, project: Text, database: Text?, isInUse: (Text) -> Bool
  ) -> Text? {
    if database == nil { releases = releases.filter { $0.key.project != project } }
    let scope = Scope(project: project, database: database)
    var dropped: Scope?
    if releases[scope] == nil, releases.count >= Self.limit {
      let oldest = releases.sorted { $0.value.number < $1.value.number }.map(\.key)
      dropped = oldest.first { !isInUse($0.project) } ?? oldest.first
    }
    if let dropped { releases[dropped] = nil }
    lastNumber += 1
    releases[scope] = Release(rules: rules, number: lastNumber)
    return dropped?.project
  }

  /// The file of a database has changed: it is what holds from now on.
  mutating func withdraw(database: Text) {
    releases = releases.filter { $0.key.database != database }
    for scope in releases.keys { releases[scope]?.withdrawn.insert(database) }
  }
}
