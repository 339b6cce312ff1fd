import ArgumentParser
import FirestoreModel
import StructuredText
import Terminal

struct ClockCommand: ControlCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: "Show or move the time of a running emulator.",
    discussion: """
      firebreak emulator clock
      firebreak emulator clock --advance 25h
      firebreak emulator clock --set 2026-03-31T12:00:00Z

      `request.time`, server timestamps, the lives of transactions and of resume tokens follow, and documents whose time to \
      live is over are deleted. Time never goes back.
      """)
  static let title = "emulator clock"

  @OptionGroup var arguments: ClockArguments
  @OptionGroup(title: "Emulator") var control: ControlOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextFormats>

  func perform(_ emulator: ControlledEmulator, _ console: Console) async throws {
    let answer =
      switch (arguments.advance, arguments.set) {
      case (nil, nil): try await emulator.ask("GET", "/firebreak/v1/clock")
      case (let duration?, nil):
        try await emulator.ask("POST", "/firebreak/v1/clock", ["advance": .string(duration)])
      case (nil, let time?):
        try await emulator.ask("POST", "/firebreak/v1/clock", ["set": .string(time.time.rfc3339)])
      case (_?, _?): throw UsageError("`--advance` and `--set` contradict each other")
      }
    console.standardOutput.writeLine(answer.text("time") ?? "")
  }
}
