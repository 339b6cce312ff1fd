import FoundationEssentials

/// Looking around in the file system, always in the same order.
package enum ProjectFolder {
  /// The absolute folder that relative paths start from.
  package static let workingDirectory = FileManager.default.currentDirectoryPath

  /// The nearest folder at or above `start` that has a file of this name, as it is printed.
  /// - Parameter isMeant: says of such a folder whether it counts.
  package static func nearest(
    holding name: String, from start: String, isMeant: (String) -> Bool = { _ in true }
  ) -> String? {
    nearest(from: start) { InputFile.kind(DisplayPath.join($0, name)) == .file && isMeant($0) }
  }

  /// The folder of the repository that a folder lies in, as it is printed.
  package static func repository(around start: String) -> String? {
    nearest(from: start) { FolderListing.kind(of: DisplayPath.join($0, ".git")) != nil }
  }

  /// The nearest folder at or above `start` that is meant, no further up than the repository that `start` lies in; where
  /// there is none, than the working directory: what lies in somebody's home is not about every folder below it.
  static func nearestInRepository(from start: String, where isMeant: (String) -> Bool) -> String? {
    var top = DisplayPath.absolute(repository(around: start) ?? ".", from: workingDirectory)
    let own = DisplayPath.absolute(start.isEmpty ? "." : start, from: workingDirectory)
    // Where `init` puts workloads: the folder around it is the project's, wherever it is asked from.
    if !DisplayPath.contains(top, DisplayPath.folder(of: own)), DisplayPath.name(of: own) == "firebreak" {
      top = DisplayPath.folder(of: own)
    }
    return nearest(from: start) { folder in
      let path = DisplayPath.absolute(folder, from: workingDirectory)
      return DisplayPath.contains(top, path) && isMeant(folder)
    }
  }

  private static func nearest(from start: String, where isMeant: (String) -> Bool) -> String? {
    var folder = start.isEmpty ? "." : start
    var absolute = DisplayPath.absolute(folder, from: workingDirectory)
    while true {
      if isMeant(folder) { return folder }
      if absolute == "/" { return nil }
      folder = DisplayPath.parent(ofFolder: folder)
      absolute = DisplayPath.folder(of: absolute)
    }
  }

  /// Files below `folder` whose name ends with `suffix`, in the order of their paths' bytes. Hidden folders and folders
  /// of build products and of other people's code are left out; links to folders are not followed.
  package static func files(below folder: String, suffix: String) -> [String] {
    var found: [String] = []
    let start = workingDirectory
    var waiting: [(path: String, depth: Int)] = [(folder, 0)]
    while let (path, depth) = waiting.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { continue }
      for name in names where !name.hasPrefix(".") {
        let child = DisplayPath.child(name, of: path, startedIn: start)
        if name.hasSuffix(suffix) {
          if InputFile.kind(child) == .file { found.append(child) }
        } else if depth < maximumDepth, !foldersOfOthers.contains(name), isRealFolder(child) {
          waiting.append((child, depth + 1))
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The nearest file of this name at or above a folder, within its repository; as it is printed.
  package static func nearestFile(_ name: String, inRepositoryFrom folder: String) -> String? {
    guard let repository = repository(around: folder), let found = nearest(holding: name, from: folder) else {
      return nil
    }
    let root = DisplayPath.absolute(repository, from: workingDirectory)
    let isInside = DisplayPath.contains(root, DisplayPath.absolute(found, from: workingDirectory))
    return isInside ? DisplayPath.join(found, name) : nil
  }

  package static let maximumDepth = 64
  /// Build products and other people's code; hidden folders are left out, too.
  package static let foldersOfOthers: Set<String> = [
    "node_modules", "bower_components", "vendor", "third_party", "Pods", "Carthage", "DerivedData", "build", "dist",
    "target", "venv", "__pycache__", "jspm_packages", "site-packages", "SourcePackages",
  ]

  private static func isRealFolder(_ path: String) -> Bool {
    if case .folder? = FolderListing.kind(of: path) { true } else { false }
  }
}
