import Diagnostics
import Project
import ProjectCheck
import Terminal

extension FileEdit {
  /// The difference as `git diff` writes it, with the path in the repository.
  var diff: String {
    let paths = RepositoryPaths(ofRepositoryAround: DisplayPath.folder(of: path))
    return LineDiff(before, after).text(path: paths.path(path))
  }
}

/// What to delete and insert to make one text of another, by lines.
struct LineDiff {
  private enum Line {
    case kept(String)
    case removed(String)
    case added(String)

    var text: String {
      switch self {
      case .kept(let line): " \(line)"
      case .removed(let line): "-\(line)"
      case .added(let line): "+\(line)"
      }
    }

    var isKept: Bool { if case .kept = self { true } else { false } }
    var isOld: Bool { if case .added = self { false } else { true } }
    var isNew: Bool { if case .removed = self { false } else { true } }
  }

  /// Lines around a change that show where it is.
  private static let context = 3

  private let lines: [Line]

  init(_ before: String, _ after: String) {
    let (old, new) = (Self.lines(before), Self.lines(after))
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        lines.append(.removed(old[left]))
        left += 1
      } else if right < new.count, added.contains(right) {
        lines.append(.added(new[right]))
        right += 1
      } else {
        lines.append(.kept(new[right]))
        left += 1
        right += 1
      }
    }
    self.lines = lines
  }

  /// The lines of a text, the last with a note where it does not end.
  private static func lines(_ text: String) -> [String] {
    if text.isEmpty { return [] }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() } else { lines[lines.count - 1] += "\n\\ No newline at end of file" }
    return lines
  }

  func text(path: String) -> String {
    let changed = lines.indices.filter { !lines[$0].isKept }
    guard !changed.isEmpty else { return "" }
    let isNew = !lines.contains { $0.isOld }
    let names = ["--- \(isNew ? "/dev/null" : "a/" + path)", "+++ b/\(path)"]
    return (names + hunks(changed).flatMap(text)).map { "\($0)\n" }.joined()
  }

  /// Ranges of lines: changes with what stands around them.
  private func hunks(_ changed: [Int]) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for index in changed {
      let range = max(0, index - Self.context)..<min(lines.count, index + Self.context + 1)
      if let last = hunks.last, range.lowerBound <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return hunks
  }

  private func text(_ hunk: Range<Int>) -> [String] {
    let (old, new) = (place(of: hunk, \.isOld), place(of: hunk, \.isNew))
    return ["@@ -\(old) +\(new) @@"] + lines[hunk].map(\.text)
  }

  /// `12,7`: the first line and how many there are.
  private func place(of hunk: Range<Int>, _ isCounted: (Line) -> Bool) -> String {
    let count = lines[hunk].count(where: isCounted)
    let before = lines[..<hunk.lowerBound].count(where: isCounted)
    return "\(count == 0 ? before : before + 1),\(count)"
  }
}
