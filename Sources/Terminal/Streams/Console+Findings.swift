package import Diagnostics
package import StructuredText
package import Workbench

extension Outcome {
  package init(_ verdict: FindingVerdict) {
    switch verdict {
    case .clean: self = .clean
    case .findings: self = .findings
    case .unreadable: self = .usage
    }
  }
}

extension Console {
  /// Findings as text for people on standard error, where standard output belongs to results.
  package func report(_ findings: FindingList) {
    guard !findings.isEmpty else { return }
    standardError.write(FullRenderer(colours: errorIsColored, width: width).text(findings))
  }

  /// Ends a command whose inputs cannot be read: the findings stand where the results would have stood.
  ///
  /// - Parameter keepsFiles: files are reports of results only: without results they stay as they are.
  package func stop(_ findings: [Diagnostic], keepsFiles: Bool = false) throws -> Outcome {
    let list = FindingList(findings)
    for request in outputs where request.file == nil || !keepsFiles {
      let text: String
      switch request.format {
      case .json: text = json(.usage, list)
      case .markdown: text = MarkdownRenderer.text(list)
      default: continue
      }
      if let file = request.file { try write(text, toFile: file) } else { standardOutput.write(text) }
    }
    report(list)
    return .usage
  }

  package func json(_ outcome: Outcome, _ findings: FindingList, _ more: [JSONValue.Member] = []) -> String {
    JSONWriter.text(.object([.init("outcome", .string(outcome.rawValue))] + more + [.init("findings", .findings(findings))])) + "\n"
  }

  /// Columns for text: those of the terminal if they are known, else 100.
  package var width: Int { environment["COLUMNS"].flatMap { Int($0) }.map { min(max($0, 40), 200) } ?? 100 }

  /// A command whose answer has fewer forms than there are formats.
  package func requireFormats(_ formats: Set<OutputFormat>, for command: String) throws(UsageError) {
    guard let refused = outputs.first(where: { !formats.contains($0.format) }) else { return }
    throw UsageError(
      "`\(command)` cannot write \(refused.format.rawValue)",
      help: "use \(OutputFormat.allCases.filter(formats.contains).map(\.rawValue).joined(separator: " or "))")
  }
}

extension ProjectRequestError {
  package var usageError: UsageError { UsageError(message, help: help) }
}
