/// Workflow commands, one line per finding, that a GitHub job turns into annotations:
/// `::error file=firestore.rules,line=31,endLine=31,col=7,endColumn=28,title=FB4003 open-write::anyone can write`.
package enum GitHubRenderer {
  /// One line break behind every finding; empty for none.
  ///
  /// - Parameter paths: how the files are called from the root of the repository.
  package static func text(_ findings: FindingList, paths: RepositoryPaths = RepositoryPaths()) -> String {
    var positions = SourcePositions()
    return findings.diagnostics.map { line($0, paths, &positions) }.joined()
  }

  private static func line(
    _ diagnostic: Diagnostic, _ paths: RepositoryPaths, _ positions: inout SourcePositions
  ) -> String {
    var properties: [(String, String)] = []
    if let location = diagnostic.location {
      properties.append(("file", paths.path(of: location.source)))
      let (start, end) = positions.range(location)
      properties += [("line", String(start.line)), ("endLine", String(end.line))]
      // Columns of a place of several lines are refused by the interface that shows annotations.
      if start.line == end.line { properties += [("col", String(start.column)), ("endColumn", String(end.column))] }
    }
    properties.append(("title", "\(diagnostic.code.id) \(diagnostic.code.name)"))
    let shown = properties.map { "\($0)=\(escapedProperty(QuotedText.singleLine($1)))" }.joined(separator: ",")
    let words = ([diagnostic.message] + diagnostic.notes + (diagnostic.help.map { ["help: \($0)"] } ?? []))
      .map(QuotedText.singleLine)
    return "::\(command(diagnostic.severity)) \(shown)::\(escaped(words.joined(separator: "\n")))\n"
  }

  private static func command(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "notice"
    }
  }

  /// The data of a command ends with its line; only these three characters are special in it.
  private static func escaped(_ text: String) -> String { replacing(text, escapedProperties: false) }

  /// In properties a colon and a comma would end the value.
  private static func escapedProperty(_ text: String) -> String { replacing(text, escapedProperties: true) }

  private static func replacing(_ text: String, escapedProperties: Bool) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": output += "%25"
      case "\r": output += "%0D"
      case "\n": output += "%0A"
      case ":" where escapedProperties: output += "%3A"
      case ",": output += escapedProperties ? "%2C" : ","
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
