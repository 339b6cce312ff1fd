import ArgumentParser

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Check, test, prove and format security rules.",
    subcommands: [
      RulesCheckCommand.self, RulesTestCommand.self, RulesCoverageCommand.self, RulesEvalCommand.self,
      RulesProveCommand.self, RulesFormatCommand.self,
    ])
}
