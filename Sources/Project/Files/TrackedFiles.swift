import Diagnostics
import Synchronization

/// The files that a repository has under version control, as its index names them. It is read when somebody asks first.
package final class TrackedFiles: Sendable {
  private struct Known: Sendable {
    var files: Set<[UInt8]> = []
    var folders: Set<[UInt8]> = []
  }

  private let repository: String
  private let known = Mutex<Known?>(nil)

  /// - Parameter repository: the folder that has `.git`.
  package init(of repository: String) { self.repository = repository }

  /// - Parameter path: names from the folder of the repository.
  package func contains(_ path: [[UInt8]], isFolder: Bool) -> Bool {
    let path = Array(path.joined(separator: [UInt8(ascii: "/")]))
    return known.withLock { known in
      let files = known ?? read()
      known = files
      return isFolder ? files.folders.contains(path) : files.files.contains(path)
    }
  }

  /// The projects and the sources of a repository are looked for one after the other, in an editor again and again.
  private static let read = Mutex<[String: (stamp: FileStamp, known: Known)]>([:])

  private func read() -> Known {
    let path = DisplayPath.join(gitFolder, "index")
    guard let stamp = FileStamp.of(path) else { return Known() }
    if let last = Self.read.withLock({ $0[path] }), last.stamp == stamp { return last.known }
    guard let index = try? InputFile.read(path, limit: .data) else { return Known() }
    var known = Known()
    GitIndex.read(index.bytes) { path in
      known.files.insert(path)
      var folder = path[...]
      while let slash = folder.lastIndex(of: UInt8(ascii: "/")) {
        folder = folder[..<slash]
        guard known.folders.insert(Array(folder)).inserted else { break }
      }
    }
    Self.read.withLock { [known] in $0[path] = (stamp, known) }
    return known
  }

  /// A work tree of another repository has a file that says where its own folder is.
  private var gitFolder: String {
    let path = DisplayPath.join(repository, ".git")
    guard InputFile.kind(path) == .file, let file = try? InputFile.read(path) else { return path }
    let words = String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
    guard words.hasPrefix("gitdir: ") else { return path }
    return DisplayPath.absolute(String(words.dropFirst(8)), from: repository)
  }
}

/// The index of a repository, as git documents it in `index-format`: versions 2 to 4, with names of objects of 20 bytes. Of
/// one that is split in two files only what the first one has is known.
enum GitIndex {
  /// Systems have no longer paths; what has is no index, or made to be read for ever.
  private static let longestPath = 4_096
  private static let mostBytes = 256 << 20
  /// What stands before the path of an entry.
  private static let fixed = 62

  /// Each path, as far as the file is an index; what other versions have is nothing.
  static func read(_ bytes: [UInt8], _ take: ([UInt8]) -> Void) {
    guard bytes.starts(with: Array("DIRC".utf8)), let version = number(bytes, at: 4), (2...4).contains(version),
      let count = number(bytes, at: 8)
    else { return }
    var last: [UInt8] = []
    var (start, taken) = (12, 0)
    for _ in 0..<count {
      guard start + fixed <= bytes.count, taken < mostBytes else { break }
      let isExtended = version > 2 && bytes[start + fixed - 2] & 0x40 != 0
      var place = start + fixed + (isExtended ? 2 : 0)
      var kept = 0
      if version == 4 {
        guard let dropped = offset(bytes, &place), dropped <= last.count else { break }
        kept = last.count - dropped
      }
      guard place < bytes.count, let end = bytes[place...].prefix(longestPath).firstIndex(of: 0),
        kept + end - place <= longestPath
      else { break }
      last = Array(last.prefix(kept) + bytes[place..<end])
      taken += last.count
      take(last)
      // Before version 4 an entry is as long as a multiple of eight, with at least one zero at its end.
      start = version == 4 ? end + 1 : start + (end - start + 8) / 8 * 8
    }
  }

  private static func number(_ bytes: [UInt8], at place: Int) -> Int? {
    guard place + 4 <= bytes.count else { return nil }
    return bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of seven bits a byte, the highest first; each further byte counts from one more.
  private static func offset(_ bytes: [UInt8], _ place: inout Int) -> Int? {
    var value = 0
    for round in 0..<5 {
      guard place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      value = (round == 0 ? 0 : (value + 1) << 7) | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
