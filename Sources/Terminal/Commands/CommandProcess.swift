package import ArgumentParser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A command that says how it ended instead of exiting.
package protocol ReportingCommand: AsyncParsableCommand {
  /// What `--output` may ask for.
  associatedtype Formats: FormatChoice
  var project: ProjectOptions { get }
  var behavior: BehaviorOptions { get }
  var output: OutputOptions<Formats> { get }
  /// The words behind `firebreak`, as reports name the command: `rules check`.
  static var title: String { get }

  func perform(_ console: Console) async throws -> Outcome
}

extension ReportingCommand {
  package var global: GlobalOptions<Formats> {
    GlobalOptions(project: project, behavior: behavior, output: output)
  }

  package mutating func run() async throws {
    let outcome = try await CommandProcess.perform(self)
    if outcome != .clean { throw ExitCode(outcome.exitCode) }
  }
}

/// From arguments to exit code.
package enum CommandProcess {
  package static func run<Root: ParsableCommand>(_ root: Root.Type, arguments: [String]) async -> Int32 {
    ignoreBrokenPipes()
    let errors = StandardStream(descriptor: 2)
    do {
      try CommandNames.check(arguments, below: root)
      var command = try Root.parseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      return Outcome.clean.exitCode
    } catch let code as ExitCode {
      return code.rawValue
    } catch let error as UsageError {
      errors.writeLine(error.report)
      return Outcome.usage.exitCode
    } catch let error as EnvironmentFailure {
      errors.writeLine(error.report)
      return Outcome.internal.exitCode
    } catch {
      return finish(root, parserError: error, errors: errors)
    }
  }

  package static func perform<Command: ReportingCommand>(_ command: Command) async throws -> Outcome {
    let console = try Console(command.global, environment: .current, title: Command.title)
    defer { console.status?.end() }
    let outcome = try await command.perform(console)
    if case .failed(let number) = console.standardOutput.state {
      throw EnvironmentFailure(message: "cannot write to standard output: \(SystemText.describe(number))")
    }
    return outcome
  }

  /// Help and version are answers and go to standard output; everything else is a mistake in the arguments. The parser
  /// would exit 64 for it; ours is 2.
  private static func finish<Root: ParsableCommand>(
    _ root: Root.Type, parserError: any Error, errors: StandardStream
  ) -> Int32 {
    let message = Root.fullMessage(for: parserError)
    if Root.exitCode(for: parserError) == .success {
      let output = StandardStream(descriptor: 1)
      output.writeLine(HelpOrder.ownFirst(message))
      if case .failed(let number) = output.state {
        errors.writeLine("error: cannot write to standard output: \(SystemText.describe(number))")
        return Outcome.internal.exitCode
      }
      return Outcome.clean.exitCode
    }
    errors.writeLine(message.hasPrefix("Error: ") ? "error: " + message.dropFirst("Error: ".count) : message)
    return Outcome.usage.exitCode
  }

  /// `firebreak … | head` closes the pipe early: writing then fails with an error that the stream handles, instead of
  /// killing the process half-way.
  private static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}
