package import ArgumentParser

/// The formats of `--output`.
package enum OutputFormat: String, CaseIterable {
  case summary, full, concise, json, jsonl, sarif, github, gitlab, junit, markdown, html, lcov

  /// Text to be read, not for programs.
  package var isForPeople: Bool { self == .summary || self == .full }

  /// `full`, `json` or `markdown`, in the order in which the help lists them.
  package static func list(_ formats: Set<OutputFormat>) -> String {
    let names = allCases.filter(formats.contains).map { "`\($0.rawValue)`" }
    guard names.count > 1, let last = names.last else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }
}

/// The formats that a command writes.
package protocol FormatChoice: Sendable {
  static var formats: Set<OutputFormat> { get }
  /// What is written where nothing is asked for.
  static var standard: OutputFormat { get }
}

extension FormatChoice {
  package static var standard: OutputFormat { .full }
}

/// What every command writes whose result is findings.
package enum FindingFormats: FormatChoice {
  package static let formats: Set<OutputFormat> = [
    .full, .concise, .json, .jsonl, .sarif, .github, .gitlab, .junit, .markdown,
  ]
}

/// Findings, which a first screen sums up.
package enum CheckFormats: FormatChoice {
  package static let formats = FindingFormats.formats.union([.summary])
  package static let standard = OutputFormat.summary
}

/// Findings, and the report of a run on one screen and as a page.
package enum RunFormats: FormatChoice {
  package static let formats = FindingFormats.formats.union([.summary, .html])
  package static let standard = OutputFormat.summary
}

/// Findings, and a page for a browser.
package enum PageFormats: FormatChoice {
  package static let formats = FindingFormats.formats.union([.html])
}

/// Findings, and pictures of what tests have covered.
package enum CoverageFormats: FormatChoice {
  package static let formats = FindingFormats.formats.union([.html, .lcov])
}

/// What commands write that answer a question: their findings are beside the point.
package enum AnswerFormats: FormatChoice {
  package static let formats: Set<OutputFormat> = [.full, .json, .markdown]
}

/// What commands write whose answer is a file, or a list for other programs.
package enum FileFormats: FormatChoice {
  package static let formats: Set<OutputFormat> = [.full, .json]
}

/// Text for people and nothing else.
package enum TextFormats: FormatChoice {
  package static let formats: Set<OutputFormat> = [.full]
}

/// One value of `--output`. Help and completions list what the command writes; what other commands write is read, too,
/// so that it can be refused by name.
package struct RequestedOutput<Formats: FormatChoice>: ExpressibleByArgument, Hashable, Sendable {
  package var request: OutputRequest

  package init?(argument: String) {
    guard let request = OutputRequest(argument: argument) else { return nil }
    self.request = request
  }

  package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  package static var allValueStrings: [String] {
    OutputFormat.allCases.filter(Formats.formats.contains).map(\.rawValue)
  }
}

/// One `--output FORMAT[=FILE]`.
package struct OutputRequest: Hashable, Sendable {
  package var format: OutputFormat
  /// Nil: standard output.
  package var file: String?

  package init(format: OutputFormat, file: String? = nil) {
    self.format = format
    self.file = file
  }

  package init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let format = OutputFormat(rawValue: String(name)) else { return nil }
    self.format = format
    guard parts.count == 2 else { return }
    guard !parts[1].isEmpty else { return nil }
    file = parts[1] == "-" ? nil : String(parts[1])
  }

  /// The outputs of one run, checked together. One format at most may use standard output, except that annotation
  /// lines may follow text for people.
  ///
  /// - Parameter formats: what the command can write; the others are refused by name, never silently replaced.
  package static func checked(
    _ requests: [OutputRequest], formats: Set<OutputFormat>, standard: OutputFormat = .full
  ) throws(UsageError) -> [OutputRequest] {
    guard !requests.isEmpty else { return [OutputRequest(format: standard)] }
    let onStandardOutput = requests.filter { $0.file == nil }.map(\.format)
    let isAnnotated =
      onStandardOutput.count == 2 && onStandardOutput.contains(.github)
      && onStandardOutput.contains { $0.isForPeople || $0 == .concise }
    if let second = onStandardOutput.dropFirst().first, !isAnnotated {
      if let twice = onStandardOutput.first(where: { format in onStandardOutput.count { $0 == format } > 1 }) {
        throw UsageError(
          "`\(twice.rawValue)` is asked for twice on standard output",
          help: "ask once, or write the other to a file, as in `-o \(twice.rawValue)=FILE`")
      }
      let names = onStandardOutput.map { "`\($0.rawValue)`" }.joined(separator: " and ")
      throw UsageError(
        "only one format may use standard output, not \(names)",
        help: "write the others to files, as in `-o \(second.rawValue)=FILE`")
    }
    let files = requests.compactMap(\.file)
    if let twice = files.first(where: { file in files.filter { $0 == file }.count > 1 }) {
      throw UsageError("two outputs would write the file `\(twice)`")
    }
    if let missing = requests.first(where: { !formats.contains($0.format) }) {
      throw UsageError(
        "`\(missing.format.rawValue)` is not an output format of this command",
        help: "use \(OutputFormat.list(formats))")
    }
    // Annotations follow the text, whichever was asked for first.
    return requests.filter { $0.format != .github } + requests.filter { $0.format == .github }
  }
}
