import Diagnostics
import Project
import ProjectCheck
import QueryShapes
import Terminal

extension LoadedProjects {
  /// The one index file that a command works on, with the queries that are judged against it.
  ///
  /// Several databases are narrowed down with `--database` or `--indexes`; files that only workloads name count when
  /// the project itself has none.
  ///
  /// - Parameter byQueries: a command about queries works on the one file that they are judged against.
  func chosenGroup(
    for command: String, byQueries: Bool = false
  ) throws(UsageError) -> (loaded: Loaded, group: QueryGroup) {
    guard projects.count == 1, let loaded = projects.first else {
      throw UsageError("`\(command)` works on one project, not on \(projects.count)")
    }
    var groups = loaded.queries.groups
    if groups.count > 1 { groups.removeAll { $0.source.path == nil && $0.shapes.isEmpty } }
    if groups.count > 1, !loaded.queries.scope.isWhole { groups.removeAll { $0.shapes.isEmpty } }
    if groups.count == 1, let group = groups.first { return (loaded, group) }
    guard let first = groups.first else {
      throw UsageError("there is no index file and no query to work on")
    }
    // The queries of all that share one file count; those of workloads belong to one database.
    let withQueries = groups.filter { !$0.shapes.isEmpty }
    if groups.allSatisfy({ $0.source.path == first.source.path }) { return (loaded, withQueries.first ?? first) }
    if byQueries, withQueries.count == 1, let only = withQueries.first { return (loaded, only) }
    let deployed = groups.filter { group in
      loaded.project.databases.contains { $0.indexes != nil && $0.indexes?.path == group.source.path }
    }
    if deployed.count == 1, let only = deployed.first { return (loaded, only) }
    let names = groups.map { "\($0.source.listedName) (\($0.source.database))" }.joined(separator: ", ")
    throw UsageError(
      "there are several index files: \(names)", help: "choose one with `--database ID` or `--indexes FILE`")
  }
}
