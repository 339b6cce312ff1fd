import Project
import Terminal

/// A file that `firebreak init` writes where there is none.
struct SetupFile {
  var path: String
  var text: String
  /// What it is, for the answer.
  var note = ""

  /// Hundreds of lines that only editors read.
  var isSchema: Bool { path.hasSuffix(".schema.json") }

  var exists: Bool { InputFile.kind(path) != .missing }

  func write(_ console: Console) throws {
    try console.makeFolder(of: path)
    try console.write(text, toFile: path)
  }
}
