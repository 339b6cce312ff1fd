import ArgumentParser

/// The formats of `--output`.
package enum OutputFormat: String, CaseIterable {
  case full, concise, json, jsonl, sarif, github, gitlab, junit, markdown, html, lcov

  /// What every command writes whose result is findings.
  package static let findings: Set<OutputFormat> = [
    .full, .concise, .json, .jsonl, .sarif, .github, .gitlab, .junit, .markdown,
  ]

  /// What commands write that answer a question: their findings are beside the point.
  package static let answer: Set<OutputFormat> = [.full, .json, .markdown]

  /// `full`, `json` or `markdown`, in the order in which the help lists them.
  package static func list(_ formats: Set<OutputFormat>) -> String {
    let names = allCases.filter(formats.contains).map { "`\($0.rawValue)`" }
    guard names.count > 1, let last = names.last else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }
}

/// One `--output FORMAT[=FILE]`.
package struct OutputRequest: ExpressibleByArgument, Hashable {
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

  package static let allValueStrings = OutputFormat.allCases.map(\.rawValue)

  /// The outputs of one run, checked together. One format at most may use standard output, except that annotation
  /// lines may follow text for people.
  ///
  /// - Parameter formats: what the command can write; the others are refused by name, never silently replaced.
  package static func checked(
    _ requests: [OutputRequest], formats: Set<OutputFormat>
  ) throws(UsageError) -> [OutputRequest] {
    guard !requests.isEmpty else { return [OutputRequest(format: .full)] }
    let onStandardOutput = requests.filter { $0.file == nil }.map(\.format)
    let isAnnotated =
      onStandardOutput.count == 2 && onStandardOutput.contains(.github)
      && onStandardOutput.contains { $0 == .full || $0 == .concise }
    if let second = onStandardOutput.dropFirst().first, !isAnnotated {
      let names = onStandardOutput.map { "`\($0.rawValue)`" }.joined(separator: " and ")
      throw UsageError(
        "only one machine format may use standard output, not \(names)",
        help: "write the others to files, as in `-o \(second.rawValue)=FILE`")
    }
    let files = requests.compactMap(\.file)
    if let twice = files.first(where: { file in files.filter { $0 == file }.count > 1 }) {
      throw UsageError("two outputs would write the file `\(twice)`")
    }
    if let missing = requests.first(where: { !formats.contains($0.format) }) {
      throw UsageError(
        "`\(missing.format.rawValue)` is not an output format of this command", help: "use \(OutputFormat.list(formats))")
    }
    // Annotations follow the text, whichever was asked for first.
    return requests.filter { $0.format != .github } + requests.filter { $0.format == .github }
  }
}
