/// File paths as text, the way they are printed: relative where the user gave them relative, with forward slashes.
package enum DisplayPath {
  /// A path that a file in `folder` names. Absolute ones stay as they are; `..` leads out of a folder that has a name.
  package static func join(_ folder: String, _ path: String) -> String {
    let relative = withoutCurrentFolder(path)
    if relative.isEmpty { return folder.isEmpty ? "." : folder }
    if folder.isEmpty || folder == "." || relative.hasPrefix("/") { return relative }
    if relative == ".." || relative.hasPrefix("../"), folder != "/", ![".", ".."].contains(name(of: folder)) {
      return join(self.folder(of: folder), String(relative.dropFirst(3)))
    }
    return folder.hasSuffix("/") ? folder + relative : folder + "/" + relative
  }

  /// What lies in a folder, as it is printed. The folder that the command was started in begins anew: in `app`, the
  /// `app` of `..` is `.`, so that a file has one name whatever was looked through.
  package static func child(_ name: String, of folder: String, startedIn start: String) -> String {
    let path = join(folder, name)
    return path.hasPrefix("..") && absolute(path, from: start) == start ? "." : path
  }

  /// The folder of a file: `a/b` → `a`, `b` → `.`.
  package static func folder(of path: String) -> String {
    let trimmed = withoutTrailingSlash(path)
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// The last part: `a/b.yaml` → `b.yaml`.
  package static func name(of path: String) -> String {
    let trimmed = withoutTrailingSlash(path)
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")), trimmed != "/" else { return trimmed }
    return String(trimmed[trimmed.utf8.index(after: slash)...])
  }

  /// The folder above: `a/b` → `a`, `a` → `.`, `.` → `..`, `..` → `../..`.
  package static func parent(ofFolder path: String) -> String {
    let folder = withoutTrailingSlash(path)
    if folder == "/" { return "/" }
    if folder == "." || folder.isEmpty { return ".." }
    return name(of: folder) == ".." ? folder + "/.." : self.folder(of: folder)
  }

  /// How a file in `folder` names another one: `w`, `a.rules` → `../a.rules`.
  package static func relative(_ path: String, from folder: String) -> String {
    guard path.hasPrefix("/") == folder.hasPrefix("/") else { return path }
    let target = withoutCurrentFolder(path).split(separator: "/")
    let start = withoutCurrentFolder(folder).split(separator: "/")
    let common = zip(target, start).prefix { $0 == $1 }.count
    return (start.dropFirst(common).map { _ in ".." } + target.dropFirst(common)).joined(separator: "/")
  }

  /// Whether an absolute path is, or lies below, an absolute folder.
  package static func contains(_ folder: String, _ path: String) -> Bool {
    folder == "/" || path == folder || path.hasPrefix(folder + "/")
  }

  /// `./a/./b//c/..` → `/start/a/b`: without `.`, `..` and empty parts, read from the absolute folder `start`.
  package static func absolute(_ path: String, from start: String) -> String {
    let whole = path.hasPrefix("/") ? path : start + "/" + path
    // Asked for every file of a project at every edit, and hardly ever with anything to take out.
    if isDirect(whole) { return whole }
    var parts: [Substring] = []
    for part in whole.split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether an absolute path has neither empty parts nor `.` and `..`.
  private static func isDirect(_ path: String) -> Bool {
    var (length, dots) = (0, 0)
    for byte in path.utf8.dropFirst() {
      if byte == UInt8(ascii: "/") {
        if length == dots, length < 3 { return false }
        (length, dots) = (0, 0)
      } else {
        length += 1
        if byte == UInt8(ascii: ".") { dots += 1 }
      }
    }
    return length > dots || length > 2
  }

  private static func withoutCurrentFolder(_ path: String) -> String {
    if path.utf8.first != UInt8(ascii: ".") { return path }
    var rest = Substring(path)
    while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
    return rest == "." ? "" : String(rest)
  }

  private static func withoutTrailingSlash(_ path: String) -> String {
    let slash = UInt8(ascii: "/")
    guard path.utf8.last == slash else { return path }
    let end = path.utf8.lastIndex { $0 != slash }.map { path.utf8.index(after: $0) }
    return end.map { String(path[..<$0]) } ?? "/"
  }
}
