/// One entry of `ignore` in `firebreak.json`: findings with this code, in this file or everywhere, are not reported.
package struct IgnoreEntry: Hashable, Sendable {
  package var selector: CodeSelector
  /// A path as findings show it, or an absolute one; `*` stands for anything within a folder, `**` also across folders.
  /// Nil means every file.
  package var path: String?
  /// The absolute folder that paths of findings are seen from, where the path is absolute.
  package var start: String?
  package var reason: String?
  /// Where the entry stands.
  package var location: SourceLocation?

  package init(
    _ selector: CodeSelector, path: String?, from start: String? = nil, reason: String?, location: SourceLocation?
  ) {
    self.selector = selector
    self.path = path
    self.start = start
    self.reason = reason
    self.location = location
  }

  package func matches(_ diagnostic: Diagnostic) -> Bool {
    guard selector.matches(diagnostic.code) else { return false }
    guard let path else { return true }
    guard let file = diagnostic.location?.source.path else { return false }
    let whole = start.map { RepositoryPaths(folder: $0).path(file) } ?? file
    return PathPattern.matches(Array(whole.utf8), Array(path.utf8))
  }

  package var hasReason: Bool { reason?.contains { !$0.isWhitespace } ?? false }
}

/// Paths with wildcards. Every star is tried once per position, so a pattern costs at most its length times the path's.
enum PathPattern {
  static func matches(_ path: [UInt8], _ pattern: [UInt8]) -> Bool {
    // reachable[i]: the pattern read so far can match the first i bytes of the path.
    var reachable = Array(repeating: false, count: path.count + 1)
    reachable[0] = true
    var index = 0
    while index < pattern.count {
      if pattern[index] == UInt8(ascii: "*") {
        let crossesFolders = index + 1 < pattern.count && pattern[index + 1] == UInt8(ascii: "*")
        index += crossesFolders ? 2 : 1
        // `**/` also stands for no folder at all.
        let isFolderStar = crossesFolders && index < pattern.count && pattern[index] == UInt8(ascii: "/")
        let before = reachable
        for place in path.indices where reachable[place] && (crossesFolders || path[place] != UInt8(ascii: "/")) {
          reachable[place + 1] = true
        }
        if isFolderStar {
          let behind = step(reachable, path, UInt8(ascii: "/"))
          reachable = zip(behind, before).map { $0 || $1 }
          index += 1
        }
      } else {
        reachable = step(reachable, path, pattern[index])
        index += 1
      }
    }
    return reachable[path.count]
  }

  private static func step(_ reachable: [Bool], _ path: [UInt8], _ byte: UInt8) -> [Bool] {
    var next = Array(repeating: false, count: reachable.count)
    for place in path.indices where reachable[place] && path[place] == byte { next[place + 1] = true }
    return next
  }
}
