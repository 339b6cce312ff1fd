import ArgumentParser
import Diagnostics
import Workbench

extension FirebreakSettings.FailLevel: ExpressibleByArgument {}

/// A code or a prefix of codes: `FB2001`, `FB2`, `FB`.
struct CodePrefix: ExpressibleByArgument, Hashable {
  var prefix: String

  init?(argument: String) {
    let text = argument.uppercased()
    let digits = text.dropFirst(2)
    guard text.hasPrefix("FB"), digits.utf8.count <= 4,
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    prefix = text
  }

  func matches(_ code: DiagnosticCode) -> Bool { code.id.hasPrefix(prefix) }
}

/// `--select FB2,FB7001`: several separated by commas.
struct CodePrefixes: ExpressibleByArgument, Hashable {
  var prefixes: [CodePrefix]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let read = parts.compactMap { CodePrefix(argument: String($0)) }
    guard read.count == parts.count else { return nil }
    prefixes = read
  }
}

/// What is written where, which findings count, and how it looks.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "full, json or markdown, on standard output or into a file; may be repeated.", valueName: "format[=file]"))
  var output: [OutputRequest] = []

  @Option(
    name: .customLong("fail-level"),
    help: ArgumentHelp("Lowest severity that gives exit code 1 (default: error).", valueName: "level"))
  var failLevel: FirebreakSettings.FailLevel?

  @Flag(name: .customLong("exit-zero"), help: "Exit 0 whatever is found; the same as --fail-level never.")
  var exitZero = false

  @Option(
    help: ArgumentHelp("Report only these codes; prefixes allowed, as in FB2,FB7001.", valueName: "codes"))
  var select: [CodePrefixes] = []

  @Option(help: ArgumentHelp("Do not report these codes; prefixes allowed.", valueName: "codes"))
  var ignore: [CodePrefixes] = []

  @Option(help: ArgumentHelp("Colours: auto, always or never (default: auto).", valueName: "when"))
  var color: ColorChoice?

  @Flag(name: .shortAndLong, help: "No summary and no progress on standard error.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say on standard error what is read and decided.")
  var verbose = false

  @Flag(name: .customLong("no-progress"), help: "No progress while working.")
  var noProgress = false

  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false
}
