import Diagnostics
import Project
import QueryShapes
import SourceTokens

/// Sources that run once and end, as migrations and scripts do.
enum OneRun {
  /// Folders and files say so with a word of their names, as `seed_chats.js` and `MigrationService.kt` do; others by what
  /// is in them.
  static func isOne(_ source: SourceText, named path: String) -> Bool {
    known.fact(of: source, named: path) { source in
      path.split(separator: "/").contains { !words.isDisjoint(with: NameWords.of($0)) } || isProgram(source)
    }
  }

  private static let known = TextMemory<Bool>()

  private static let words: Set<String> = [
    "migration", "migrations", "migrate", "script", "scripts", "seed", "seeds", "seeder", "seeders", "backfill",
    "backfills", "dump", "cleanup",
  ]

  /// A program of the command line: it says what runs it, or begins an Admin SDK, has nothing for other files, and waits
  /// for no request.
  private static func isProgram(_ source: SourceText) -> Bool {
    if source.bytes.starts(with: Array("#!".utf8)) { return true }
    guard SourceLanguage(fileName: source.path)?.family == .script else { return false }
    return source.contains("firebase-admin") && source.contains("initializeApp(")
      && !signsOfOthers.contains(where: source.contains)
  }

  private static let signsOfOthers = ["export ", "exports.", "module.exports", ".listen("]
}
