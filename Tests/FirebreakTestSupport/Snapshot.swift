import Foundation
package import Testing

/// Compares a text with a checked-in file named relative to the repository.
///
/// When they differ the text is written beside it with the extension `.actual` and the first lines that differ are
/// reported. To accept a change, look at it and rename the `.actual` file.
package func expectSnapshot(_ actual: String, _ path: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let file = RepositoryFiles.root.appending(path: path)
  let actualFile = URL(filePath: file.path() + ".actual")
  let expected = try? String(contentsOf: file, encoding: .utf8)
  if let expected, Array(expected.utf8) == Array(actual.utf8) {
    try? FileManager.default.removeItem(at: actualFile)
    return
  }
  try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try? Data(actual.utf8).write(to: actualFile)
  let report = expected.map { SnapshotDifference.text(expected: $0, actual: actual) } ?? "there is no such file yet"
  Issue.record("\(path) differs:\n\(report)\nthe new text is in \(path).actual", sourceLocation: sourceLocation)
}

/// A short difference of two texts by lines.
enum SnapshotDifference {
  static func text(expected: String, actual: String, limit: Int = 12) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    let removed = old[start..<(old.count - tail)].prefix(limit).map { "- \($0)" }
    let added = new[start..<(new.count - tail)].prefix(limit).map { "+ \($0)" }
    return (["line \(start + 1)"] + removed + added).joined(separator: "\n")
  }
}
