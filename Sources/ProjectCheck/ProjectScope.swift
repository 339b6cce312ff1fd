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

  /// Resolves paths: a folder is its project, or the part of the project below it; a workload file is that file.
  /// Without paths the project of the request's start folder is meant. Projects come in the order of their first path.
  ///
  /// - Parameter readsSources: single sources and documents are accepted as paths.
  package static func resolve(
    _ paths: [String], request: ProjectRequest, readsSources: Bool = false
  ) throws(ProjectRequestError) -> [ProjectScope] {
    if paths.isEmpty {
      return [whole(try Project.discover(request))]
    }
    var scopes: [ProjectScope] = []
    for path in paths {
      let scope = try scope(of: path, request: request, readsSources: readsSources)
      if let index = scopes.firstIndex(where: { $0.isSameProject(as: scope) }) {
        scopes[index].add(scope)
      } else {
        scopes.append(scope)
      }
    }
    return scopes
  }

  private static func whole(_ project: Project) -> ProjectScope {
    ProjectScope(project: project, workloads: project.workloads, isWhole: true, sourcePlaces: [project.root])
  }

  private static func scope(
    of path: String, request: ProjectRequest, readsSources: Bool
  ) throws(ProjectRequestError) -> ProjectScope {
    var request = request
    switch InputFile.kind(path) {
    case .missing: throw ProjectRequestError("there is no file or folder \(QuotedText.of(path, limit: 200))")
    case .folder:
      request.startFolder = path
      let project = try Project.discover(request)
      let here = absolute(path)
      let inside = project.workloads.filter { DisplayPath.contains(here, absolute($0)) }
      return ProjectScope(
        project: project, workloads: inside, isWhole: DisplayPath.contains(here, absolute(project.root)),
        sourcePlaces: [path])
    case .file:
      request.startFolder = DisplayPath.folder(of: path)
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
      return ProjectScope(project: try Project.discover(request), workloads: [path], isWhole: false)
    }
  }

  private static func absolute(_ path: String) -> String {
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
  }
}
