import ArgumentParser
import LanguageServer
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

struct LanguageServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve editors while you type (Language Server Protocol).",
    discussion: """
      Speaks the Language Server Protocol over standard input and output until the editor ends it; the editor starts it. \
      What `firebreak check` says of the folders that are open is shown beside the code, with texts that are not saved yet \
      in place of their files. Nothing is written but what you accept, and nothing is sent anywhere.
      """)

  @Flag(help: .hidden) var engine = false

  // Editors append it to every server.
  @Flag(help: .hidden) var stdio = false

  func run() async throws {
    let environment = ProcessEnvironment.current
    let server = ServerDescription(
      version: FirebreakVersion.current, helpPage: environment.nonEmpty("FIREBREAK_HELP_PAGE"),
      schemas: FileSchemas([
        "/firebreak.json": EmbeddedSchema.firebreak.text, ".workload.yaml": EmbeddedSchema.workload.text,
        "cases.yaml": EmbeddedSchema.cases.text,
      ]))
    let code =
      try engine ? LanguageEngine(LanguageSession(server: server)).serve() : SupervisingServer(environment).serve()
    if code != 0 { throw ExitCode(code) }
  }
}
