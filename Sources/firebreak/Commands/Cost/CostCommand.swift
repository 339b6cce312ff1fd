import ArgumentParser

struct CostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cost",
    abstract: "Say what a change costs, keep reads from growing, and estimate bills.",
    subcommands: [
      CostEstimateCommand.self, CostTechniquesCommand.self, CostDiffCommand.self, CostRatchetCommand.self,
    ])
}
