import ArgumentParser
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The command line's entry point: what a user calls `firebreak`.
@main
struct Firebreak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "firebreak",
    abstract: "Tells what Firestore will do with your queries and what it will bill, offline and before you deploy.",
    discussion: """
      Start with `firebreak check` in a folder with a firebase.json, or with `firebreak run FILE.workload.yaml`.

      Exit codes: 0 done, nothing at or above the fail level; 1 done, with findings; 2 not done, because of a wrong \
      flag or an unreadable file; 3 not done, because of the environment or a fault in Firebreak.
      """,
    version: "firebreak \(FirebreakVersion.current)",
    subcommands: [
      InitCommand.self, CheckCommand.self, RunCommand.self, ReportCommand.self, QueryCommand.self, QueriesCommand.self,
      ExplainCommand.self,
      IndexesCommand.self, RulesCommand.self, RtdbCommand.self, CostCommand.self, EmulatorCommand.self,
      ContextServerCommand.self, LanguageServerCommand.self,
      SchemaCommand.self, CompletionCommand.self, ManualCommand.self,
      EmulatorsStartAlias.self, EmulatorsExecAlias.self, EmulatorsExportAlias.self, EmulatorsImportAlias.self,
      EmulatorsClockAlias.self,
    ])

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    end(await CommandProcess.run(Self.self, arguments: HandedOver.renamed(IndexesSuggestCommand.separated(arguments))))
  }
}

/// The parser has an `exit` of its own, which inside of a command hides the system's.
private func end(_ code: Int32) -> Never { exit(code) }
