import FoundationEssentials

/// The folders whose files this process reads, where whoever has started it says so: a call of an agent stays in its
/// workspace, whatever the files of a project name in turn.
package enum FileConfinement {
  /// A folder a line, each absolute and by way of no link. Not a flag, and not for users.
  package static let variable = "FIREBREAK_READS_BELOW"

  /// Nil: every folder.
  private static let folders: [String]? = ProcessInfo.processInfo.environment[variable].map { text in
    text.split(separator: "\n").map(String.init)
  }

  static func allows(_ path: String) -> Bool {
    guard let folders else { return true }
    let whole = InputFile.withoutLinks(path)
    return folders.contains { DisplayPath.contains($0, whole) }
  }
}
