import FirestoreModel
import RulesEvaluator

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
  }

  /// Clients invent projects; the rules of each take memory.
  static let limit = 1_000

  private var releases: [Scope: Release] = [:]

  func rules(of name: DatabaseName) -> CompiledRules? {
    if let own = releases[Scope(project: name.project, database: name.database)] { return own.rules }
    guard let release = releases[Scope(project: name.project, database: nil)],
      !release.withdrawn.contains(name.database)
    else { return nil }
    return release.rules
  }

  /// Rules for the whole project also replace those of its single databases. False: there are too many already.
  mutating func release(_ rules: CompiledRules, project: Text, database: Text?) -> Bool {
    let scope = Scope(project: project, database: database)
    guard releases[scope] != nil || releases.count < Self.limit else { return false }
    if database == nil { releases = releases.filter { $0.key.project != project } }
    releases[scope] = Release(rules: rules)
    return true
  }

  /// The file of a database has changed: it is what holds from now on.
  mutating func withdraw(database: Text) {
    releases = releases.filter { $0.key.database != database }
    for scope in releases.keys { releases[scope]?.withdrawn.insert(database) }
  }
}
