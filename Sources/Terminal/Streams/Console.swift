import Diagnostics
import FoundationEssentials
import Project

/// The two streams of a command and how its flags want them: results on standard output, everything else on standard
/// error.
package struct Console {
  package let environment: ProcessEnvironment
  package let standardOutput = StandardStream(descriptor: 1)
  package let standardError = StandardStream(descriptor: 2)
  /// `ReportingCommand.title`
  package let title: String
  package let outputs: [OutputRequest]
  package let outputIsColored: Bool
  package let errorIsColored: Bool
  package private(set) var isQuiet: Bool
  package let isVerbose: Bool
  package let showsProgress: Bool
  /// Whether a line now and then may say how far something is, where none can be redrawn.
  package let notesProgress: Bool
  /// Nil where nobody watches.
  package private(set) var status: StatusLine?
  package let isASCII: Bool

  package init(
    _ options: GlobalOptions<some FormatChoice>, environment: ProcessEnvironment, title: String
  ) throws(UsageError) {
    self.environment = environment
    self.title = title
    let output = options.output
    let requested = try environment.values(output.output, flag: "output", OutputRequest.read)
    outputs = try OutputRequest.checked(requested, formats: options.formats, standard: options.standard)
    let color = try environment.value(output.color, flag: "color", ColorChoice.read) ?? .auto
    outputIsColored = color.isColored(environment: environment, streamIsTerminal: standardOutput.isTerminal)
    errorIsColored = color.isColored(environment: environment, streamIsTerminal: standardError.isTerminal)
    isQuiet = environment.isSet(output.quiet, flag: "quiet")
    isVerbose = environment.isSet(output.verbose, flag: "verbose")
    let progressOff = environment.isSet(output.noProgress, flag: "no-progress")
    showsProgress = Self.redrawsLines(environment, isTerminal: standardError.isTerminal) && !isQuiet && !progressOff
    notesProgress = !showsProgress && !isQuiet && !progressOff
    status = showsProgress ? StatusLine() : nil
    isASCII = environment.isSet(output.ascii, flag: "ascii")
  }

  /// Whether a line may be written over the one before: somebody watches, on a terminal that can.
  package static func redrawsLines(_ environment: ProcessEnvironment, isTerminal: Bool) -> Bool {
    isTerminal && environment["TERM"] != "dumb" && environment.nonEmpty("CI") == nil
  }

  /// Whether anything is said on standard output, or all goes into files.
  package var writesToStandardOutput: Bool { outputs.contains { $0.file == nil } }

  /// The same without a word on standard error.
  package var silenced: Console {
    var console = self
    console.isQuiet = true
    console.status = nil
    return console
  }

  /// Whether standard output carries text for people: then findings belong into it, too.
  package var isForPeople: Bool { outputs.contains { $0.file == nil && $0.format.isForPeople } }

  /// Writes every requested output. `render` gets the format and whether colours are wanted; files never get colours.
  /// Where it has nothing to say in a format, the file stays as it is.
  package func write(_ render: (OutputFormat, _ colored: Bool) throws -> String?) throws {
    status?.end()
    for request in outputs {
      let colored = outputIsColored && request.file == nil && request.format.isForPeople
      guard let text = try render(request.format, colored) else { continue }
      if let file = request.file { try write(text, toFile: file) } else { standardOutput.write(text) }
    }
  }

  /// A line of chatter: nothing with `--quiet`.
  package func note(_ line: String) {
    status?.erase()
    if !isQuiet { standardError.writeLine(line) }
  }

  package func detail(_ line: String) {
    if isVerbose && !isQuiet { standardError.writeLine(line) }
  }

  /// Replaces what is in a file, or makes one. A link stays a link, and a file keeps its mode and, where that is
  /// allowed, its owner.
  package func write(_ text: String, toFile path: String) throws(EnvironmentFailure) {
    let place = path.hasPrefix("/dev/") ? path : InputFile.withoutLinks(path)
    let before = try? FileManager.default.attributesOfItem(atPath: place)
    // A pipe or a device is written to; put in place of `/dev/null`, a file would break the machine.
    let isReplaced = before.map { $0[.type] as? FileAttributeType == .typeRegular } ?? true
    do {
      try Data(text.utf8).write(to: URL(filePath: place), options: isReplaced ? .atomic : [])
      guard isReplaced else { return }
      for key in [FileAttributeKey.posixPermissions, .ownerAccountID, .groupOwnerAccountID] {
        guard let value = before?[key] else { continue }
        try? FileManager.default.setAttributes([key: value], ofItemAtPath: place)
      }
    } catch {
      throw EnvironmentFailure(message: "cannot write \(QuotedText.of(path, limit: 200))\(Self.obstacle(to: path))")
    }
  }

  /// `: it is a folder`; empty where nothing is known.
  private static func obstacle(to path: String) -> String {
    if InputFile.kind(path) == .folder { return ": it is a folder" }
    let folder = DisplayPath.folder(of: path)
    switch InputFile.kind(folder) {
    case .missing: return ": there is no folder \(QuotedText.of(folder, limit: 200))"
    case .file: return ": \(QuotedText.of(folder, limit: 200)) is a file"
    case .folder: return ""
    }
  }
}

extension OutputRequest {
  package static func read(_ text: String) throws(UsageError) -> OutputRequest {
    guard let request = OutputRequest(argument: text) else {
      throw UsageError("`\(text)` is not an output (FORMAT or FORMAT=FILE)")
    }
    return request
  }
}

extension ColorChoice {
  package static func read(_ text: String) throws(UsageError) -> ColorChoice {
    guard let choice = ColorChoice(rawValue: text) else {
      throw UsageError("`\(text)` is not one of auto, always, never")
    }
    return choice
  }
}

extension Console {
  /// For a file whose folder need not be there yet.
  package func makeFolder(of file: String) throws(EnvironmentFailure) {
    let folder = DisplayPath.folder(of: file)
    if InputFile.kind(folder) == .missing { try makeFolder(folder) }
  }

  package func makeFolder(_ path: String) throws(EnvironmentFailure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw EnvironmentFailure(message: "cannot create the folder \(QuotedText.of(path, limit: 200))")
    }
  }
}
