import Diagnostics
package import Project

/// The part of a project that a command line's paths mean.
package struct ProjectScope: Hashable, Sendable {
  package var project: Project
  /// The workload files to look at, in path order.
  package var workloads: [String]
  /// The paths mean the whole project, so statements about what is *not* there can be made.
  package var isWhole: Bool
  /// Folders and files in which queries of sources and documents are looked for.
  package var sourcePlaces: [String] = []
  /// Absolute folders in them that other projects answer for.
  package private(set) var otherFolders: Set<String> = []
  /// Those of them that are examples or data of tests, as they are printed: nobody checks them.
  package private(set) var exampleFolders: [String] = []
  /// Folders as they are printed that no project of the run reads: their `firebase.json` deploys no database, and which
  /// of several projects beside them serves them is not known. The first scope of a run has them.
  package var undecidedFolders: [String] = []
  /// Other scopes of the run look at them.
  package var leavesToScopes = false

  /// Resolves paths: a folder is its project, or the part of the project below it; a workload file is that file.
  /// Without paths the project of the request's start folder is meant. Projects come in the order of their first path.
  ///
  /// - Parameters:
  ///   - readsSources: single sources and documents are accepted as paths.
  ///   - span: whether a folder stands for all projects in it.
  package static func resolve(
    _ paths: [String], request: ProjectRequest, readsSources: Bool = false, span: ProjectSpan = .one
  ) throws(ProjectRequestError) -> [ProjectScope] {
    if paths.isEmpty {
      let scope = whole(try Project.discover(request))
      return readsSources ? try span.scopes(of: ProjectSpan.inRepository(scope, request), request) : [scope]
    }
    var scopes: [ProjectScope] = []
    for path in paths {
      let resolved = try scope(of: path, request: request, readsSources: readsSources)
      for scope in readsSources ? try span.scopes(of: resolved, request) : [resolved] {
        if let index = scopes.firstIndex(where: { $0.isSameProject(as: scope) }) {
          scopes[index].add(scope)
        } else {
          scopes.append(scope)
        }
      }
    }
    return scopes
  }

  static func whole(_ project: Project) -> ProjectScope {
    ProjectScope(project: project, workloads: project.workloads(), isWhole: true, sourcePlaces: [project.folder])
  }

  private static func scope(
    of path: String, request: ProjectRequest, readsSources: Bool
  ) throws(ProjectRequestError) -> ProjectScope {
    var request = request
    // A project that was named judges whatever is named beside it.
    let startFolder = request.isFolderGiven ? request.startFolder : nil
    switch InputFile.kind(path) {
    case .missing: throw ProjectRequestError("there is no file or folder \(QuotedText.of(path, limit: 200))")
    case .folder:
      request.startFolder = startFolder ?? path
      let project = try Project.discover(request)
      let here = absolute(path)
      let inside = project.workloads().filter { DisplayPath.contains(here, absolute($0)) }
      return ProjectScope(
        project: project, workloads: inside, isWhole: DisplayPath.contains(here, absolute(project.folder)),
        sourcePlaces: [path])
    case .file:
      request.startFolder = startFolder ?? DisplayPath.folder(of: path)
      if DisplayPath.name(of: path) == "firebase.json" {
        request.configurationFile = path
        return whole(try Project.discover(request))
      }
      if readsSources, SourceFiles.isSource(path) {
        return ProjectScope(
          project: try Project.discover(request), workloads: [], isWhole: false, sourcePlaces: [path])
      }
      guard [".yaml", ".yml"].contains(where: path.hasSuffix) else {
        throw ProjectRequestError(
          "\(QuotedText.of(path, limit: 200)) is neither a folder nor a workload file"
            + (readsSources ? " nor a source of a known language" : ""),
          help: path.hasSuffix(".rules")
            ? "rules alone are for `firebreak rules check`; with a project they go to `--rules`"
            : "name a project folder, a firebase.json or a *.workload.yaml; an index file goes to `--indexes`")
      }
      var project = try Project.discover(request)
      // A link to a workload is about the project of the workload, where it lies in none itself.
      if !project.isConfigured, startFolder == nil, InputFile.isLink(path) {
        request.startFolder = DisplayPath.folder(of: InputFile.withoutLinks(path))
        project = try Project.discover(request)
      }
      return ProjectScope(project: project, workloads: [path], isWhole: false)
    }
  }

  /// Leaves folders to the projects that answer for them.
  mutating func leave(_ folders: Set<String>) {
    otherFolders.formUnion(folders)
    workloads.removeAll { path in folders.contains { DisplayPath.contains($0, Self.absolute(path)) } }
  }

  /// Leaves out projects that are examples or data of tests.
  mutating func leaveOut(examples: [String]) {
    exampleFolders = examples
    leave(Set(examples.map(Self.absolute)))
  }

  static func absolute(_ path: String) -> String {
    DisplayPath.absolute(path, from: ProjectFolder.workingDirectory)
  }

  private func isSameProject(as other: ProjectScope) -> Bool {
    ProjectScope.absolute(project.root) == ProjectScope.absolute(other.project.root)
      && project.configurationFile?.bytes == other.project.configurationFile?.bytes
  }

  private mutating func add(_ other: ProjectScope) {
    let known = Set(workloads.map(ProjectScope.absolute))
    workloads += other.workloads.filter { !known.contains(ProjectScope.absolute($0)) }
    workloads.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    isWhole = isWhole || other.isWhole
    sourcePlaces += other.sourcePlaces.filter { !sourcePlaces.contains($0) }
    // What one place leaves to another project may be what the other place names.
    otherFolders = otherFolders.union(other.otherFolders)
    exampleFolders += other.exampleFolders.filter { !exampleFolders.contains($0) }
  }
}

extension Project {
  /// Whether any file says something about its databases.
  fileprivate var isConfigured: Bool {
    configurationFile != nil || !realtimeDatabases.isEmpty
      || databases.contains { $0.indexes != nil || $0.rules != nil }
  }
}
