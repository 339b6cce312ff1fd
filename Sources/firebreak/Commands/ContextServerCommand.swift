import ArgumentParser
import ModelContextProtocol
import Terminal

struct ContextServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve checks, plans, rules decisions and bills to coding agents (Model Context Protocol).",
    discussion: """
      Speaks the Model Context Protocol over standard input and output until its input ends. An agent starts it:

        claude mcp add firebreak -- firebreak mcp

      Nothing that a call names lies outside of the folders ROOT, by default the current one. Without --allow-write no file \
      is changed. Nothing is sent anywhere. What the server has to say to you goes to standard error.
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders of the workspace; the first is meant where a call names no project.", valueName: "root"),
    completion: .directory)
  var roots: [String] = []

  @Flag(help: "Let tools edit index files and keep the reports of runs.") var allowWrite = false

  @Option(help: ArgumentHelp("The longest that one call may take (default: 120).", valueName: "seconds"))
  var timeout: Int?

  func run() async throws {
    let environment = ProcessEnvironment.current
    let seconds = try environment.value(timeout, flag: "timeout") { text throws(UsageError) in
      guard let seconds = Int(text) else { throw UsageError("`\(text)` is not a number of seconds") }
      return seconds
    }
    guard (1...86_400).contains(seconds ?? 120) else { throw UsageError("`--timeout` takes 1 to 86400 seconds") }
    let workspace: Workspace
    do throws(ToolRefusal) {
      workspace = try Workspace(
        roots: roots, startedIn: WorkingFolder.path,
        allowsWriting: environment.isSet(allowWrite, flag: "allow-write"))
    } catch {
      throw UsageError(error.message, help: error.help)
    }
    let session = ContextSession(workspace: workspace, server: ServerDescription(version: FirebreakVersion.current))
    try ContextServer.serve(session, secondsPerCall: seconds ?? 120, environment)
  }
}
