import ArgumentParser
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The other half of `firebreak`: carries out `firebreak emulator …`, and says so in its help.
@main
struct FirebreakEmulator: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "firebreak emulator",
    abstract:
      "Serve Firestore and the Realtime Database to unmodified clients, with your rules and indexes, and bill what they do.",
    version: "firebreak-emulator \(FirebreakVersion.current)",
    subcommands: [StartCommand.self, ExecCommand.self, ExportCommand.self, ImportCommand.self, ClockCommand.self])

  static func main() {
    // Before anything starts a thread: threads inherit which signals are kept back for the one that waits for them.
    StopSignals.keepBack()
    OtherHalf.compareVersions()
    Task.detached {
      end(await CommandProcess.run(Self.self, arguments: Array(CommandLine.arguments.dropFirst())))
    }
    StopSignals.ofProcess.wait()
  }
}

/// The parser has an `exit` of its own, which inside of a command hides the system's.
private func end(_ code: Int32) -> Never { exit(code) }

/// The `firebreak` that has handed a command over.
enum OtherHalf {
  /// Two halves of different builds may disagree about files that both read.
  static func compareVersions() {
    guard let version = ProcessEnvironment.current.nonEmpty(FirebreakVersion.handOverVariable) else { return }
    // Not for the commands that `exec` runs: one of them may be another `firebreak`.
    unsafe unsetenv(FirebreakVersion.handOverVariable)
    guard version != FirebreakVersion.current else { return }
    StandardStream(descriptor: 2).writeLine(
      """
      warning: `firebreak` is \(version), but its `firebreak-emulator` is \(FirebreakVersion.current)
      help: build and install both together, with `make build emulator`
      """)
  }
}
