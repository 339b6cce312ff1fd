import ArgumentParser
import Diagnostics

/// The words that choose a command. The parser answers `nope --help` with the help of what stands before `nope`, as if it
/// were a command.
enum CommandNames {
  /// - Throws: for a word that names no command where only a command can stand.
  static func check(_ arguments: [String], below root: any ParsableCommand.Type) throws(UsageError) {
    var command = root
    var path = [name(of: root)]
    // `firebreak help rules test` asks for what `firebreak rules test --help` does.
    var rest = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    while let word = rest.popFirst() {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, command.configuration.defaultSubcommand == nil else { return }
      if ["--help", "-h"].contains(word) { continue }
      // Flags of the parser's own have values.
      if word.hasPrefix("-") { return }
      guard let next = commands.first(where: { names(of: $0).contains(word) }) else {
        let known = commands.filter { $0.configuration.shouldDisplay }.map { name(of: $0) }
        throw UsageError(
          "there is no command \(QuotedText.of((path.dropFirst() + [word]).joined(separator: " ")))",
          help: NearestName.of(word, among: known).map { "did you mean `\((path + [$0]).joined(separator: " "))`?" }
            ?? "the commands of `\(path.joined(separator: " "))` are \(known.map { "`\($0)`" }.joined(separator: ", "))"
        )
      }
      command = next
      path.append(name(of: next))
    }
  }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    [name(of: command)] + command.configuration.aliases
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? String(describing: command).lowercased()
  }
}
