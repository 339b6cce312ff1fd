package import Diagnostics
package import Project
package import StructuredText

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

  /// Ends a command whose inputs cannot be read: the findings stand where the results would have stood. Pictures of
  /// results stay as they are.
  ///
  /// - Parameter keepsFiles: files of JSON, too, since they hold results only.
  package func stop(_ findings: [Diagnostic], keepsFiles: Bool = false) throws -> Outcome {
    let report = FindingReport(FindingList(findings), outcome: .usage, failLevel: .error)
    for request in outputs {
      guard let text = text(of: report, as: request.format, colored: false) else { continue }
      if let file = request.file {
        if keepsFiles && request.format == .json { continue }
        try write(text, toFile: file)
      } else if !request.format.isForPeople {
        standardOutput.write(text)
      }
    }
    self.report(report.findings)
    if isForPeople { try annotate(report, markdown: nil) }
    return .usage
  }

  package func json(_ outcome: Outcome, _ findings: FindingList, _ more: [JSONValue.Member] = []) -> String {
    JSONWriter.text(
      .object([.init("outcome", .string(outcome.rawValue))] + more + [.init("findings", .findings(findings))])) + "\n"
  }

  /// Columns of the terminal on standard output; nil where nobody limits them.
  package var terminalWidth: Int? {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    return standardOutput.columns
  }

  /// Columns for text: those of the terminal if they are known, else 100.
  package var width: Int { terminalWidth.map { min(max($0, 40), 200) } ?? 100 }
}

extension ProjectRequestError {
  package var usageError: UsageError { UsageError(message, help: help) }
}
