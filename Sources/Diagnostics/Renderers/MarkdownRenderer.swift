/// A table for pull requests and job summaries.
package enum MarkdownRenderer {
  /// Empty for no findings, so that no comment is written.
  package static func text(_ findings: FindingList) -> String {
    guard !findings.isEmpty else { return "" }
    var positions = SourcePositions()
    var lines = ["**\(findings.summary)**", "", "| Severity | Code | Where | Finding |", "|---|---|---|---|"]
    for diagnostic in findings.diagnostics {
      let place = diagnostic.location.map { "`\(cell(positions.place($0)))`" } ?? ""
      var finding = cell(diagnostic.message)
      for note in diagnostic.notes { finding += "<br>\(cell(note))" }
      if let help = diagnostic.help { finding += "<br>help: \(cell(help))" }
      lines.append(
        "| \(diagnostic.severity.rawValue) | \(diagnostic.code.id) \(diagnostic.code.name) | \(place) | \(finding) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cell(_ text: String) -> String {
    var escaped = ""
    var isCode = false
    for character in SingleLine.text(text) {
      if character == "`" { isCode.toggle() }
      switch character {
      case "|": escaped += "\\|"
      case "<" where !isCode: escaped += "&lt;"
      case ">" where !isCode: escaped += "&gt;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
