#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import FoundationEssentials

/// What is in a folder, without following links: large trees are walked by one cheap system call per name.
package struct FolderListing {
  package enum Kind {
    case folder
    case file(bytes: Int)
    case link
    /// A pipe, a device or a socket.
    case other
  }

  /// The names in a folder in the order of their bytes; nil when it cannot be read.
  package static func names(in folder: String) -> [String]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Nil when there is nothing of that name.
  package static func kind(of path: String) -> Kind? {
    var info = stat()
    guard unsafe lstat(path, &info) == 0 else { return nil }
    return kind(info)
  }

  /// Where a link leads in the end, without links; nil when there is nothing.
  package static func target(of link: String) -> (path: String, kind: Kind)? {
    var info = stat()
    guard unsafe stat(link, &info) == 0 else { return nil }
    return (InputFile.withoutLinks(link), kind(info))
  }

  /// Whatever is no folder counts as a file: a pipe may be one.
  static func kindBehindLinks(of path: String) -> InputFile.Kind {
    var info = stat()
    guard unsafe stat(path, &info) == 0 else { return .missing }
    return info.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  private static func kind(_ info: stat) -> Kind {
    switch info.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file(bytes: Int(info.st_size))
    case S_IFLNK: return .link
    default: return .other
    }
  }
}
