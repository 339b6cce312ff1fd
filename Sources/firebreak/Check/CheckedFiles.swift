import Diagnostics
import Project
import ProjectCheck

/// Everything that a check has read, and the folders in which more may appear.
struct CheckedFiles {
  var paths: [String]

  init(_ checked: CheckedProjects) {
    var paths: Set<String> = []
    for project in checked.projects.map(\.loaded) {
      paths.formUnion(Self.files(of: project.project))
      paths.formUnion(project.queries.scope.workloads + project.queries.scope.sourcePlaces)
      let files = project.queries.sources.files
      paths.formUnion((files.sources + files.tests).map(\.path))
    }
    paths.insert(BaselineFile(checked, named: nil).path)
    self.paths = paths.union(paths.map(DisplayPath.folder)).sorted()
  }

  /// Files that say what the project is, whether they are there or not.
  private static func files(of project: Project) -> [String] {
    let databases = project.databases.flatMap { [$0.indexes?.path, $0.rules?.path] }
    let realtime = project.realtimeDatabases.map(\.rules?.path)
    let own = [ProjectFiles.configuration, ".firebaserc", ".gitignore"].map { DisplayPath.join(project.root, $0) }
    return (databases + realtime).compactMap(\.self) + own + [project.settingsPath]
  }
}
