import FoundationEssentials
import ModelContextProtocol
import Project
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Starts command lines of this very program.
struct EngineStarter {
  static let outputFile = "output.txt"
  private static let inputFile = "input.txt"

  private let program: String
  /// Holds the folders of all calls.
  private let folder: String
  private let variables: [String: String]
  /// The folders of the workspace.
  private let roots: [String]
  private let secondsPerCall: Int

  init(
    _ environment: ProcessEnvironment, roots: [String], secondsPerCall: Int
  ) throws(EnvironmentFailure) {
    program = ThisExecutable.path ?? CommandLine.arguments.first ?? "firebreak"
    folder = InputFile.withoutLinks(try TemporaryFolder.make(environment))
    self.roots = roots
    variables = Self.variables(environment)
    self.secondsPerCall = secondsPerCall
  }

  func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

  func start(_ call: EngineCall, number: Int) throws(EnvironmentFailure) -> EngineProcess {
    let own = "\(folder)/\(number)"
    try prepare(own, call)
    // A child starts in the folder of its parent, which names everything by absolute paths and does one thing at a time.
    guard unsafe chdir(call.folder) == 0 else {
      throw EnvironmentFailure(message: "cannot enter `\(call.folder)`: \(SystemText.describe(errno))")
    }
    let pipe = try ChildProcess.pipe()
    defer { close(pipe.writing) }
    do throws(EnvironmentFailure) {
      let words = [program] + call.arguments(own: own)
      let child = try spawn(words, own: own, errors: pipe.writing)
      return EngineProcess(child: child, errors: pipe.reading, folder: own, secondsAllowed: secondsPerCall)
    } catch {
      close(pipe.reading)
      throw error
    }
  }

  /// What flags of commands are set to in the environment is not meant for calls, and what is written is for nobody's
  /// terminal.
  private static func variables(_ environment: ProcessEnvironment) -> [String: String] {
    var variables = environment.variables.filter { name, _ in
      !name.hasPrefix("FIREBREAK_") && !name.hasPrefix("GITHUB_") && name != "FORCE_COLOR" && name != "CLICOLOR_FORCE"
    }
    for (name, value) in ["NO_COLOR": "1", "COLUMNS": "120", "TERM": "dumb"] { variables[name] = value }
    return variables
  }

  /// With what holds for one call: it reads the workspace and what it brings along, and makes its scratch folders where
  /// they go away with it.
  private func variables(own: String) -> [String] {
    var variables = self.variables
    variables[FileConfinement.variable] = (roots + [own]).joined(separator: "\n")
    variables["TMPDIR"] = own
    return variables.map { "\($0)=\($1)" }
  }

  private func prepare(_ own: String, _ call: EngineCall) throws(EnvironmentFailure) {
    do {
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
      for (name, text) in call.files { try Data(text.utf8).write(to: URL(filePath: "\(own)/\(name)")) }
      try Data(call.input.utf8).write(to: URL(filePath: "\(own)/\(Self.inputFile)"))
    } catch {
      throw EnvironmentFailure(message: "cannot write what a call needs into `\(own)`")
    }
  }

  private func spawn(
    _ words: [String], own: String, errors: Int32
  ) throws(EnvironmentFailure) -> pid_t {
    try ChildProcess.start(
      program, words, variables(own: own),
      [
        .file("\(own)/\(Self.inputFile)", O_RDONLY, as: 0),
        .file("\(own)/\(Self.outputFile)", O_WRONLY | O_CREAT | O_TRUNC, as: 1), .descriptor(errors, as: 2),
      ])
  }
}
