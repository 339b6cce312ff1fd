import ArgumentParser
import Testing

@testable import Terminal

/// `tool group leaf`, and commands that end in every way there is.
private struct Tool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tool", subcommands: [Group.self, Leaf.self, Ending.self, Reporting.self])
}

private struct Group: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "group", subcommands: [Leaf.self])
}

private struct Leaf: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "leaf", aliases: ["blade"])

  @Argument var words: [String] = []

  func run() throws {}
}

private struct Ending: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "ending")

  @Argument var way: String

  func run() throws {
    switch way {
    case "usage": throw UsageError("a wrong flag")
    case "environment": throw EnvironmentFailure(message: "a full disk")
    case "code": throw ExitCode(7)
    default: break
    }
  }
}

private struct Reporting: ReportingCommand {
  static let title = "reporting"
  static let configuration = CommandConfiguration(commandName: "reporting")

  @Argument var word: String

  @OptionGroup var project: ProjectOptions
  @OptionGroup var behavior: BehaviorOptions
  @OptionGroup var output: OutputOptions<TextFormats>

  func perform(_ console: Console) async throws -> Outcome {
    guard let outcome = Outcome(rawValue: word) else { throw UsageError("`\(word)` is no outcome") }
    return outcome
  }
}

@Suite("From arguments to exit code") struct CommandProcessTests {
  @Test("outcomes have the numbers that scripts rely on") func exitCodes() {
    #expect([Outcome.clean, .findings, .usage, .internal].map(\.exitCode) == [0, 1, 2, 3])
    #expect(
      [Outcome.clean, .findings, .usage, .internal].map(\.rawValue) == ["clean", "findings", "usage", "internal"])
  }

  @Test("the worst of several outcomes counts") func worst() {
    #expect(Outcome.worst([]) == .clean)
    #expect(Outcome.worst([.clean, .findings, .clean]) == .findings)
    #expect(Outcome.worst([.findings, .internal, .usage]) == .internal)
  }

  @Test("errors say what is wrong, then what helps") func reports() {
    #expect(UsageError("wrong").report == "error: wrong")
    #expect(UsageError("wrong", help: "do this").report == "error: wrong\nhelp: do this")
    #expect(UsageError("new", isUnsupported: true).report == "error[FB8001 unsupported-feature]: new")
    #expect(EnvironmentFailure(message: "full", help: "make room").report == "error: full\nhelp: make room")
  }

  @Test(
    "words that name commands",
    arguments: [
      [], ["leaf"], ["blade"], ["leaf", "nope"], ["group", "leaf"], ["help", "group", "leaf"], ["--help"],
      ["group", "--help"], ["--version", "nope"],
    ] as [[String]])
  func knownCommands(arguments: [String]) throws {
    try CommandNames.check(arguments, below: Tool.self)
  }

  @Test(
    "words that name no command",
    arguments: [
      (["nope"], "there is no command `nope`"), (["nope", "--help"], "there is no command `nope`"),
      (["group", "nope"], "there is no command `group nope`"),
      (["help", "group", "nope"], "there is no command `group nope`"),
    ] as [([String], String)])
  func unknownCommands(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try CommandNames.check(arguments, below: Tool.self) }
    #expect(error?.message == message)
  }

  @Test("a misspelt command is told the nearest one, any other the list") func help() {
    let near = #expect(throws: UsageError.self) { try CommandNames.check(["grup"], below: Tool.self) }
    #expect(near?.help == "did you mean `tool group`?")
    let far = #expect(throws: UsageError.self) { try CommandNames.check(["group", "nothing"], below: Tool.self) }
    #expect(far?.help == "the commands of `tool group` are `leaf`")
  }

  @Test(
    "every way to end has its code",
    arguments: [
      (["leaf", "a"], 0), (["ending", "well"], 0), (["ending", "usage"], 2), (["ending", "environment"], 3),
      (["ending", "code"], 7), (["ending"], 2), (["nope"], 2), (["leaf", "--nope"], 2), (["reporting", "clean"], 0),
      (["reporting", "findings"], 1), (["reporting", "usage"], 2), (["reporting", "internal"], 3),
      (["reporting", "nope"], 2),
    ] as [([String], Int32)])
  func run(arguments: [String], code: Int32) async {
    #expect(await CommandProcess.run(Tool.self, arguments: arguments) == code)
  }
}
