import ArgumentParser

struct RtdbCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rtdb",
    abstract: "Ask rules and data of the Realtime Database.",
    subcommands: [RtdbEvalCommand.self, RtdbMatrixCommand.self, RtdbQueryCommand.self])
}
