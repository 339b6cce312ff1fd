import Diagnostics
import IndexCatalog
import Project
import ProjectCheck
import QueryShapes
import RulesTesting
import Terminal
import WorkloadDrafts
import Workloads

/// What `firebreak init` makes of what it has found.
struct ProjectSetup {
  let loaded: LoadedProjects.Loaded
  /// In the order in which they are told.
  let files: [SetupFile]
  let workload: WorkloadDraft?

  init(_ loaded: LoadedProjects.Loaded) async {
    self.loaded = loaded
    let project = loaded.project
    let folder = DisplayPath.join(project.root, "firebreak")
    var files = [
      SetupFile(path: project.settingsPath, text: Self.settings, note: "settings"),
      SetupFile(path: DisplayPath.join(folder, "firebreak.schema.json"), text: EmbeddedSchema.firebreak.text),
    ]
    let name = Self.name(of: project)
    let path = DisplayPath.join(folder, "\(name).workload.yaml")
    let rules = Self.rules(of: project)
    let first = FirstWorkload.draft(
      of: loaded.queries, named: name, rules: rules.map { DisplayPath.relative($0, from: folder) })
    if loaded.queries.scope.workloads.isEmpty, first.stepCount > 0 {
      let workload = await first.tried(
        at: path, in: project, rulesFile: rules,
        code: CodeRequests { [sources = loaded.queries.sources] in sources.codeRequests })
      let steps = Counted.text(workload.stepCount, "step") + " from what the code reads"
      files.append(SetupFile(path: path, text: workload.text, note: steps))
      files.append(
        SetupFile(path: DisplayPath.join(folder, "workload.schema.json"), text: EmbeddedSchema.workload.text))
      self.workload = workload
    } else {
      workload = nil
    }
    var demands: [CIWorkflow.Demand] = []
    if workload != nil || !loaded.queries.scope.workloads.isEmpty { demands.append(.run) }
    if (try? RuleTestFiles.resolve([], in: project))?.isEmpty == false { demands.append(.rulesTest) }
    // GitHub looks for workflows there.
    let repository = ProjectFolder.repository(around: project.folder) ?? project.folder
    files.append(
      SetupFile(
        path: DisplayPath.join(repository, CIWorkflow.path),
        text: CIWorkflow.text(folder: Self.relative(project.root, from: repository), demands: demands),
        note: (["check"] + demands.map(\.rawValue)).joined(separator: ", ") + " and cost comment; replace OWNER in it"))
    self.files = files
  }

  private static let settings = """
    {
      "$schema": "./firebreak/firebreak.schema.json",
      "failLevel": "error"
    }

    """

  /// `Found firebase.json, 12 queries in 9 sources, 1 rules file, 2 indexes.`
  var head: String {
    let queries = loaded.queries
    let indexes = queries.groups.reduce(0) { $0 + $1.source.catalog.composites.count }
    let configuration = loaded.project.configurationFile.map { [QuotedText.singleLine($0.path)] } ?? []
    let parts =
      configuration + [
        Counted.text(queries.sources.queryCount, "query", "queries") + " in "
          + Counted.text(queries.sources.files.sources.count, "source"),
        Counted.text(queries.rules.files.count, "rules file"), Counted.text(indexes, "index", "indexes"),
      ]
    return "Found \(parts.joined(separator: ", "))."
  }

  /// What to do next.
  var next: [String] {
    let place = loaded.project.root == "." ? "" : " -C \(ShellWord.quoted(loaded.project.root))"
    return ["firebreak check\(place)"] + (workload == nil ? [] : ["firebreak run\(place)"])
  }

  // MARK: Places

  /// The folder's name, as a workload and its file are called.
  private static func name(of project: Project) -> String {
    let folder = DisplayPath.absolute(project.folder, from: WorkingFolder.path)
    let words = DisplayPath.name(of: folder).lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.joined(separator: "-")
    return name.first?.isLetter == true ? name : "app"
  }

  private static func rules(of project: Project) -> String? {
    let database = project.databases.first { $0.id == Project.defaultDatabaseID } ?? project.databases.first
    return database?.rules.flatMap { $0.exists ? $0.path : nil }
  }

  private static func relative(_ folder: String, from repository: String) -> String {
    let start = WorkingFolder.path
    let path = DisplayPath.relative(
      DisplayPath.absolute(folder, from: start), from: DisplayPath.absolute(repository, from: start))
    return path.isEmpty ? "." : path
  }
}
