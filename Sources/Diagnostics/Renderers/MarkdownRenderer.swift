/// A table for pull requests and job summaries.
package enum MarkdownRenderer {
  /// Empty for no findings, so that no comment is written.
  package static func text(_ findings: FindingList) -> String {
    guard !findings.isEmpty else { return "" }
    var positions = SourcePositions()
    var lines = ["**\(findings.summary)**", "", "| Severity | Code | Where | Finding |", "|---|---|---|---|"]
    for diagnostic in findings.diagnostics {
      let place = diagnostic.location.map { MarkdownText.code(positions.place($0)) } ?? ""
      var finding = MarkdownText.sentence(diagnostic.message)
      for note in diagnostic.notes { finding += "<br>\(MarkdownText.sentence(note))" }
      if let help = diagnostic.help { finding += "<br>help: \(MarkdownText.sentence(help))" }
      lines.append(
        "| \(diagnostic.severity.rawValue) | \(diagnostic.code.id) \(diagnostic.code.name) | \(place) | \(finding) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
