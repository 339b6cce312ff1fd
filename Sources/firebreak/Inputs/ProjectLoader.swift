import Diagnostics
import FirestoreModel
import Metering
import Project
import ProjectCheck
import QueryExecution
import QueryScanner
import QueryShapes
import Terminal

/// The projects that a command's paths mean, with what flags and settings say about them.
struct LoadedProjects {
  struct Loaded {
    var queries: ProjectQueries
    var policy: FindingPolicy
    var mode: ExecutionMode
    var billing: BillingAssumptions

    var project: Project { queries.scope.project }

    /// Everything that keeps the project from being read.
    var inputFailures: [Diagnostic] {
      let files = queries.groups.flatMap(\.source.findings)
      let recorded = queries.recorded?.findings ?? []
      return (project.findings + files + queries.workloadFindings + queries.sources.findings + recorded)
        .filter(\.isInputFailure)
    }
  }

  var projects: [Loaded]
  var paths: [String]

  /// A command that found nothing to work on has not done anything.
  /// - Parameter looksAtSources: sources would have been something.
  func requireInput(for command: String, looksAtSources: Bool = true) throws(UsageError) {
    let isEmpty = projects.allSatisfy { loaded in
      loaded.project.configurationFile == nil && loaded.project.findings.allSatisfy { $0.severity < .error }
        && loaded.queries.scope.workloads.isEmpty && loaded.queries.sources.files.sources.isEmpty
        && loaded.queries.sources.files.findings.isEmpty
        && loaded.project.databases.allSatisfy { $0.indexes == nil && $0.rules == nil }
    }
    guard isEmpty else { return }
    let place = paths.isEmpty ? "here" : "in \(paths.joined(separator: ", "))"
    throw UsageError(
      "there is nothing to \(command) \(place): no firebase.json, no firestore.indexes.json, no *.workload.yaml"
        + (looksAtSources ? ", no source" : ""),
      help: "name a project folder, or use `-C DIR`")
  }
}

struct ProjectLoader {
  private var settings: CommandSettings
  private let console: Console
  /// By the root of each project: what was read of its sources before; nil: nothing is kept.
  var caches: ScanCaches?
  /// The absolute paths of all files that have changed since what is kept was read, sources all of them; nil: any file may
  /// have changed.
  var edited: Set<String>?

  /// - Parameter start: the folder that stands for the current one; nil: that.
  init(_ options: GlobalOptions<some FormatChoice>, _ console: Console, startedIn start: String? = nil)
    throws(UsageError)
  {
    settings = try CommandSettings(options, console.environment)
    if let start, !settings.request.isFolderGiven { settings.request.startFolder = start }
    self.console = console
  }

  /// - Parameter runsNothing: the mode decides only what is proven, so that every mode will do.
  /// - Parameter readsSources: the queries of sources and documents count, too.
  /// - Parameter includesTests: those of tests, too.
  /// - Parameter span: whether a folder stands for all projects in it.
  func load(
    _ paths: [String], runsNothing: Bool = false, readsSources: Bool = false, includesTests: Bool = false,
    span: ProjectSpan = .one
  ) throws(UsageError) -> LoadedProjects {
    let scopes = try scopes(of: paths, readsSources: readsSources, span)
    var projects: [LoadedProjects.Loaded] = []
    for scope in scopes {
      let configured = scope.project.settings
      let (planner, billing) = try settings.assumptions(configured)
      console.detail("project \(scope.project.root): \(Counted.text(scope.project.databases.count, "database"))")
      for workload in scope.workloads { console.detail("workload \(workload)") }
      let folder = scope.project.folder == "." ? "" : " of \(QuotedText.singleLine(scope.project.folder))"
      if readsSources { console.status?.begin("reading the sources\(folder)") }
      let kept = caches?.kept(of: scope)
      var queries = ProjectQueries.load(
        scope, assumptions: planner, usesProjectIndexes: settings.request.indexFile != nil,
        usesProjectRules: settings.request.rulesFile != nil,
        sources: readsSources
          ? SourceNotes(console, scope).told(
            SourceQueries.load(
              scope, includesTests: includesTests, cache: kept?.sources ?? ScanCache(),
              known: kept?.files ?? KnownSourceFiles(), shapes: kept?.shapes ?? KnownShapes(), edited: edited))
          : .none,
        recorded: readsSources && scope.isWhole ? QueryInventory.read(root: scope.project.root) : nil)
      queries.judged = kept?.judged
      if let kept { (queries.mentions, queries.access) = (kept.mentions, kept.access) }
      queries.now = settings.now
      queries.realtimeAssumptions = try settings.realtimeAssumptions(configured)
      projects.append(
        LoadedProjects.Loaded(
          queries: queries, policy: settings.policy(configured),
          mode: runsNothing ? .production : try settings.executionMode(configured),
          billing: billing))
    }
    return LoadedProjects(projects: projects, paths: paths)
  }

  /// Which projects there are does not follow from the texts of sources.
  private func scopes(
    of paths: [String], readsSources: Bool, _ span: ProjectSpan
  ) throws(UsageError) -> [ProjectScope] {
    if edited != nil, let known = caches?.scopes(of: paths) { return known }
    do throws(ProjectRequestError) {
      let scopes = try ProjectScope.resolve(paths, request: settings.request, readsSources: readsSources, span: span)
      caches?.keep(scopes, of: paths)
      return scopes
    } catch {
      caches?.keep(nil, of: paths)
      throw error.usageError
    }
  }
}
