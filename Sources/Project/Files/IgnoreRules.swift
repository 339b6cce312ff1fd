/// What the `.gitignore` files on the way to a folder leave out. Deeper files and later lines win.
package struct IgnoreRules: Sendable {
  private struct File: Sendable {
    /// How many names lead to its folder.
    var depth: Int
    var patterns: [IgnorePattern]
  }

  private var files: [File] = []
  /// What the repository has under version control: git ignores none of it.
  private let tracked: TrackedFiles?
  /// The folder at hand is left out, but for what is tracked in it.
  private var isIgnored = false

  package init(tracked: TrackedFiles? = nil) { self.tracked = tracked }

  package static let none = IgnoreRules()

  /// The rules in a folder that is looked into.
  /// - Parameter path: of the folder.
  package func inside(_ path: [[UInt8]]) -> IgnoreRules {
    var rules = self
    rules.isIgnored = isIgnored || matches(path, isFolder: true)
    return rules
  }

  /// - Parameter depth: how many names lead to the folder of the file.
  package mutating func add(_ text: String, depth: Int) {
    let patterns = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { IgnorePattern(Array($0)) }
    if !patterns.isEmpty { files.append(File(depth: depth, patterns: patterns)) }
  }

  /// - Parameter path: names from the folder that depths count from.
  package func ignores(_ path: [[UInt8]], isFolder: Bool) -> Bool {
    guard isIgnored || matches(path, isFolder: isFolder) else { return false }
    return !(tracked?.contains(path, isFolder: isFolder) ?? false)
  }

  private func matches(_ path: [[UInt8]], isFolder: Bool) -> Bool {
    for file in files.reversed() where file.depth < path.count {
      for pattern in file.patterns.reversed() where pattern.matches(path[file.depth...], isFolder: isFolder) {
        return !pattern.isNegated
      }
    }
    return false
  }
}
