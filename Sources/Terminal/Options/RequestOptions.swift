package import ArgumentParser

/// One request, and what is there before it: what `rules eval` and `rtdb eval` decide.
package struct RequestOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The request: a file, or `-`.", valueName: "file"), completion: .file(extensions: ["json"]))
  package var request: String?

  @Option(
    help: ArgumentHelp("What exists before the request.", valueName: "file"), completion: .file(extensions: ["json"]))
  package var data: String?

  package init() {}

  package struct Files {
    package var rules: String
    package var request: String
    package var data: String?
  }

  /// The files that are named by the flags or in the environment.
  ///
  /// - Parameter command: the words behind `firebreak`, for the help about what is missing.
  package func files(
    _ settings: CommandSettings, _ environment: ProcessEnvironment, of command: String
  ) throws(UsageError) -> Files {
    let usage = "firebreak \(command) --rules FILE --request REQUEST.json [--data DATA.json]"
    guard let rules = settings.rulesFile else { throw UsageError("`--rules FILE` is missing", help: usage) }
    guard let request = try environment.value(request, flag: "request", { $0 }) else {
      throw UsageError("`--request FILE` is missing", help: usage)
    }
    return Files(rules: rules, request: request, data: try environment.value(data, flag: "data") { $0 })
  }
}
