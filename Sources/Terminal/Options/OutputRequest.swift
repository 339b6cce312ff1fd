import ArgumentParser

/// The formats of `--output`.
package enum OutputFormat: String, CaseIterable {
  case full, concise, json, jsonl, sarif, github, gitlab, junit, markdown, html, lcov

  /// Those that most commands can write; the others are refused by name, never silently replaced.
  package static let usual: Set<OutputFormat> = [.full, .json, .markdown]
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
    file = String(parts[1])
  }

  package static let allValueStrings = OutputFormat.allCases.map(\.rawValue)

  /// The outputs of one run, checked together. One format at most may use standard output, except that annotation
  /// lines may follow text for people.
  ///
  /// - Parameter formats: what the command can write.
  package static func checked(
    _ requests: [OutputRequest], formats: Set<OutputFormat> = OutputFormat.usual
  ) throws(UsageError) -> [OutputRequest] {
    guard !requests.isEmpty else { return [OutputRequest(format: .full)] }
    let onStandardOutput = requests.filter { $0.file == nil }.map(\.format)
    let forPeople = onStandardOutput.first == .full || onStandardOutput.first == .concise
    let isAnnotated = onStandardOutput.count == 2 && forPeople && onStandardOutput[1] == .github
    if onStandardOutput.count > 1 && !isAnnotated {
      let names = onStandardOutput.map { "`\($0.rawValue)`" }.joined(separator: " and ")
      throw UsageError(
        "only one machine format may use standard output, not \(names)",
        help: "write the others to files, as in `-o \(onStandardOutput[1].rawValue)=FILE`")
    }
    let files = requests.compactMap(\.file)
    if let twice = files.first(where: { file in files.filter { $0 == file }.count > 1 }) {
      throw UsageError("two outputs would write the file `\(twice)`")
    }
    if let missing = requests.first(where: { !formats.contains($0.format) }) {
      let known = OutputFormat.allCases.filter(formats.contains).map { "`\($0.rawValue)`" }
      throw UsageError(
        "output format `\(missing.format.rawValue)` is not available yet",
        help: known.count == 1
          ? "use \(known[0])" : "use \(known.dropLast().joined(separator: ", ")) or \(known.last ?? "")",
        isUnsupported: true)
    }
    return requests
  }
}
