import Diagnostics
import StructuredText

/// FB0013 as a warning: a source that is not UTF-8 is read all the same, but names with other letters than those of
/// ASCII are not what they seem.
enum SourceEncoding {
  private static let words = ["firestore", "firebase"].map { Array($0.utf8) }

  /// - Parameter paths: files in which a request was found. Others count only if they speak of Firebase: old files of
  ///   other people are nobody's problem here.
  static func findings(in files: SourceFiles, askedIn paths: Set<String>) -> [Diagnostic] {
    files.sources.compactMap { source in
      guard var finding = source.encodingProblem else { return nil }
      guard paths.contains(source.path) || mentionsFirebase(source.bytes) else { return nil }
      finding.severity = .warning
      finding.notes = ["it is read all the same; names with such letters in them may be wrong"]
      return finding
    }
  }

  /// Whether a file speaks of Firebase at all, in capitals or not.
  static func mentionsFirebase(_ bytes: [UInt8]) -> Bool {
    let bytes = bytes.span
    for word in words {
      var start = 0
      while start + word.count <= bytes.count {
        var length = 0
        while length < word.count, bytes[start + length] | 0x20 == word[length] { length += 1 }
        if length == word.count { return true }
        start += 1
      }
    }
    return false
  }
}
