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
}
