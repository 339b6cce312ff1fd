import ArgumentParser
import Terminal

/// A command that is planned: asking for it gets a clear answer instead of a mistake in the spelling.
protocol UnavailableCommand: ParsableCommand {
  static var name: String { get }
  static var instead: String { get }
}

extension UnavailableCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(commandName: name, shouldDisplay: false) }

  mutating func run() throws {
    throw UsageError("`emulator \(Self.name)` is not available yet", help: Self.instead, isUnsupported: true)
  }
}

struct EmulatorTailCommand: UnavailableCommand {
  static let name = "tail"
  static let instead = "use `-v` of `emulator start`, which prints a line for each request"

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
}
