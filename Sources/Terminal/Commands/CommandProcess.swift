package import ArgumentParser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a command ended. Scripts rely on the numbers and on the words.
package enum Outcome: String {
  /// Nothing at or above the fail level.
  case clean
  /// Done, and something was found: findings, a refused query, a failed budget.
  case findings
  /// Not done: a wrong flag, or a file that cannot be read as what it is.
  case usage
  /// Not done: the environment, or a fault in Firebreak.
  case `internal`

  package var exitCode: Int32 {
    switch self {
    case .clean: 0
    case .findings: 1
    case .usage: 2
    case .internal: 3
    }
  }
}

extension Outcome {
  /// Of several parts of one command: what was not done outweighs what was found.
  package static func worst(_ outcomes: [Outcome]) -> Outcome {
    outcomes.max { $0.exitCode < $1.exitCode } ?? .clean
  }
}

/// A command that says how it ended instead of exiting.
package protocol ReportingCommand: AsyncParsableCommand {
  /// What `--output` may ask for.
  associatedtype Formats: FormatChoice
  var global: GlobalOptions<Formats> { get }
  /// The words behind `firebreak`, as reports name the command: `rules check`.
  static var title: String { get }

  func perform(_ console: Console) async throws -> Outcome
}

extension ReportingCommand {
  package mutating func run() async throws {
    let outcome = try await CommandProcess.perform(self)
    if outcome != .clean { throw ExitCode(outcome.exitCode) }
  }
}

/// The environment could not do what was asked: a full disk, a folder that cannot be written. Exit code 3.
package struct EnvironmentFailure: Error {
  package var message: String
  /// A line that says what to do.
  package var help: String?

  package init(message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }

  /// The lines for standard error.
  package var report: String { "error: \(message)" + (help.map { "\nhelp: \($0)" } ?? "") }
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
      output.writeLine(message)
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
