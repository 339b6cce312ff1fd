import Terminal

/// What `exec` runs.
enum ChildCommand: Hashable, Sendable {
  /// After `--`: a program and its arguments, untouched.
  case program([String])
  /// One string, read by the shell as the Firebase CLI has it read.
  case script(String)

  init(script: String?, program: [String]) throws(UsageError) {
    switch (script, program.isEmpty) {
    case (let script?, true): self = .script(script)
    case (nil, false): self = .program(program)
    case (nil, true):
      throw UsageError(
        "there is no command to run", help: "add it behind `--`, as in `firebreak emulator exec -- npm test`")
    case (let script?, false):
      throw UsageError("there are two commands: `\(script)`, and `\(program.joined(separator: " "))` behind `--`")
    }
  }

  var arguments: [String] {
    switch self {
    case .program(let words): words
    case .script(let text): ["/bin/sh", "-c", text]
    }
  }

  /// As messages call it.
  var text: String {
    switch self {
    case .program(let words): words.joined(separator: " ")
    case .script(let text): text
    }
  }
}
