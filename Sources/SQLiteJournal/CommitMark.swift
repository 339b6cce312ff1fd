import FirestoreModel
import Foundation
import GRDB

/// How many commits a file of SQLite has to hold, in a small file beside it.
///
/// SQLite takes a write-ahead log that is cut or damaged for one that ends there, and a missing one for an empty one: the
/// commits behind that place are gone without a word. The mark follows every commit, so that a file that knows of fewer has
/// lost some. It exists while an emulator runs, and after one that was killed.
struct CommitMark: Sendable {
  private let handle: FileHandle
  private let path: String

  /// As many digits as the greatest number has: every mark overwrites the one before.
  private static let width = 19

  /// Begins to follow a file that holds this many commits.
  init(beside file: String, commits: Int64) throws {
    path = Self.path(beside: file)
    // Appears with its content or not at all.
    try Self.text(commits).write(to: URL(fileURLWithPath: path), options: .atomic)
    handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
  }

  static func path(beside file: String) -> String { "\(file)-mark" }

  /// Nil: nobody was killed while the file was open, or somebody accepts what is lost.
  static func commits(beside file: String) throws(FirestoreError) -> Int64? {
    let path = path(beside: file)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let bytes = FileManager.default.contents(atPath: path),
      let text = String(validating: bytes, as: UTF8.self), text.hasSuffix("\n"), let commits = Int64(text.dropLast()),
      commits >= 0
    else { throw FirestoreError(.dataLoss, "\(path) is damaged: it does not say how many commits there are") }
    return commits
  }

  func move(to commits: Int64) throws {
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: Self.text(commits))
  }

  /// The file is whole, and nobody writes to it any more.
  func remove() throws {
    try handle.close()
    try FileManager.default.removeItem(atPath: path)
  }

  private static func text(_ commits: Int64) -> Data {
    let digits = String(commits)
    return Data("\(String(repeating: "0", count: max(0, width - digits.count)))\(digits)\n".utf8)
  }
}
