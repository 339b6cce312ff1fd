import Diagnostics

extension IgnoreRules {
  /// Adds the `.gitignore` of a folder, if it has one.
  package mutating func read(in folder: String, depth: Int) {
    guard let file = try? InputFile.read(DisplayPath.join(folder, ".gitignore")) else { return }
    add(String(decoding: file.bytes, as: UTF8.self), depth: depth)
  }

  /// The rules of the folders above an absolute folder, up to the one that holds the repository, and the names that lead
  /// from there to the folder.
  package static func above(_ whole: String) -> (names: [[UInt8]], rules: IgnoreRules) {
    var folder = whole
    while FolderListing.kind(of: DisplayPath.join(folder, ".git")) == nil {
      if folder == "/" { return ([], .none) }
      folder = DisplayPath.folder(of: folder)
    }
    let names = whole.dropFirst(folder == "/" ? 0 : folder.count).split(separator: "/").map(String.init)
    var rules = IgnoreRules(tracked: TrackedFiles(of: folder))
    for (depth, name) in names.enumerated() {
      rules.read(in: folder, depth: depth)
      folder = DisplayPath.join(folder, name)
    }
    return (names.map { Array($0.utf8) }, rules)
  }
}
