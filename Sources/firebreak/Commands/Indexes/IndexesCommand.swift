import ArgumentParser

struct IndexesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "indexes",
    abstract: "List, suggest, compare and tidy up index definitions.",
    subcommands: [
      IndexesListCommand.self, IndexesSuggestCommand.self, IndexesDiffCommand.self, IndexesUnusedCommand.self,
    ])
}
