import ArgumentParser
import EmulatorServer
import FirestoreModel
import Terminal

struct ExecCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec",
    abstract: "Serve while a command runs, and exit with its code.",
    discussion: """
      firebreak emulator exec -- npm test
      firebreak emulator exec --port 0 -- pytest -q
      firebreak emulator exec "npm run build && npm test"

      Behind `--` stand a program and its arguments, untouched; a single string is read by the shell. The command finds \
      the emulator by FIRESTORE_EMULATOR_HOST, FIREBASE_DATABASE_EMULATOR_HOST and FIREBASE_EMULATOR_HUB, and its project \
      by GCLOUD_PROJECT. Afterwards standard error says what it cost and which indexes it missed; standard output is the command's, so other outputs are files: -o sarif=FILE.

      SIGINT, SIGTERM and SIGQUIT are passed on to the command and to what it has started; what is left after 5 seconds is killed.
      """)
  static let title = "emulator exec"

  @OptionGroup var execution: ExecutionOptions
  @OptionGroup(title: "Emulator") var serving: ServingOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let command = try ChildCommand(script: execution.script, program: execution.program)
    if let taken = console.outputs.first(where: { $0.file == nil && $0.format != .full }) {
      throw UsageError(
        "standard output belongs to the command that is run",
        help: "write to a file: `-o \(taken.format.rawValue)=FILE`")
    }
    let recorded = try console.environment.value(execution.record, flag: "record") { $0 }
    if let recorded { try RecordedWorkload.refuse(recorded) }
    let session = try EmulatorSession(
      serving, global, console, logDescriptor: 2, hasPage: false, keepsRequests: recorded != nil)
    defer { session.withdraw() }
    let emulator = try await session.start(waitsForCorrection: false)
    var run = CommandRun(command: command, session: session, emulator: emulator)
    let end = try await run.run()
    let code = session.summarize(
      end, of: command, failsOnFindings: console.environment.isSet(execution.failOnFindings, flag: "fail-on-findings"))
    do {
      if let recorded { try await session.writeWorkload(to: recorded) }
      try session.close()
    } catch let failure as EnvironmentFailure where code != 0 {
      // What the command says comes first.
      console.standardError.writeLine(failure.report)
    }
    throw ExitCode(code)
  }
}
