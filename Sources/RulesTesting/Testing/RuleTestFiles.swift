import Diagnostics
package import Project

/// Where rules tests are found.
package enum RuleTestFiles {
  /// The files that paths mean, each once, in the order of the paths.
  ///
  /// A file is itself; a folder stands for every `cases.yaml` below it. Without paths the project says: the patterns of
  /// `tests` in `firebreak.json`, or else `cases.yaml` below `rules/` and everything below `firebreak/cases/`.
  package static func resolve(_ paths: [String], in project: Project) throws(ProjectRequestError) -> [String] {
    var files: [String] = []
    if paths.isEmpty {
      files = ofProject(project)
    }
    for path in paths {
      switch InputFile.kind(path) {
      case .missing: throw ProjectRequestError("there is no file or folder \(QuotedText.of(path, limit: 200))")
      case .folder: files += below(path)
      case .file: files.append(path)
      }
    }
    return files.uniqued()
  }

  private static func ofProject(_ project: Project) -> [String] {
    if let patterns = project.settings.tests {
      return patterns.flatMap { pattern in
        ProjectFolder.files(below: project.root, suffix: pattern.suffix).filter { path in
          pattern.matches(DisplayPath.relative(path, to: project.root))
        }
      }
    }
    let rules = below(DisplayPath.join(project.root, "rules"))
    let own = ProjectFolder.files(below: DisplayPath.join(project.root, "firebreak/cases"), suffix: ".yaml")
    let here = DisplayPath.join(project.root, "cases.yaml")
    return rules + own + (InputFile.kind(here) == .file ? [here] : [])
  }

  private static func below(_ folder: String) -> [String] {
    ProjectFolder.files(below: folder, suffix: "cases.yaml").filter { path in
      let name = DisplayPath.name(of: path)
      return name == "cases.yaml" || name.hasSuffix(".cases.yaml")
    }
  }
}

extension DisplayPath {
  /// The path of a file below a folder, as the folder sees it.
  static func relative(_ path: String, to folder: String) -> String {
    if folder == "." || folder.isEmpty { return path }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
