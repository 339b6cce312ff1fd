package import ArgumentParser
package import Diagnostics
package import Project

extension FirebreakSettings.FailLevel: ExpressibleByArgument {}

/// `--select FB2,FB7001`: several codes, prefixes of codes or names, separated by commas. Words that select nothing are
/// read, too, so that they can be refused by name.
package struct CodeList: ExpressibleByArgument, Hashable {
  private var words: [String]

  /// Made once: the flags are read anew for every command on the way to the one that runs.
  static let completion = CompletionKind.list(DiagnosticCode.all.map(\.id))

  package init(argument: String) {
    words = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.drop(while: \.isWhitespace))
    }
  }

  package func selectors() throws(UsageError) -> [CodeSelector] {
    var selectors: [CodeSelector] = []
    for word in words {
      guard let selector = CodeSelector(word) else {
        throw UsageError(
          "\(QuotedText.of(word)) selects no code",
          help: DiagnosticCode.nearest(to: word).map { "did you mean `\($0)`?" }
            ?? "write codes, prefixes or names, as in `FB2,FB7001`; `firebreak explain --all` lists the codes")
      }
      selectors.append(selector)
    }
    return selectors
  }
}

/// What is written where, which findings count, and how it looks.
package struct OutputOptions<Formats: FormatChoice>: ParsableArguments, Sendable {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "What to write, on standard output or into a file; may be repeated.", valueName: "format[=file]"))
  private var requested: [RequestedOutput<Formats>] = []

  package var output: [OutputRequest] { requested.map(\.request) }

  @Option(
    name: .customLong("fail-level"),
    help: ArgumentHelp("Lowest severity that gives exit code 1 (default: error).", valueName: "level"))
  package var failLevel: FirebreakSettings.FailLevel?

  @Flag(name: .customLong("exit-zero"), help: "Exit 0 whatever is found; the same as --fail-level never.")
  package var exitZero = false

  @Option(
    help: ArgumentHelp("Report only these codes; prefixes allowed, as in FB2,FB7001.", valueName: "codes"),
    completion: CodeList.completion)
  package var select: [CodeList] = []

  @Option(
    help: ArgumentHelp("Do not report these codes; prefixes allowed.", valueName: "codes"),
    completion: CodeList.completion)
  package var ignore: [CodeList] = []

  @Option(help: ArgumentHelp("Colours: auto, always or never (default: auto).", valueName: "when"))
  package var color: ColorChoice?

  @Flag(name: .shortAndLong, help: "No summary and no progress on standard error.")
  package var quiet = false

  @Flag(name: .shortAndLong, help: "Say on standard error what is read and decided.")
  package var verbose = false

  @Flag(name: .customLong("no-progress"), help: "No progress while working.")
  package var noProgress = false

  @Flag(help: "Draw with ASCII characters only.")
  package var ascii = false

  package init() {}
}
