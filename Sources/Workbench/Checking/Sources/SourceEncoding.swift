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
      guard var finding = InputChecks.encodingProblem(of: source) else { return nil }
      guard paths.contains(source.path) || mentions(source.bytes) else { return nil }
      finding.severity = .warning
      finding.notes = ["it is read all the same; names with such letters in them may be wrong"]
      return finding
    }
  }

  private static func mentions(_ bytes: [UInt8]) -> Bool {
    words.contains { word in
      guard bytes.count >= word.count else { return false }
      return (0...(bytes.count - word.count)).contains { start in
        word.indices.allSatisfy { bytes[start + $0] | 0x20 == word[$0] }
      }
    }
  }
}
