import Diagnostics
import Project
import Terminal

/// Which rules files a command is about.
enum RulesPaths {
  /// Those named, or those of the project. A folder stands for the rules files of its project.
  static func resolve(
    _ paths: [String], _ settings: CommandSettings, command: String
  ) throws(UsageError) -> [String] {
    if paths.isEmpty { return try project(settings.request, command) }
    var files: [String] = []
    for path in paths {
      guard InputFile.kind(path) == .folder else {
        files.append(path)
        continue
      }
      var request = settings.request
      request.startFolder = path
      files += try project(request, command)
    }
    return files.uniqued()
  }

  private static func project(_ request: ProjectRequest, _ command: String) throws(UsageError) -> [String] {
    let project: Project
    do throws(ProjectRequestError) { project = try Project.discover(request) } catch { throw error.usageError }
    let files = project.databases.compactMap(\.rules?.path)
    guard !files.isEmpty else {
      if let failure = project.findings.first(where: \.isInputFailure) {
        let place = failure.location?.lineText ?? "the project"
        throw UsageError(
          "there are no rules to work on: \(failure.message)", help: "mend \(place), or name a rules file")
      }
      throw UsageError(
        "there are no rules to work on: no firebase.json with `rules`, no firestore.rules",
        help: "name a file, as in `firebreak \(command) firestore.rules`")
    }
    return files.uniqued()
  }
}

extension RulesPaths {
  /// What `firebreak.json` of the project says; nothing where there is no project that can be read.
  static func settings(_ settings: CommandSettings) -> FirebreakSettings {
    (try? Project.discover(settings.request))?.settings ?? .none
  }
}
