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
      return texts[DisplayPath.absolute(path, from: path.hasPrefix("/") ? "/" : ProjectFolder.workingDirectory)]
    }
  }
}
