import Diagnostics
import QueryScanner

/// FB0013: a source with code that is nested more deeply than is followed. What stands there may ask for anything.
enum SourceNesting {
  /// - Parameter paths: files in which a request was found. Others count only if they speak of Firebase: tables and
  ///   bundles of other people are nested deeply, too.
  static func findings(at cuts: [SourceLocation], askedIn paths: Set<String>) -> [Diagnostic] {
    cuts.compactMap { cut in
      guard paths.contains(cut.source.path) || SourceEncoding.mentionsFirebase(cut.source.bytes) else { return nil }
      return Diagnostic(
        .malformedInput, "what is nested this deeply was not read", at: cut,
        notes: ["queries in it, and in whatever else the file nests as deeply, are not judged"],
        help: "divide the expression; if a tool makes the file, add it to `.gitignore` or, with its path and a reason, "
          + "to `ignore` in `firebreak.json`")
    }
  }
}
