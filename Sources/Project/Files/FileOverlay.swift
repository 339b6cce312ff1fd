import Synchronization

/// Texts that count in place of files: what somebody edits and has not saved.
package enum FileOverlay {
  /// By absolute path.
  private static let texts = Mutex<[String: [UInt8]]>([:])

  /// Takes the place of what counted before. Whoever reads files meanwhile may see both.
  package static func replace(with texts: [String: [UInt8]]) {
    self.texts.withLock { $0 = texts }
  }

  static func text(_ path: String) -> [UInt8]? {
    texts.withLock { texts in
      guard !texts.isEmpty else { return nil }
      if isPlain(path) { return texts[path] }
      return texts[DisplayPath.absolute(path, from: path.hasPrefix("/") ? "/" : ProjectFolder.workingDirectory)]
    }
  }

  /// Absolute, and nothing in it leads anywhere else. (Whatever looks like that is looked at more closely.)
  private static func isPlain(_ path: String) -> Bool {
    var before = UInt8(ascii: ".")
    for byte in path.utf8 {
      let isSlash = byte == UInt8(ascii: "/")
      if before == UInt8(ascii: "/"), isSlash || byte == UInt8(ascii: ".") { return false }
      before = byte
    }
    return path.utf8.first == UInt8(ascii: "/") && before != UInt8(ascii: "/")
  }
}
