/// A command line of `firebreak` that a process of its own carries out, so that a call can be stopped at any moment, and a
/// fault in it is the end of that call alone.
package struct EngineCall: Hashable, Sendable {
  package enum Word: Hashable, Sendable {
    case text(String)
    /// The path of a file of the call's own folder, behind a beginning such as `json=`.
    case file(before: String, name: String)
  }

  package var words: [Word]
  /// Absolute: where the command is started.
  package var folder: String
  /// What the command reads on standard input.
  package var input = ""
  /// What lies in the call's own folder before the command starts.
  package var files: [String: String] = [:]

  /// The file of a call's own folder that holds the answer as JSON.
  package static let answerFile = "answer.json"

  package init(_ command: [String], in folder: String) {
    words = command.map(Word.text)
    self.folder = folder
  }

  package mutating func add(_ words: [String]) { self.words += words.map(Word.text) }

  /// A file that the call brings along, named to the command.
  package mutating func add(_ flag: String = "", file name: String, _ text: String) {
    files[name] = text
    words.append(.file(before: flag, name: name))
  }

  /// Asks for the answer as values, beside the text in this format.
  package mutating func write(_ format: String? = nil) {
    if let format { add(["-o", format]) }
    words += [.text("-o"), .file(before: "json=", name: Self.answerFile)]
  }

  /// - Parameter own: the folder of the call.
  package func arguments(own: String) -> [String] {
    words.map { word in
      switch word {
      case .text(let text): text
      case .file(let before, let name): "\(before)\(own)/\(name)"
      }
    }
  }
}
